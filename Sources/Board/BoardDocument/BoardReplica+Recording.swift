import BoardLog
import BoardModel
import EaselBase

// Records the actions of this user.
extension BoardReplica {
  /// Whether the owner of the board has revoked this user.
  package var isRevoked: Bool { log.isRevoked(author) }

  /// Records these actions as one gesture, and shows it in the picture.
  ///
  /// - Parameters:
  ///   - wall: milliseconds since 1970.
  ///   - lasted: how many milliseconds the gesture took.
  package mutating func record(
    _ actions: [Operation.Action], at wall: Int64, lasted: Int64 = 0
  ) -> Recorded {
    var recorded = number(actions, at: wall, lasted: lasted)
    recorded.entries = recorded.entries.flatMap { markUnsaved($0) }
    return recorded
  }

  /// Records a gesture that is stored only together with the next gesture. A user who only looks at
  /// a board and draws nothing leaves no file behind.
  package mutating func hold(_ actions: [Operation.Action], at wall: Int64) -> Recorded {
    var recorded = number(actions, at: wall, lasted: 0)
    held += recorded.entries
    recorded.entries = []
    return recorded
  }

  /// Returns the id that the next recorded action gets, so that a gesture can make a thing and change
  /// it; nil if no further action can be recorded.
  package mutating func nextID() -> EntryID? {
    keepReplicaUsable()
    return log.vector[replica].next.map { EntryID(replica, $0) }
  }

  private mutating func number(
    _ actions: [Operation.Action], at wall: Int64, lasted: Int64
  ) -> Recorded {
    var recorded = Recorded()
    keepReplicaUsable()
    for action in actions {
      let operation = Operation(action, gesture: recorded.entries.first?.stamp.id.sequence)
      let payload = coding.encode(operation)
      assert(
        coding.decode.map { $0(payload) == .operation(operation) } ?? true,
        "The own reader does not read what the own writer writes.")
      let entry = log.record(
        payload, as: replicaGenesis, for: action.purpose, at: wall, lasted: UInt32(clamping: lasted)
      )
      guard let entry else {
        recorded.lack = action.purpose == .tidy ? .tidying : .drawing
        break
      }
      recorded.entries.append(entry)
      recorded.change.operations.append((entry.stamp, operation))
    }
    recorded.change.damage = picture.apply(recorded.change.operations)
    return recorded
  }

  // MARK: Revoking

  /// Revokes these authors, if this user owns the board. Entries of these authors that this member
  /// does not know yet will never count.
  ///
  /// - Parameter last: the last entry of each replica that is to count; nil keeps all that counts.
  package mutating func revoke(
    _ authors: [AuthorID], upTo last: VersionVector? = nil, at wall: Int64
  ) -> Recorded {
    let others = authors.filter { $0 != author }
    return record(
      Revocation(of: others, in: log, upTo: last, allowsNewReplicas: false), at: wall)
  }

  /// Whether this user owns the board, so that its revocations count.
  package var isOwner: Bool { log.genesis.author == author }

  /// The cell of the board, which is a cell of the screen at 100 %.
  package var cell: BoardCell { picture.cell(ofBoardOf: log.genesis.author) }

  /// How far the replicas of an author count now.
  package func vector(of author: AuthorID) -> VersionVector {
    let heads = log.sortedHeads.filter { $0.author == author }
    return VersionVector(
      Dictionary(heads.map { ($0.replica, $0.sequence) }) { first, _ in first })
  }

  /// Lets the revoked ones of these authors draw again, if this user owns the board. Entries that
  /// they write from now on count.
  package mutating func allowAgain(_ authors: [AuthorID], at wall: Int64) -> Recorded {
    let revoked = authors.filter { log.isRevoked($0) }
    return record(Revocation(of: revoked, in: log, allowsNewReplicas: true), at: wall)
  }

  /// Records a revocation if this user owns the board. Only the owner's revocations count, so it
  /// records nothing for another user.
  package mutating func record(_ revocation: Revocation, at wall: Int64) -> Recorded {
    var recorded = Recorded()
    guard isOwner, !revocation.authors.isEmpty else { return recorded }
    keepReplicaUsable()
    let entry = log.record(
      revocation.encoded(), as: replicaGenesis, for: .revoke, at: wall, lasted: 0)
    if let entry { recorded.entries = markUnsaved(entry) } else { recorded.lack = .tidying }
    return recorded
  }

  // MARK: Room

  /// Returns the reason why a gesture of these actions would have no room; nil if it has room.
  ///
  /// - Parameter wasBegun: whether the user began the gesture while there was room for it.
  package func lack(for actions: [Operation.Action], wasBegun: Bool) -> BoardQuota.Lack? {
    let tidies = actions.allSatisfy { $0.purpose == .tidy }
    let use: BoardQuota.Use = tidies ? .tidy : wasBegun ? .finish : .draw
    // The exact size of a single action does not matter, since it has at most 128 KiB.
    let bytes =
      actions.count == 1
      ? Log.entryOverhead
      : actions.reduce(0) { $0 + coding.encode(Operation($1)).count + Log.entryOverhead }
    let things = actions.count { if case .make = $0 { true } else { false } }
    return lack(for: use, things: things, bytes: bytes)
  }

  /// Returns the reason why this user has no room for so many more things and bytes; nil if there
  /// is room.
  package func lack(
    for use: BoardQuota.Use, things: Int = 1, bytes: Int = Log.entryOverhead
  ) -> BoardQuota.Lack? {
    quota.lack(
      for: use, things: picture.seenCount + things, charge: log.charge(of: author),
      bytes: bytes, in: log.allowance(of: author))
  }
}
