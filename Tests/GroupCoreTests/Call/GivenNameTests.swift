import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// A member that is let in under a name.
@Suite struct GivenNameTests {
  private let now = Uptime(milliseconds: 0)

  /// The member that let the guest in, between the guest and another neighbour.
  private func host() -> Call {
    var call = Call(me: MemberID(5), profile: MemberProfile(), coding: WireCoding.call, at: now)
    for (link, member) in [(LinkID(1), MemberID(8)), (LinkID(2), MemberID(9))] {
      _ = call.opened(link, isDialled: false, at: now)
      _ = call.received(.hello(member, path: []), over: link, at: now)
    }
    return call
  }

  private func hear(_ name: String?, under given: String?, in call: inout Call) -> [Call.Action] {
    let profile = MemberProfile(name: name.map { SafeText($0, limit: .name) })
    let payload = WireCoding.call.encodePayload(
      .announcement(Announcement(version: 1, profile: profile)))
    let item = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(call.me, previous: 0)],
      content: payload)
    return [CallMessage.beat(version: 1), .item(item)].enumerated().flatMap { number, body in
      let envelope = Envelope(
        origin: MemberID(8), number: UInt64(number) + 1, to: .everyone, body: body.encoded())
      return call.received(
        .envelope(envelope), over: LinkID(1),
        givenName: given.map { SafeText($0, limit: .name) }, at: now)
    }
  }

  private func isPassedOn(_ actions: [Call.Action]) -> Int {
    actions.count {
      if case .transmit(.envelope(let envelope), LinkID(2)) = $0 {
        envelope.origin == MemberID(8)
      } else {
        false
      }
    }
  }

  @Test(
    "a member under its given name, or under any if none was given, is heard",
    arguments: ["Gil", nil])
  func right(given: String?) {
    var call = host()
    let actions = hear("Gil", under: given, in: &call)
    #expect(isPassedOn(actions) == 2)
    #expect(call.members[MemberID(8)]?.name == SafeText("Gil", limit: .name))
  }

  @Test(
    "a member under another name, or none, is not passed on, and its link is closed",
    arguments: ["Mallory", "gil", "", nil])
  func wrong(name: String?) {
    var call = host()
    let actions = hear(name, under: "Gil", in: &call)
    // Only a sign of life, which holds no name.
    #expect(isPassedOn(actions) == 1)
    #expect(actions.contains(.close(LinkID(1), nil)))
    #expect(call.members[MemberID(8)] == nil)
    #expect(!call.neighbours.contains(MemberID(8)))
  }
}
