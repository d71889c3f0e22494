import EaselBase
import GroupBase
import GroupSecurity

// Determines the members that a change of keys affects.
extension EpochState {
  /// Returns a change of keys that affects these members, and the members that came in only through
  /// them; see `Membership.renew`.
  func renewal(
    puttingOut putOut: [MemberID], roles: [MemberID: Role], keeping named: [MemberID]?,
    sparing spared: [MemberID]
  ) -> Renewal {
    func key(_ member: MemberID) -> [UInt8]? { identityKey(of: member.raw) }
    let spared = Set(spared.compactMap(key) + [ownIdentityKey])
    let bringing = bringing
    func companions(_ member: MemberID) -> [[UInt8]] {
      key(member).map { bringing.companions(of: $0, sparing: spared) } ?? []
    }
    var renewal = Renewal(
      putOut: putOut.compactMap(key), named: named.map { Set($0.map(\.raw)) })
    for person in putOut.flatMap(companions) where !renewal.putOut.contains(person) {
      renewal.putOut.append(person)
    }
    for (member, role) in roles where role == .watch {
      for person in companions(member) { renewal.roles[person] = role }
    }
    for (member, role) in roles { if let key = key(member) { renewal.roles[key] = role } }
    return renewal
  }

  /// For each member, the other members that a ruling about it also affects; see
  /// `Membership.companions`.
  var companions: [MemberID: Set<MemberID>] {
    let (people, bringing, own) = (people, bringing, ownIdentityKey)
    var companions: [MemberID: Set<MemberID>] = [:]
    for (person, runs) in people
    where person != own && (runs.count > 1 || bringing.hasBrought(person)) {
      let all = bringing.companions(of: person, sparing: [own])
      let members = Set(all.flatMap { people[$0] ?? [] })
      for run in runs { companions[run] = members.subtracting([run]) }
    }
    return companions
  }
}
