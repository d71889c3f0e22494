import EaselBase

extension Call {
  /// Who has not acknowledged all that was sent there reliably, ascending.
  public var awaited: [MemberID] { outbox.lacking(.max) }

  /// All that grows with what others say.
  public var queues: [QueueLoad] {
    let announcements = Roster.membersMax * (Announcement.sessionsMax + 1)
    return [
      // What is sent while there is room may be one message more.
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
