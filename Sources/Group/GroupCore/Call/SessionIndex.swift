import EaselBase
import GroupBase

/// The participants of each session, according to the announcements of all members. Each
/// announcement updates the index, since a call with many members receives many announcements.
struct SessionIndex: Hashable, Sendable {
  private var participants: [SessionID: Set<ParticipantID>] = [:]
  /// The sessions that their initiators announce.
  private var held: Set<SessionID> = []
  /// The records of sessions that members know to have ended.
  private var ended: [SessionID: [MemberID: SessionRecord]] = [:]

  /// Returns whether a session has a participant or is held open by its initiator.
  func holds(_ session: SessionID) -> Bool {
    held.contains(session) || participants[session] != nil
  }

  /// Returns the participants of a session, in no order.
  func present(in session: SessionID) -> Set<ParticipantID> { participants[session] ?? [] }

  /// Returns the members' records of an ended session, in no order.
  func records(ofEnded session: SessionID) -> [SessionRecord] {
    ended[session].map { Array($0.values) } ?? []
  }

  /// Replaces the old announcement of a member by the new announcement.
  mutating func replace(
    _ old: Announcement?, with new: Announcement?, of member: MemberID
  ) {
    for (session, number) in old?.joinNumbers ?? [:] {
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
    for (session, number) in new?.joinNumbers ?? [:] {
      participants[session, default: []].insert(ParticipantID(member, join: number))
    }
    for record in new?.sessions ?? [] where record.id.initiator == member {
      held.insert(record.id)
    }
  }
}
