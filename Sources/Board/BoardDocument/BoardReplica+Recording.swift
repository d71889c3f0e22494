import BoardLog
import BoardModel
import EaselBase

// Recording the actions of this user.
extension BoardReplica {
  /// Whether the owner of the board has ended what this user draws on it.
  public var isRevoked: Bool { log.isRevoked(author) }

  /// Records one gesture of these actions, and shows it in the picture.
  ///
  /// - Parameters:
  ///   - wall: milliseconds since 1970.
  ///   - lasted: how many milliseconds the gesture took.
  public mutating func record(
    _ actions: [Operation.Action], at wall: Int64, lasted: Int64 = 0
  ) -> Recorded {
    var recorded = number(actions, at: wall, lasted: lasted)
    recorded.entries = recorded.entries.flatMap { hand($0) }
    return recorded
  }

  /// Records what is stored with the first gesture only, so that looking alone leaves no file behind.
  public mutating func hold(_ actions: [Operation.Action], at wall: Int64) -> Recorded {
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

  /// Where this user owns the board, ends what these authors write: what is not here yet never counts.
  public mutating func revoke(_ authors: [AuthorID], at wall: Int64) -> Recorded {
    let others = authors.filter { $0 != author }
    return record(Revocation(of: others, in: log, allowsNewReplicas: false), at: wall)
  }

  /// Where this user owns the board, lets an author draw again who was revoked: what they write from now on
  /// counts.
  public mutating func allowAgain(_ author: AuthorID, at wall: Int64) -> Recorded {
    guard log.isRevoked(author) else { return Recorded() }
    return record(Revocation(of: [author], in: log, allowsNewReplicas: true), at: wall)
  }

  /// Only the owner's revocations count, so that nobody else records any.
  public mutating func record(_ revocation: Revocation, at wall: Int64) -> Recorded {
    var recorded = Recorded()
    guard log.genesis.author == author, !revocation.authors.isEmpty else { return recorded }
    keepReplicaUsable()
    let entry = log.record(revocation.encoded(), as: birth, for: .revoke, at: wall, lasted: 0)
    if let entry { recorded.entries = hand(entry) } else { recorded.lack = .tidying }
    return recorded
  }

  // MARK: Room

  /// Says what a gesture of these actions has no room for, before it is recorded; nil if it has room.
  ///
  /// - Parameter wasBegun: whether the hand has made it since there was room for it.
  public func lack(for actions: [Operation.Action], wasBegun: Bool) -> BoardQuota.Lack? {
    let tidies = actions.allSatisfy { $0.purpose == .tidy }
    let use: BoardQuota.Use = tidies ? .tidy : wasBegun ? .finish : .draw
    // Of a single one there is no need to know: it has 128 KiB at the most.
    let bytes =
      actions.count == 1
      ? Log.entryOverhead
      : actions.reduce(0) { $0 + coding.encode(Operation($1)).count + Log.entryOverhead }
    let things = actions.count { if case .make = $0 { true } else { false } }
    return lack(for: use, things: things, bytes: bytes)
  }

  /// Says what so many more things and bytes of this user have no room for; nil if they have room.
  public func lack(
    for use: BoardQuota.Use, things: Int = 1, bytes: Int = Log.entryOverhead
  ) -> BoardQuota.Lack? {
    room.lack(
      for: use, things: picture.seenCount + things, charge: log.charge(of: author),
      bytes: bytes, in: log.allowance(of: author))
  }
}
