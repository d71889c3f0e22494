/// Who is in which session, by what all members say of themselves: kept up to date with each word,
/// since a call of many hears many.
struct SessionIndex: Hashable, Sendable {
  private var participants: [SessionID: Set<ParticipantID>] = [:]
  /// Those that their initiators tell of.
  private var held: Set<SessionID> = []

  /// Whether somebody is in it, or holds it open.
  func holds(_ session: SessionID) -> Bool {
    held.contains(session) || participants[session] != nil
  }

  /// In no order.
  func present(in session: SessionID) -> Set<ParticipantID> { participants[session] ?? [] }

  /// What a member says takes the place of what it said before.
  mutating func replace(
    _ old: Announcement?, with new: Announcement?, of member: MemberID
  ) {
    for (session, number) in old?.seats ?? [:] {
      participants[session]?.remove(ParticipantID(member, join: number))
      if participants[session]?.isEmpty == true { participants[session] = nil }
    }
    for record in old?.sessions ?? [] where record.id.initiator == member {
      held.remove(record.id)
    }
    for (session, number) in new?.seats ?? [:] {
      participants[session, default: []].insert(ParticipantID(member, join: number))
    }
    for record in new?.sessions ?? [] where record.id.initiator == member {
      held.insert(record.id)
    }
  }
}
