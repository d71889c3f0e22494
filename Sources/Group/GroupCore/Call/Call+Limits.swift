import EaselBase
import GroupBase

// Limits on the messages of members that may be invented.
extension Call {
  /// Returns whether the origin of a message has a place or gets one. If not, this member does not
  /// pass the message on either, so that the members beyond have room as well.
  mutating func hasPlace(for message: LinkMessage, over link: LinkID) -> Bool {
    guard case .envelope(let envelope) = message, envelope.origin != me,
      roster.needsRoom(for: envelope.origin, incoming.rank)
    else { return true }
    let replaced = roster.memberToReplace(
      by: incoming.rank, over: link, routes: router.routes)
    guard let replaced, envelope.to.includes(me) else { return replaced != nil }
    roster.remove(replaced)
    router.forget(replaced)
    gone(replaced)
    return true
  }

  /// Whether an envelope is within the rate of its origin. This member drops an envelope beyond the
  /// rate: it neither handles nor forwards it, and keeps the link. Members that may draw have no
  /// rate, since an activity may send many messages a second. The limit on reading from their link
  /// is enough.
  mutating func isWithinRate(_ message: LinkMessage, over link: LinkID, at now: Uptime) -> Bool {
    guard incoming.isFromWatcher, case .envelope(let envelope) = message, envelope.origin != me
    else { return true }
    let messages = delivery.decode(envelope.body)
    incoming.messages = messages
    return rates.admit(
      messages, by: WatcherRates.Source(origin: envelope.origin, link: link),
      hasPlace: { [roster, router] source in
        roster.members[source.origin] != nil && router.routes[source.origin] == source.link
      }, at: now)
  }
}
