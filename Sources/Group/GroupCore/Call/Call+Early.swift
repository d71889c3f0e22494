import EaselBase

// Messages between participants who joined at the same moment. The sender sends them when it hears
// of the other participant, and the receiver decides whether they are meant for it. Clocks of two
// machines cannot be compared, but each member knows which participants it knew when it joined, and
// how long ago that was.
extension Call {
  /// Notes when this member joins, and the participants that it knows then.
  mutating func enter(_ session: SessionID, at now: Uptime) {
    let known = roster.index.present(in: session)
    seats[session]?.entry = SessionEntry(joinedAt: now, known: known)
    seats[session]?.early = EarlyMessages(joinedAt: now, known: Set(known.map(\.member)))
  }

  /// Sends to new participants, before any other message, the messages that this member sent to all
  /// before it knew of them.
  mutating func sendEarlyMessages(at now: Uptime) {
    for (session, seat) in seats.sorted(by: { $0.key < $1.key }) {
      guard var early = seat.early else { continue }
      guard !early.isOver(at: now) else {
        seats[session]?.early = nil
        continue
      }
      let newcomers = early.reach(Set(roster.index.present(in: session).map(\.member)))
      guard !newcomers.isEmpty else { continue }
      seats[session]?.early = early
      for kept in early.messages {
        let age = UInt64(clamping: now.since(kept.sentAt))
        send(newcomers, .earlierMessage(kept.message, age: age), at: now)
      }
    }
  }

  /// Returns whether a message is for this member although its sender sent it before it knew of
  /// this member.
  func isReader(
    of message: SeatMessage, sentBefore age: UInt64, by origin: MemberID, at now: Uptime
  ) -> Bool {
    let joins = roster.members[origin]?.announcement?.joins ?? []
    guard let session = joins.first(where: { $0.number == message.join })?.session,
      let entry = seats[session]?.entry
    else { return false }
    return entry.mayPrecede(age, from: ParticipantID(origin, join: message.join), at: now)
  }
}
