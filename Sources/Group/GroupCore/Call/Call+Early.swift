import EaselBase

// Messages between participants who joined at the same moment. The sender sends them when it hears
// of the other, and the receiver decides whether they are for it: clocks of two machines cannot be
// compared, but each knows of whom it knew when it joined, and how long ago that was.
extension Call {
  /// Notes when this member joins, and of whom it knows then.
  mutating func enter(_ session: SessionID, at now: Uptime) {
    let known = roster.index.present(in: session)
    seats[session]?.entry = SessionEntry(joinedAt: now, known: known)
    seats[session]?.early = EarlyMessages(joinedAt: now, known: Set(known.map(\.member)))
  }

  /// Before anything else is sent to participants that became known, they are sent what this member
  /// sent to all before.
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

  /// Whether a message is for this member that was sent before its sender knew of it.
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
