import EaselBase

extension Call {
  /// The members that have not acknowledged all that was sent to them reliably, ascending.
  public var awaited: [MemberID] { outbox.lacking(.max) }

  /// The load of all queues that grow with the messages of other members.
  public var queues: [QueueLoad] {
    let announcements = Roster.membersMax * (Announcement.sessionsMax + 1)
    return [
      // A message that is accepted while there is room may exceed the bound by its own size.
      QueueLoad(
        "bytes to be acknowledged", outbox.bytes, of: Outbox.bytesMax + Outbox.lineBytesMax),
      QueueLoad("streams", inboxes.count, of: Inboxes.countMax),
      QueueLoad("bytes in streams", inboxes.bytes, of: Inboxes.bytesMax),
      QueueLoad("bytes of watchers", inboxes.watcherBytes, of: Inboxes.watcherBytesMax),
      QueueLoad("rates", rates.count, of: Roster.membersMax),
      QueueLoad("pieces behind gaps", inboxes.load, of: Inbox.waitingMax),
      QueueLoad("members", roster.members.count, of: Roster.membersMax),
      QueueLoad("origins", router.seen.count, of: Router.originsMax),
      QueueLoad("links", router.links.count, of: Router.linksMax),
      QueueLoad("sessions", records.count, of: announcements),
      QueueLoad("sessions left", released.count, of: Self.releasedMax),
    ]
  }
}
