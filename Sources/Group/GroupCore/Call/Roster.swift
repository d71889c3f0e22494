import EaselBase
import GroupBase
import OrderedCollections

/// The other members of the call, and their announcements.
struct Roster: Sendable {
  private(set) var members: [MemberID: Member] = [:]
  private(set) var index = SessionIndex()
  /// The members that sent a farewell or were expelled. Messages that still come from them were
  /// sent before that and are ignored. The member that left first comes first.
  private var departed: OrderedSet<MemberID> = []
  /// The sessions of the members that fell silent. A member that comes back continues its stream
  /// where it was. This member must therefore know the sessions of the other before it handles the
  /// first message.
  private var silent: [MemberID: Silent] = [:]
  private var lastArrival: UInt64 = 0
  private var lastSilent: UInt64 = 0
  /// The total size of all announcements, in bytes.
  private(set) var weight = 0

  private struct Silent: Hashable {
    let announcement: Announcement
    let since: Uptime
    let rank: AdmissionRule.Rank
    /// A member that fell silent later has a larger number.
    let order: UInt64
  }

  /// When all announcements together would have more bytes, this member ignores the sessions in a
  /// new announcement.
  static let weightMax = 8 << 20
  /// The sessions of a member that fell silent are forgotten after this many milliseconds.
  static let forgetAfter: Int64 = 3_600_000

  static let membersMax = AdmissionRule.members.capacity
  static let departedMax = 1_024
  /// After a silence of this many milliseconds, a member is treated as gone.
  static let silenceMax: Int64 = 10_000
  /// A member is asked again for its announcement after this many milliseconds.
  static let askEvery: Int64 = 300

  struct Member: Hashable, Sendable {
    var lastHeard: Uptime
    /// Nil until it arrives.
    var announcement: Announcement?
    var askedAt: Uptime?
    /// A later member has a larger number.
    var arrival: UInt64 = 0
    /// The member's rank when it was last heard.
    var rank = AdmissionRule.Rank.drawer
  }

  var queue: QueueLoad { QueueLoad("members", members.count, of: Self.membersMax) }

  /// Whether a member is new in the call, and the roster has no place for it.
  func needsRoom(for member: MemberID, _ rank: AdmissionRule.Rank) -> Bool {
    members[member] == nil && !hasLeft(member) && !isOpen(to: rank)
  }

  private func isOpen(to rank: AdmissionRule.Rank) -> Bool {
    AdmissionRule.members.isOpen(
      to: rank, taken: members.count, watchers: members.values.count { $0.rank == .watcher })
  }

  /// Returns whether a member only watched when it was last heard; false for an unknown member.
  func isWatcher(_ member: MemberID) -> Bool { members[member]?.rank == .watcher }

  /// - Returns: whether the member is new and was added.
  mutating func heard(
    _ member: MemberID, _ rank: AdmissionRule.Rank = .drawer, at now: Uptime
  ) -> Bool {
    guard !departed.contains(member) else { return false }
    if members[member] != nil {
      members[member]?.lastHeard = now
      members[member]?.rank = rank
      return false
    }
    guard isOpen(to: rank) else { return false }
    lastArrival += 1
    members[member] = Member(lastHeard: now, announcement: nil, arrival: lastArrival, rank: rank)
    set(silent.removeValue(forKey: member)?.announcement, of: member)
    return true
  }

  /// - Returns: whether the announcement is new and was accepted.
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

