import BoardClient
import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupCore
import GroupTesting

// Records the player's own entries.
extension EaselPlayer {
  /// Records one gesture.
  func record(_ actions: [BoardModel.Operation.Action], lasted: Int64 = 0, at seat: PlayerContext) {
    let before = (latest, log.vector[replica])
    let recorded = client.board.record(actions, at: seat.clock, lasted: lasted)
    if seat.world.plan.crowded != nil, recorded.entries.isEmpty, let action = actions.first,
      mayRecord(Operation(action))
    {
      seat.world.judge.breach(
        .draws,
        "person \(seat.person.index) has room and gets no entry behind "
          + "\(before.1.raw), clock \(log.lamport.raw) after \(log.count) entries",
        at: seat.world.now)
    }
    let entries = recorded.entries.map { signed($0, at: seat) }
    for (entry, operation) in zip(entries, recorded.change.operations.map(\.operation)) {
      seat.world.judge.finished(entry, operation, by: self, knowing: latest, at: seat)
      seat.world.counts.operations += 1
      see([entry])
    }
    publish(entries, at: seat)
  }

  func record(_ action: BoardModel.Operation.Action, at seat: PlayerContext) {
    record([action], at: seat)
  }

  /// Records a revocation by the board's owner; the log is recounted, as for any owner.
  func record(_ revocation: Revocation, at seat: PlayerContext) {
    let recorded = client.board.record(revocation, at: seat.clock)
    let entries = recorded.entries.map { signed($0, at: seat) }
    guard let entry = entries.first else { return }
    seat.world.judge.revoked(entry, by: self, at: seat)
    see(entries)
    publish(entries, at: seat)
    seat.world.schedule(seat.process)
  }

  private func signed(_ entry: Entry, at seat: PlayerContext) -> Entry {
    var entry = entry
    entry.signature = StandInSigner.sign(entry.digest, with: replicaGenesis.publicKey)
    return entry
  }

  /// Publishes entries as the entry writer does: first on the disk, then to the others.
  private func publish(_ entries: [Entry], at seat: PlayerContext) {
    guard let last = entries.last else { return }
    for entry in entries { client.recorded(entry, at: seat.now) }
    client.stored(entries)
    seat.person.files[board, default: .init()].write(entries)
    seat.person.files[board]?.sync()
    shelf.add(entries)
    counted = log.vector
    _ = client.board.kept(last.id)
    step(at: seat) { $0.kept(through: last.id, at: seat.now, using: &$1) }
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
