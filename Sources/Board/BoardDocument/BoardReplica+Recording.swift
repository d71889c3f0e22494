import BoardLog
import BoardModel
import EaselBase

// Recording the actions of this user.
extension BoardReplica {
  /// Whether the owner of the board has revoked this user.
  package var isRevoked: Bool { log.isRevoked(author) }

  /// Records one gesture of these actions, and shows it in the picture.
  ///
  /// - Parameters:
  ///   - wall: milliseconds since 1970.
  ///   - lasted: how many milliseconds the gesture took.
  package mutating func record(
    _ actions: [Operation.Action], at wall: Int64, lasted: Int64 = 0
  ) -> Recorded {
    var recorded = number(actions, at: wall, lasted: lasted)
    recorded.entries = recorded.entries.flatMap { hand($0) }
    return recorded
  }

  /// Records a gesture that is stored together with the first later gesture, so that only looking
  /// at a board leaves no file behind.
  package mutating func hold(_ actions: [Operation.Action], at wall: Int64) -> Recorded {
    var recorded = number(actions, at: wall, lasted: 0)
    held += recorded.entries
    recorded.entries = []
    return recorded
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
        coding.decode.map { $0(payload) == operation } ?? true,
        "The own reader does not read what the own writer writes.")
      let entry = log.record(
        payload, as: birth, for: action.purpose, at: wall, lasted: UInt32(clamping: lasted))
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

  /// If this user owns the board, revokes these authors: entries of theirs that are not here yet
  /// never count.
  package mutating func revoke(_ authors: [AuthorID], at wall: Int64) -> Recorded {
    let others = authors.filter { $0 != author }
    return record(Revocation(of: others, in: log, allowsNewReplicas: false), at: wall)
  }

  /// If this user owns the board, lets a revoked author draw again: entries that they write from
  /// now on count.
  package mutating func allowAgain(_ author: AuthorID, at wall: Int64) -> Recorded {
    guard log.isRevoked(author) else { return Recorded() }
    return record(Revocation(of: [author], in: log, allowsNewReplicas: true), at: wall)
  }

  /// Records a revocation if this user owns the board. Only the owner's revocations count, so no
  /// other user records any.
  package mutating func record(_ revocation: Revocation, at wall: Int64) -> Recorded {
    var recorded = Recorded()
    guard log.genesis.author == author, !revocation.authors.isEmpty else { return recorded }
    keepReplicaUsable()
    let entry = log.record(revocation.encoded(), as: birth, for: .revoke, at: wall, lasted: 0)
    if let entry { recorded.entries = hand(entry) } else { recorded.lack = .tidying }
    return recorded
  }

  // MARK: Room

  /// Returns what a gesture of these actions has no room for, before it is recorded; nil if it has
  /// room.
  ///
  /// - Parameter wasBegun: whether the gesture was begun while there was room for it.
  package func lack(for actions: [Operation.Action], wasBegun: Bool) -> BoardQuota.Lack? {
    let tidies = actions.allSatisfy { $0.purpose == .tidy }
    let use: BoardQuota.Use = tidies ? .tidy : wasBegun ? .finish : .draw
    // The size of a single action need not be known: it has at most 128 KiB.
    let bytes =
      actions.count == 1
      ? Log.entryOverhead
      : actions.reduce(0) { $0 + coding.encode(Operation($1)).count + Log.entryOverhead }
    let things = actions.count { if case .make = $0 { true } else { false } }
    return lack(for: use, things: things, bytes: bytes)
  }

  /// Returns what so many more things and bytes of this user have no room for; nil if they have
  /// room.
  package func lack(
    for use: BoardQuota.Use, things: Int = 1, bytes: Int = Log.entryOverhead
  ) -> BoardQuota.Lack? {
    room.lack(
      for: use, things: picture.seenCount + things, charge: log.charge(of: author),
      bytes: bytes, in: log.allowance(of: author))
  }
}