  /// Returns whether this member has to ask another member for its announcement now.
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
    departed.append(member)
    if departed.count > Self.departedMax { departed.removeFirst() }
  }

  /// Returns the member that gives its place up for a new member when all places are taken; see
  /// ``AdmissionRule/members``.
  ///
  /// One member may bring any number of real or invented members along. These must not exclude the
  /// members that come over other links. Members are therefore counted by the link over which they
  /// came.
  ///
  /// - Parameter rank: the rank of the new member.
  func memberToReplace(
    by rank: AdmissionRule.Rank, over link: LinkID, routes: [MemberID: LinkID]
  ) -> MemberID? {
    AdmissionRule.members.occupantToReplace(
      by: rank, from: link,
      among: members.map { member, known in
        AdmissionRule.Occupant(member, known.rank, by: routes[member], order: known.arrival)
      })
  }

  /// Removes a member. It may get a place again when there is room.
  mutating func remove(_ member: MemberID) {
    set(nil, of: member)
    members[member] = nil
  }

  /// Removes the members that fell silent, and returns them.
  mutating func expire(at now: Uptime) -> [MemberID] {
    let gone = members.filter { now.since($0.value.lastHeard) >= Self.silenceMax }.keys.sorted()
    for member in gone {
      let rank = members[member]?.rank ?? .watcher
      // Version 0, so that the roster accepts the member's next announcement with any version.
      let joins = members[member]?.announcement.map {
        Announcement(
          version: 0, profile: MemberProfile(kind: $0.profile.kind, name: $0.profile.name),
          joins: $0.joins)
      }
      set(nil, of: member)
      members[member] = nil
      if let joins { remember(joins, ofSilent: member, rank, since: now) }
    }
    if !gone.isEmpty { silent = silent.filter { now.since($0.value.since) < Self.forgetAfter } }
    return gone
  }

  private mutating func remember(
    _ announcement: Announcement, ofSilent member: MemberID, _ rank: AdmissionRule.Rank,
    since now: Uptime
  ) {
    let rule = AdmissionRule.silentMembers
    if !rule.isOpen(
      to: rank, taken: silent.count, watchers: silent.values.count { $0.rank == .watcher })
    {
      let replaced = rule.occupantToReplace(
        by: rank, from: 0,
        among: silent.map { AdmissionRule.Occupant($0, $1.rank, by: 0, order: $1.order) })
      guard let replaced else { return }
      silent[replaced] = nil
    }
    lastSilent += 1
    silent[member] = Silent(
      announcement: announcement, since: now, rank: rank, order: lastSilent)
  }

  /// The announcements of the members that fell silent.
  var silentMembers: [MemberID: Announcement] { silent.mapValues(\.announcement) }

  /// Returns the profiles of the members that fell silent in one of these sessions.
  func silentMembers(in sessions: Set<SessionID>) -> [MemberID: MemberProfile] {
    silentMembers.filter { $0.value.joins.contains { sessions.contains($0.session) } }
      .mapValues(\.profile)
  }

  /// Returns whether another person is in the call; see ``Eligibility``.
  func isEligible(_ me: MemberID) -> Bool {
    Eligibility.isEligible(
      me, among: announcements.lazy.map { ($0.member, $0.announcement.profile.kind == .person) })
  }

  /// The time at which the first member will have been silent for too long.
  var deadline: Uptime? {
    members.values.lazy.map { $0.lastHeard }.min()?.advanced(by: Self.silenceMax)
  }

  /// Returns the only member of the call that can be dialled; see `Call.hub`.
  func hub(with me: MemberID, _ profile: MemberProfile) -> MemberID? {
    let known = announcements
    guard !known.isEmpty else { return nil }
    let dialable =
      known.filter { !$0.announcement.profile.addresses.isEmpty }.map(\.member)
      + (profile.addresses.isEmpty ? [] : [me])
    return dialable.count == 1 ? dialable[0] : nil
  }

  /// Returns the session of a member's participant; nil if the member has not announced the join.
  func session(of participant: ParticipantID) -> SessionID? {
    members[participant.member]?.announcement?.joins
      .first { $0.number == participant.join }?.session
  }

  /// The profiles of the members whose announcements are known.
  var profiles: [MemberID: MemberProfile] {
    Dictionary(uniqueKeysWithValues: announcements.map { ($0.member, $0.announcement.profile) })
  }

  /// The known announcements, in no order.
  var announcements: [(member: MemberID, announcement: Announcement)] {
    members.compactMap { member, known in known.announcement.map { (member, $0) } }
  }
}
