import EaselBase

// Who is heard where all places are taken: one member may bring any number of others along, made up or
// not, and they are not to keep those out who come by other ways.
extension Call {
  /// Whether what came is from somebody who has a place, or finds one: of the link behind which there
  /// are most, whoever came last gives theirs up. Who has none is not passed on either, so that those
  /// beyond have room as well. A member that may draw has the place of one that only watches, whatever
  /// link that one is behind, and no member that watches has the place of one that draws.
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
