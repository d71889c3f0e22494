import EaselBase

/// Who else is in the call, and what each said of itself.
struct Roster: Sendable {
  private(set) var members: [MemberID: Member] = [:]
  private(set) var index = SessionIndex()
  /// Who said goodbye: what still comes from there was sent before.
  private var departed: Set<MemberID> = []
  private var departures: [MemberID] = []
  /// In which sessions those were who fell silent. What such a one sends goes on where it was, so it has
  /// to be understood from the first word on.
  private var silent: [MemberID: Silent] = [:]
  private var lastPlace: UInt64 = 0
  /// Bytes of all announcements.
  private(set) var weight = 0

  private struct Silent: Hashable {
    let announcement: Announcement
    let since: Uptime
  }

  /// Where announcements have more bytes together, nothing is taken of the sessions that one tells of.
  static let weightMax = 8 << 20
  /// Nothing is known any more of who is silent for this long, milliseconds.
  static let forgetAfter: Int64 = 3_600_000

  static let membersMax = 1_024
  static let departedMax = 1_024
  /// Who was not heard for this long is gone, milliseconds.
  static let silenceMax: Int64 = 10_000
  /// One is asked again after this long, milliseconds.
  static let askEvery: Int64 = 300

  struct Member: Hashable, Sendable {
    var lastHeard: Uptime
    /// Nil until it came.
    var announcement: Announcement?
    var askedAt: Uptime?
    /// The larger, the later it came.
    var place: UInt64 = 0
    /// It may change nothing, as was seen when it was heard last.
    var isWatcher = false
  }

  var isFull: Bool { members.count >= Self.membersMax }

  /// - Returns: whether it is one that was not known.
  mutating func heard(
    _ member: MemberID, isWatcher: Bool = false, at now: Uptime
  ) -> Bool {
    guard !departed.contains(member) else { return false }
    if members[member] != nil {
      members[member]?.lastHeard = now
      members[member]?.isWatcher = isWatcher
      return false
    }
    guard !isFull else { return false }
    lastPlace += 1
    members[member] = Member(
      lastHeard: now, announcement: nil, place: lastPlace, isWatcher: isWatcher)
    set(silent.removeValue(forKey: member)?.announcement, of: member)
    return true
  }

  /// - Returns: whether it says something new.
  mutating func receive(_ announcement: Announcement, of member: MemberID) -> Bool {
    guard let known = members[member], announcement.isSound,
      announcement.version > known.announcement?.version ?? 0
    else { return false }
    let before = known.announcement?.weight ?? 0
    var announcement = announcement
    if weight - before + announcement.weight > Self.weightMax { announcement.sessions = [] }
    set(announcement, of: member)
    return true
  }

  private mutating func set(_ announcement: Announcement?, of member: MemberID) {
    weight += (announcement?.weight ?? 0) - (members[member]?.announcement?.weight ?? 0)
    index.replace(members[member]?.announcement, with: announcement, of: member)
    members[member]?.announcement = announcement
  }

  /// Whether the member has to be asked for what it says of itself.
  mutating func asks(_ member: MemberID, for version: UInt64, at now: Uptime) -> Bool {
    guard let known = members[member], known.announcement?.version ?? 0 < version else {
      return false
    }
    if let asked = known.askedAt, now.since(asked) < Self.askEvery { return false }
    members[member]?.askedAt = now
    return true
  }

  func hasLeft(_ member: MemberID) -> Bool { departed.contains(member) }

  mutating func departed(_ member: MemberID) {
    set(nil, of: member)
    members[member] = nil
    silent[member] = nil
    guard departed.insert(member).inserted else { return }
    departures.append(member)
    if departures.count > Self.departedMax { departed.remove(departures.removeFirst()) }
  }

  /// Who of some came last.
  func last(of some: [MemberID]) -> MemberID? {
    some.max { members[$0]?.place ?? 0 < members[$1]?.place ?? 0 }
  }

  /// It has no place any more, until there is room.
  mutating func remove(_ member: MemberID) {
    set(nil, of: member)
    members[member] = nil
  }

  /// Takes out who fell silent.
  mutating func expire(at now: Uptime) -> [MemberID] {
    let gone = members.filter { now.since($0.value.lastHeard) >= Self.silenceMax }.keys.sorted()
    for member in gone {
      // Version 0, so that the roster accepts the next announcement of the member whatever its version.
      let joins = members[member]?.announcement.map {
        Announcement(
          version: 0, seat: MemberProfile(kind: $0.seat.kind, name: $0.seat.name), joins: $0.joins)
      }
      set(nil, of: member)
      members[member] = nil
      if let joins, silent.count < Self.membersMax {
        silent[member] = Silent(announcement: joins, since: now)
      }
    }
    if !gone.isEmpty { silent = silent.filter { now.since($0.value.since) < Self.forgetAfter } }
    return gone
  }

  /// The announcements of the members that fell silent.
  var silentMembers: [MemberID: Announcement] { silent.mapValues(\.announcement) }

  /// When somebody would be silent for too long.
  var deadline: Uptime? {
    members.values.lazy.map { $0.lastHeard }.min()?.advanced(by: Self.silenceMax)
  }

  /// What is known of each, in no order.
  var announcements: [(member: MemberID, announcement: Announcement)] {
    members.compactMap { member, known in known.announcement.map { (member, $0) } }
  }
}
