import BoardContract
import EaselBase
import GroupBase
import GroupSecurity
import OpenGroupActivities
import SessionCore

/// The members of the call as the moderator's sheet shows them. New keys go only to these members.
@MainActor final class MemberList {
  private let system: GroupSystem
  private let rights: Rights
  private let report: (BoardEvent) -> Void
  /// The list as last reported to the user.
  private var reported: [CallMember] = []
  private var isHost = false
  /// The members by the ids that the user sees.
  private var members: [ParticipantUUID: MemberID] = [:]

  /// The maximum number of members that fit into a change of keys, besides the host itself.
  static let countMax = Rotation.membersMax - 1

  init(_ system: GroupSystem, _ rights: Rights, report: @escaping (BoardEvent) -> Void) {
    (self.system, self.rights, self.report) = (system, rights, report)
  }

  /// Updates the list after members came or left, or after their rights changed.
  func update(in runner: SessionRunner?) {
    let participants = runner?.otherParticipants ?? [:]
    var names = system.seenNames.merging(system.silentNames) { seen, _ in seen }
    for member in participants.keys where names[member] == nil { names[member] = "" }
    let (seen, companions) = (Set(system.seenNames.keys), rights.companions)
    func id(_ member: MemberID) -> ParticipantUUID {
      participants[member] ?? ParticipantUUID(Bytes16(high: .max, low: member.raw))
    }
    let all = names.map { member, name in
      let mayDraw = rights.mayDraw(member)
      let kind = ParticipantKind(system.kind(of: member), mayDraw: mayDraw)
      let shown = kind == .display ? "screen of \(name)" : name
      return CallMember(
        id: id(member), name: SafeText(shown, limit: .name), mayDraw: mayDraw,
        location: participants[member] != nil ? .session : seen.contains(member) ? .call : .away,
        companions: Set((companions[member] ?? []).filter { names[$0] != nil }.map(id)),
        way: way(to: member))
    }
    members = Dictionary(names.keys.map { (id($0), $0) }) { first, _ in first }
    let new = Self.inOrder(all, after: reported)
    guard new != reported || rights.isHost != isHost else { return }
    (reported, isHost) = (new, rights.isHost)
    report(.call(.members(new, isHost: isHost)))
  }

  /// Returns the way to a member; nil within one process. A neighbour without a name is a relay of an
  /// ssh login.
  private func way(to member: MemberID) -> CallMember.Way? {
    guard let (neighbour, name, medium) = system.way(to: member), medium != .memory else {
      return nil
    }
    let words = medium.map { "\($0)" } ?? "link"
    if neighbour == member { return CallMember.Way(words) }
    if name == nil, system.kind(of: neighbour) == .relay { return CallMember.Way("ssh") }
    return CallMember.Way(words, through: SafeText(name ?? "", limit: .name))
  }

  /// Sorts the members, and drops the last ones if there is no room: members that may draw come
  /// before watchers, and in each group the members known before come first.
  static func inOrder(_ all: [CallMember], after reported: [CallMember] = []) -> [CallMember] {
    let known = Set(reported.map(\.id))
    func rank(_ member: CallMember) -> (Int, Int, Int, ParticipantUUID) {
      (
        member.mayDraw ? 0 : 1, known.contains(member.id) ? 0 : 1, member.location.rawValue,
        member.id
      )
    }
    return Array(all.sorted { rank($0) < rank($1) }.prefix(countMax))
  }

  /// Returns the member with an id that the user sees; nil if the member has gone.
  func member(_ id: ParticipantUUID) -> MemberID? { members[id] }

  /// All members that the sheet shows.
  var all: [MemberID] { reported.compactMap { members[$0.id] } }
}
