import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import SessionCore

// Records the player's own entries.
extension Player {
  /// Records one gesture.
  func record(
    _ actions: [BoardModel.Operation.Action], lasted: Int64 = 0, in context: PlayerContext
  ) {
    let before = (latest, log.vector[replica])
    let recorded = driver.client.board.record(actions, at: context.clock, lasted: lasted)
    if context.world.plan.crowded != nil, recorded.entries.isEmpty, let action = actions.first,
      mayRecord(Operation(action))
    {
      context.world.judge.breach(
        .draws,
        "person \(context.person.index) has room and gets no entry behind "
          + "\(before.1.raw), clock \(log.lamport.raw) after \(log.count) entries",
        at: context.world.now)
    }
    let entries = recorded.entries.map { signed($0, in: context) }
    for (entry, operation) in zip(entries, recorded.change.operations.map(\.operation)) {
      context.world.judge.finished(entry, operation, by: self, knowing: latest, in: context)
      context.world.counts.operations += 1
      see([entry])
    }
    publish(entries, in: context)
  }

  func record(_ action: BoardModel.Operation.Action, in context: PlayerContext) {
    record([action], in: context)
  }

  /// Records a revocation by the board's owner; the log is recounted, as for any owner.
  func record(_ revocation: Revocation, in context: PlayerContext) {
    let recorded = driver.client.board.record(revocation, at: context.clock)
    let entries = recorded.entries.map { signed($0, in: context) }
    guard let entry = entries.first else { return }
    context.world.judge.revoked(entry, by: self, in: context)
    see(entries)
    publish(entries, in: context)
    context.world.schedule(context.process)
  }

  private func signed(_ entry: Entry, in context: PlayerContext) -> Entry {
    var entry = entry
    entry.signature = StandInSigner.sign(entry.digest, with: replicaGenesis.publicKey)
    return entry
  }

  /// Publishes entries as the entry writer does: first on the disk, then to the others.
  private func publish(_ entries: [Entry], in context: PlayerContext) {
    guard let last = entries.last else { return }
    for entry in entries { driver.client.recorded(entry, at: context.now) }
    driver.client.stored(entries)
    context.person.files[board, default: .init()].write(entries)
    context.person.files[board]?.sync()
    shelf.add(entries)
    counted = log.vector
    _ = driver.client.board.kept(last.id)
    step(in: context) { $0.kept(through: last.id, at: context.now, using: &$1) }
  }

  /// Returns whether the log makes an entry of this operation, computed independently of
  /// `Log.record`.
  func mayRecord(_ operation: BoardModel.Operation) -> Bool {
    let bytes = operation.encoded().count
    let charge = log.charge(of: replicaGenesis.author)
    let allowance = log.allowance(of: replicaGenesis.author)
    let isDrawing = operation.action.purpose == .draw
    let room =
      isDrawing ? allowance.drawing - charge.drawing : allowance.tidying - charge.tidying
    return bytes <= Log.payloadLimit && bytes + Log.entryOverhead <= room
      && !log.isRevoked(replicaGenesis.author)
  }
}

// The appearances that participants show each other.
extension Player {
  /// Returns the player's appearance, with a number in place of a time.
  func appearance(_ number: UInt64) -> ParticipantPresence {
    ParticipantPresence(
      author: replicaGenesis.author, name: SafeText("somebody"), color: InkColor(rgb: 0x80FF),
      sign: 0,
      since: Int64(number))
  }

  /// Returns the appearance of a participant, as far as this player knows it.
  func shownAppearance(of id: ParticipantID) -> ParticipantPresence? {
    id == participant ? appearance(user.shown) : appearances[id]
  }
}
