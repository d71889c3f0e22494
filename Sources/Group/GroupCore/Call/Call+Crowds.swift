import EaselBase

// Chooses the members that keep a place when all places are taken. One member may bring any number
// of real or invented members along. These must not exclude the members that come over other links.
extension Call {
  /// Returns whether the origin of a message has a place or gets one. The link with the most
  /// members behind it loses a place: the member that came last there gives its place up. A message
  /// from an origin without a place is not passed on either, so that the members beyond have room
  /// as well. A member that may draw gets the place of a watcher, whichever link that watcher is
  /// behind. A watcher never gets the place of a member that draws.
  mutating func hasPlace(for message: LinkMessage, over link: LinkID) -> Bool {
    guard roster.isFull, case .envelope(let envelope) = message, envelope.origin != me,
      roster.members[envelope.origin] == nil, !roster.hasLeft(envelope.origin)
    else { return true }
    let watchers = roster.members.filter(\.value.isWatcher).keys
    let replacesWatcher = !isFromWatcher && !watchers.isEmpty
    let givers = isFromWatcher || replacesWatcher ? Array(watchers) : Array(roster.members.keys)
    let crowds = Dictionary(grouping: givers) { router.routes[$0] }
    let most = crowds.max { one, other in
      (one.value.count, one.key?.raw ?? 0) < (other.value.count, other.key?.raw ?? 0)
    }
    guard let crowd = most?.value,
      replacesWatcher || crowd.count > (crowds[link]?.count ?? 0) + 1,
      let last = roster.last(of: crowd)
    else { return false }
    guard envelope.to.includes(me) else { return true }
    roster.remove(last)
    router.forget(last)
    gone(last)
    return true
  }
}
