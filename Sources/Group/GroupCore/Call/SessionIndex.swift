import EaselBase

/// Who is in which session, by what all members say of themselves: kept up to date with each word,
/// since a call of many hears many.
struct SessionIndex: Hashable, Sendable {
  private var participants: [SessionID: Set<ParticipantID>] = [:]
  /// Those that their initiators tell of.
  private var held: Set<SessionID> = []
  /// The records of sessions that members know to have ended.
  private var ended: [SessionID: [MemberID: SessionRecord]] = [:]

  /// Whether somebody is in it, or holds it open.
  func holds(_ session: SessionID) -> Bool {
    held.contains(session) || participants[session] != nil
  }

  /// In no order.
  func present(in session: SessionID) -> Set<ParticipantID> { participants[session] ?? [] }

  /// What members tell of a session that ended, in no order.
  func tellings(ofEnded session: SessionID) -> [SessionRecord] {
    ended[session].map { Array($0.values) } ?? []
  }

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
    for record in old?.sessions ?? [] {
      ended[record.id]?[member] = nil
      if ended[record.id]?.isEmpty == true { ended[record.id] = nil }
    }
    for record in new?.sessions ?? [] where record.ending != nil {
      ended[record.id, default: [:]][member] = record
    }
    for (session, number) in new?.seats ?? [:] {
      participants[session, default: []].insert(ParticipantID(member, join: number))
    }
    for record in new?.sessions ?? [] where record.id.initiator == member {
      held.insert(record.id)
    }
  }
}
