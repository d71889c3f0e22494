import EaselBase
import GroupBase
import GroupTesting
import Testing

// Members that dial by themselves. An address is a member's number.
extension CallWorld {
  /// Lets a member that finds itself an upstream see what has happened.
  mutating func redial(_ member: MemberID) {
    guard var redial = redials[member], let call = calls[member] else { return }
    let actions = redial.update(call, reaching: { _ in true }, at: now, using: &chance)
    redials[member] = redial
    for action in actions {
      switch action {
      case .dial(let address): attempt(member, address)
      case .hangUp(let link): close(link, of: member)
      }
    }
  }

  private mutating func attempt(_ member: MemberID, _ address: String) {
    guard let other = UInt64(address).map({ MemberID($0) }) else {
      Issue.record("an address that nobody told: \(address)")
      return
    }
    #expect(calls[member]?.neighbour(towards: other) == nil, "a dial into one's own subtree")
    #expect(redials[member]?.hasUpstream == false)
    dials += 1
    lastLink += 2
    let link = LinkID(lastLink)
    redials[member]?.dialled(link, at: now)
    if hanging.contains([member, other]) { return }
    let isRefused = refusing.contains([member, other]) || calls[other] == nil
    agenda.note(
      isRefused ? .breaks(link, at: member) : .answers(link, of: member, other),
      at: now.advanced(by: chance.among(weather.delayMilliseconds)))
  }

  /// A dial came through.
  mutating func connect(_ near: LinkID, of member: MemberID, to other: MemberID) {
    guard calls[member] != nil else { return }
    guard calls[other] != nil else {
      return agenda.note(.breaks(near, at: member), at: now)
    }
    let far = LinkID(near.raw + 1)
    links[member, default: [:]][near] = (other, far)
    links[other, default: [:]][far] = (member, near)
    update(member) { $0.opened(near, isDialled: true, at: $1) }
    update(other) { $0.opened(far, isDialled: false, at: $1) }
  }

  /// The members of each island of linked members, ascending.
  var islands: [[MemberID]] {
    var rest = Set(calls.keys)
    var all: [[MemberID]] = []
    while let first = rest.min() {
      var (island, edge): (Set<MemberID>, [MemberID]) = ([first], [first])
      while let member = edge.popLast() {
        for next in calls[member]?.neighbours ?? [] where island.insert(next).inserted {
          edge.append(next)
        }
      }
      all.append(island.sorted())
      rest.subtract(island)
    }
    return all
  }

  /// Whether all who are here are linked without a ring.
  var isTree: Bool { islands.count == 1 && linkCount == calls.count - 1 }

  func canDial(_ member: MemberID, _ other: MemberID) -> Bool {
    !refusing.contains([member, other]) && !hanging.contains([member, other])
  }
}
