import EaselBase
import GroupBase

/// Keeps the messages of all members until they are complete: the pieces of reliable streams, and
/// the pieces of messages that are not sent again. The total number of bytes is bounded. Beyond the
/// bound, the sender with the most bytes here loses all of them: it begins its stream anew, and its
/// other incomplete messages are lost.
struct Inboxes: Hashable, Sendable {
  private var inboxes: [MemberID: Inbox] = [:]
  private var joiners: [MemberID: PieceJoiner] = [:]
  private var budget = ByteBudget(
    drawers: bytesMax - watcherBytesMax, watchers: watcherBytesMax)

  static let countMax = 1_024
  static let bytesMax = 32 << 20
  static let watcherBytesMax = 8 << 20

  subscript(sender: MemberID) -> Inbox? { inboxes[sender] }

  var count: Int { inboxes.count }
  /// Bytes that are kept of all members.
  var bytes: Int { budget.drawerBytes + budget.watcherBytes }
  /// Bytes that are kept of members that only watch.
  var watcherBytes: Int { budget.watcherBytes }
  /// The largest number of pieces that one inbox holds behind a gap.
  var load: Int { inboxes.values.lazy.map(\.load).max() ?? 0 }

  /// - Parameter isPresent: whether a member is in the call. If there are too many inboxes, the
  ///   inboxes of absent members are removed.
  /// - Returns: nil if there is no room for another sender.
  mutating func receive(
    _ item: StreamItem, from sender: MemberID, isWatcher: Bool, as reader: MemberID,
    isPresent: (MemberID) -> Bool, at now: Uptime
  ) -> Inbox.Received? {
    if inboxes[sender] == nil {
      if inboxes.count >= Self.countMax {
        for gone in inboxes.keys where !isPresent(gone) { remove(gone) }
      }
      guard inboxes.count < Self.countMax else { return nil }
      inboxes[sender] = Inbox()
    }
    let received = inboxes[sender]?.receive(item, as: reader, at: now)
    giveUpFullest(afterHearing: sender, isWatcher: isWatcher)
    return received
  }

  /// Adds a piece of a message that is not sent again.
  ///
  /// - Returns: the message that the piece completes.
  mutating func join(_ piece: Piece, from sender: MemberID, isWatcher: Bool) -> [UInt8]? {
    let whole = joiners[sender, default: PieceJoiner()].add(piece)
    if joiners[sender]?.isEmpty == true { joiners[sender] = nil }
    giveUpFullest(afterHearing: sender, isWatcher: isWatcher)
    return whole
  }

  mutating func remove(_ sender: MemberID) {
    inboxes[sender] = nil
    joiners[sender] = nil
    budget.shrink(to: 0, of: sender)
  }

  /// Drops a sender's pieces of messages that are not sent again, and keeps its stream.
  mutating func removePieces(of sender: MemberID) {
    joiners[sender] = nil
    budget.shrink(to: bytes(of: sender), of: sender)
  }

  private func bytes(of sender: MemberID) -> Int {
    (inboxes[sender]?.bytes ?? 0) + (joiners[sender]?.bytes ?? 0)
  }

  private mutating func giveUpFullest(afterHearing sender: MemberID, isWatcher: Bool) {
    for fullest in budget.note(bytes(of: sender), of: sender, isWatcher: isWatcher) {
      joiners[fullest] = nil
      // If no piece of its stream waits here, the stream goes on.
      if inboxes[fullest]?.bytes ?? 0 > 0 { inboxes[fullest] = nil }
    }
  }
}
