import EaselBase
import GroupBase

/// The known sessions of the call, and the records that this member announces.
struct SessionRecords: Sendable {
  private let me: MemberID
  private var records: [SessionID: SessionRecord] = [:]
  /// The records in this member's announcement, as they were when it was last changed.
  private(set) var listed: [SessionRecord] = []
  /// The members that were in the call when this member began a session.
  private var witnesses: [SessionID: Set<MemberID>] = [:]
  private var lastActivation: UInt32 = 0
  /// The ended sessions that had participants at the last beat, and whose end nobody announced.
  private var unheard: Set<SessionID> = []

  /// The most sessions that this member records at once from the announcements of others.
  static let recordsMax = 256

  init(me: MemberID) { self.me = me }

  subscript(session: SessionID) -> SessionRecord? { records[session] }
  var count: Int { records.count }
  /// The records, ascending by session.
  var sorted: [SessionRecord] { records.sorted { $0.key < $1.key }.map(\.value) }

  // MARK: Merging

  /// Returns whether the initiator of a session announces it with another identifier than before.
  /// The old session is then over.
  func isContradicted(by record: SessionRecord, from sender: MemberID) -> Bool {
    guard record.isSound, let known = records[record.id] else { return false }
    return known.identifier != record.identifier && record.id.initiator == sender
  }

  /// - Parameter sender: the member that sent the record. If it began the session, its record
  ///   replaces a record with another identifier.
  mutating func merge(_ record: SessionRecord, from sender: MemberID, _ index: SessionIndex) {
    guard record.isSound else { return }
    if isContradicted(by: record, from: sender) {
      records[record.id] = record.asFirst
    } else if records[record.id] != nil {
      records[record.id]?.merge(record)
    } else {
      guard records.count < Self.recordsMax || sender == me else { return }
      records[record.id] = record.asFirst
      // Members may have announced the end of the session before. At that time the session had no
      // participants, and `prune` had removed its record.
      for ended in index.records(ofEnded: record.id) { records[record.id]?.merge(ended) }
    }
  }

  /// If two members of one call began the same session at once, the session with the larger ID
  /// gives way. Its initiator decides this.
  mutating func giveWay() {
    for (mine, seen) in witnesses.sorted(by: { $0.key < $1.key }) {
      guard let record = records[mine], record.ending == nil else {
        witnesses[mine] = nil
        continue
      }
      let rival = records.values.filter { other in
        other.identifier == record.identifier && other.ending == nil && other.id < mine
          && seen.contains(other.id.initiator) && !other.besides.contains(mine)
          && !record.besides.contains(other.id)
      }.map(\.id).min()
      if let rival { records[mine]?.end(.replaced(by: rival)) }
    }
  }

  /// Removes the records that this member neither announces nor has to keep.
  mutating func prune(isKept: (SessionID) -> Bool) {
    let announced = Set(listed.map(\.id))
    records = records.filter { announced.contains($0.key) || isKept($0.key) }
  }

  // MARK: Changes by this member

  /// Records a new session that this member begins among these members.
  ///
  /// - Parameter isReplaced: whether the new session replaces a session of its kind.
  /// - Parameter isPresent: whether this member is in a session.
  mutating func begin(
    _ identifier: String, _ activity: [UInt8], among members: Set<MemberID>,
    isReplaced: (SessionID) -> Bool, isPresent: (SessionID) -> Bool
  ) -> SessionID? {
    guard lastActivation < .max else { return nil }
    lastActivation += 1
    let id = SessionID(me, activation: lastActivation)
    let kin = records.values.filter { $0.identifier == identifier && $0.ending == nil }.map(\.id)
    let replaced = kin.filter(isReplaced).sorted()
    let besides = kin.filter { !replaced.contains($0) }.sorted()
    records[id] = SessionRecord(
      id: id, identifier: identifier, besides: Array(besides.prefix(SessionRecord.besidesMax)),
      activity: .init(activity, edits: 0, editor: me))
    witnesses[id] = members
    for old in replaced {
      list(old, isPresent: isPresent)
      records[old]?.end(.replaced(by: id))
    }
    list(id, isPresent: isPresent)
    return id
  }

  mutating func end(_ session: SessionID) { records[session]?.end(.ended(by: me)) }

  mutating func edit(_ session: SessionID, _ activity: [UInt8]) {
    records[session]?.edit(activity, by: me)
  }

  // MARK: This member's announcement

  /// Adds a session's record to this member's announcement, in place of the oldest if there are too
  /// many.
  ///
  /// - Parameter isPresent: whether this member is in a session.
  mutating func list(_ session: SessionID, isPresent: (SessionID) -> Bool) {
    guard let record = records[session] else { return }
    listed.removeAll { $0.id == session }
    listed.append(record)
    while listed.count > Announcement.sessionsMax {
      listed.remove(at: listed.firstIndex { !isPresent($0.id) } ?? 0)
    }
    updateListed()
  }

  /// Removes a session from this member's announcement, unless its end has to be announced.
  mutating func unlist(_ session: SessionID) {
    if records[session]?.ending == nil { listed.removeAll { $0.id == session } }
  }

  mutating func updateListed() { listed = listed.map { records[$0.id] ?? $0 } }

  /// Adds ended sessions to this member's announcement, as far as there is room. Some participants
  /// may not have heard of the end, and the member that ended the session may be gone. So each
  /// member that knows of the end announces it.
  ///
  /// - Returns: whether there is anything to announce.
  mutating func listEnded(_ index: SessionIndex, isPresent: (SessionID) -> Bool) -> Bool {
    let announced = Set(listed.map(\.id))
    let ended = endedWithParticipants(index).filter { !announced.contains($0) }
    var hasNews = false
    for session in ended where makeRoomForEnded(index) {
      list(session, isPresent: isPresent)
      hasNews = true
    }
    return hasNews
  }

  /// Opens the ended sessions again in which others go on, for a member that may only watch: nobody
  /// believes its announcement of an end. Any member that may draw and knows of the end announces it
  /// at its next beat. So the session goes on if nobody did so between two beats.
  mutating func reopenUnheard(_ index: SessionIndex) {
    let ended = endedWithParticipants(index).filter { index.records(ofEnded: $0).isEmpty }
    for session in ended where unheard.contains(session) { records[session]?.reopen() }
    unheard = Set(ended.filter { records[$0]?.ending != nil })
  }

  private func endedWithParticipants(_ index: SessionIndex) -> [SessionID] {
    records.values.filter { $0.ending != nil && !index.present(in: $0.id).isEmpty }
      .map(\.id).sorted()
  }

  /// Makes room for one record. Only the record of an ended session that has no more participants
  /// gives way: otherwise two records would replace each other for ever.
  private mutating func makeRoomForEnded(_ index: SessionIndex) -> Bool {
    if listed.count < Announcement.sessionsMax { return true }
    let heard = listed.firstIndex { $0.ending != nil && index.present(in: $0.id).isEmpty }
    if let heard { listed.remove(at: heard) }
    return heard != nil
  }
}
