/// The inboxes of all members. What they hold together is bounded: the fullest is given up then, and its
/// sender begins its stream anew.
struct Inboxes: Hashable, Sendable {
  private var inboxes: [MemberID: Inbox] = [:]
  private var watchers: Set<MemberID> = []
  /// Bytes that all of them hold.
  private(set) var bytes = 0
  /// … those of members who only watch.
  private(set) var watcherBytes = 0

  static let countMax = 1_024
  static let bytesMax = 32 << 20
  static let watcherBytesMax = 8 << 20

  subscript(sender: MemberID) -> Inbox? { inboxes[sender] }

  var count: Int { inboxes.count }
  /// The inbox with the most pieces behind a gap.
  var load: Int { inboxes.values.lazy.map(\.load).max() ?? 0 }

  /// - Parameter isPresent: whether a member is in the call: the inboxes of others give way where there are
  ///   too many.
  /// - Returns: nil where there is no room for one more sender.
  mutating func receive(
    _ item: StreamItem, from sender: MemberID, isWatcher: Bool, as reader: MemberID,
    isPresent: (MemberID) -> Bool, at now: Uptime
  ) -> Inbox.Taken? {
    if inboxes[sender] == nil {
      if inboxes.count >= Self.countMax {
        for gone in inboxes.keys where !isPresent(gone) { remove(gone) }
      }
      guard inboxes.count < Self.countMax else { return nil }
      inboxes[sender] = Inbox()
    }
    let isKnownWatcher = watchers.contains(sender)
    let before = inboxes[sender]?.bytes ?? 0
    if isKnownWatcher != isWatcher {
      if isWatcher { watchers.insert(sender) } else { watchers.remove(sender) }
      watcherBytes += isWatcher ? before : -before
    }
    let taken = inboxes[sender]?.take(item, as: reader, at: now)
    let growth = (inboxes[sender]?.bytes ?? 0) - before
    bytes += growth
    if isWatcher { watcherBytes += growth }
    while watcherBytes > Self.watcherBytesMax { removeFullest(watchers.contains) }
    while bytes > Self.bytesMax { removeFullest { _ in true } }
    return taken
  }

  mutating func remove(_ sender: MemberID) {
    let held = inboxes.removeValue(forKey: sender)?.bytes ?? 0
    bytes -= held
    if watchers.remove(sender) != nil { watcherBytes -= held }
  }

  private mutating func removeFullest(_ isMeant: (MemberID) -> Bool) {
    let fullest = inboxes.filter { isMeant($0.key) }
      .max { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) }
    if let fullest { remove(fullest.key) }
  }
}
