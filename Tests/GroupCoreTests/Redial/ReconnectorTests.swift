import GroupBase
import GroupTesting
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// One member, told what happens.
@Suite struct ReconnectorTests {
  private struct Dialler {
    var call: Call
    var redial = Reconnector(me: MemberID(5))
    var chance = SplitMix64(seed: 1)
    var now = Uptime(milliseconds: 0)
    var kind = "a:"

    init() {
      call = Call(
        me: MemberID(5), profile: MemberProfile(), coding: WireCoding.call,
        at: Uptime(milliseconds: 0))
    }

    /// Dials whenever that is due, and gives what was dialled up to then.
    mutating func run(milliseconds: Int64) -> [String] {
      let end = now.advanced(by: milliseconds)
      var dialled: [String] = []
      repeat {
        let kind = kind
        for action in redial.update(
          call, reaching: { $0.hasPrefix(kind) }, at: now, using: &chance)
        {
          guard case .dial(let address) = action else { continue }
          dialled.append(address)
          redial.dialled(LinkID(100 + UInt64(dialled.count)), at: now)
        }
        now = min(redial.deadline ?? end, end)
      } while now < end
      return dialled
    }

    /// Another member is heard over a link.
    mutating func hear(_ member: UInt64, _ addresses: [String], over link: LinkID) {
      let announcement = Announcement(version: 1, profile: .init(addresses: addresses))
      let payload = WireCoding.call.encodePayload(.announcement(announcement))
      let item = StreamItem(
        number: 1, to: .everyone, previous: 0,
        exceptions: [.init(call.me, previous: 0)], content: payload)
      for (number, body) in [CallMessage.beat(version: 1), .item(item)].enumerated() {
        let envelope = Envelope(
          origin: MemberID(member), number: UInt64(number) + 1, to: .everyone,
          body: body.encoded())
        _ = call.received(.envelope(envelope), over: link, at: now)
      }
    }

    mutating func beat(_ member: UInt64, over link: LinkID) {
      let beat = CallMessage.beat(version: 1).encoded()
      let envelope = Envelope(origin: MemberID(member), number: 9, to: .everyone, body: beat)
      _ = call.received(.envelope(envelope), over: link, at: now)
    }

    mutating func link(_ link: LinkID, isDialled: Bool, to member: UInt64, path: [UInt64] = []) {
      if isDialled { redial.dialled(link, at: now) }
      _ = call.opened(link, isDialled: isDialled, at: now)
      let hello = LinkMessage.hello(MemberID(member), path: path.map { MemberID($0) })
      _ = call.received(hello, over: link, at: now)
      redial.linked(link, to: MemberID(member), at: now)
      _ = run(milliseconds: 1)
    }

    mutating func lose(_ link: LinkID) {
      _ = call.closed(link, at: now)
      redial.closed(link, nil, at: now, using: &chance)
    }
  }

  @Test("U7 · first the way to the root, nearest first, then all others, the smallest first")
  func order() {
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 8, path: [9])
    for member: UInt64 in [3, 4, 8, 9] { dialler.hear(member, ["a:\(member)"], over: LinkID(1)) }
    #expect(dialler.run(milliseconds: 10_000) == [])
    dialler.lose(LinkID(1))
    // None of them answers.
    #expect(dialler.run(milliseconds: 11_900) == ["a:8", "a:9", "a:3", "a:4"])
  }

  @Test("U8 · a member that loses its only upstream over another transport dials at once")
  func otherTransport() {
    func dialled(isAboveOthers: Bool) -> [String] {
      var dialler = Dialler()
      // Another transport carries this link, so its reconnector hears of it instead.
      _ = dialler.call.opened(LinkID(1), isDialled: isAboveOthers, at: dialler.now)
      let hello = LinkMessage.hello(MemberID(8), path: [])
      _ = dialler.call.received(hello, over: LinkID(1), at: dialler.now)
      dialler.hear(3, ["a:3"], over: LinkID(1))
      _ = dialler.run(milliseconds: 100)
      _ = dialler.call.closed(LinkID(1), at: dialler.now)
      return dialler.run(milliseconds: 300)
    }
    #expect(dialled(isAboveOthers: true) == ["a:3"])
    // A root waits for the members that were below it.
    #expect(dialled(isAboveOthers: false) == [])
  }

  @Test("U7 · each address of a member has its turn")
  func addresses() {
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 8)
    dialler.hear(8, ["a:x", "a:y"], over: LinkID(1))
    _ = dialler.run(milliseconds: 100)
    dialler.lose(LinkID(1))
    #expect(dialler.run(milliseconds: 9_000).prefix(2) == ["a:x", "a:y"])
  }

  @Test("U7 · an address that was only announced is dialled ten times, a proven one for long")
  func announced() {
    func dialled(reachedAt address: String?) -> [String] {
      var dialler = Dialler()
      dialler.link(LinkID(1), isDialled: true, to: 8)
      dialler.redial.linked(LinkID(1), to: MemberID(8), by: address, at: dialler.now)
      dialler.hear(8, ["a:announced"], over: LinkID(1))
      _ = dialler.run(milliseconds: 100)
      dialler.lose(LinkID(1))
      return dialler.run(milliseconds: 1_200_000)
    }
    #expect(dialled(reachedAt: nil) == Array(repeating: "a:announced", count: 10))
    let both = dialled(reachedAt: "a:door")
    #expect(both.count { $0 == "a:announced" } <= 10)
    #expect(both.count { $0 == "a:door" } > 50)
  }

  @Test("U7 · an address at which a present member listens, or oneself, is not dialled")
  func takenAddress() {
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 8)
    dialler.link(LinkID(2), isDialled: false, to: 3)
    dialler.hear(8, ["a:door", "a:gate", "a:8"], over: LinkID(1))
    dialler.hear(3, ["a:door"], over: LinkID(2))
    _ = dialler.run(milliseconds: 100)
    dialler.lose(LinkID(1))
    _ = dialler.call.changeProfile(MemberProfile(addresses: ["a:gate"]), at: dialler.now)
    #expect(Set(dialler.run(milliseconds: 20_000)) == ["a:8"])
  }

  @Test("U7 · a member without its way up is cut off while the missed are listed, or it is alone")
  func cutOff() {
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 1)
    dialler.hear(1, ["a:1"], over: LinkID(1))
    dialler.link(LinkID(2), isDialled: false, to: 7)
    dialler.hear(7, [], over: LinkID(2))
    _ = dialler.run(milliseconds: 1)
    #expect(!dialler.redial.isCutOff)
    dialler.lose(LinkID(1))
    _ = dialler.run(milliseconds: 1)
    #expect(dialler.redial.isCutOff)
    #expect(!dialler.run(milliseconds: 9_000).isEmpty && dialler.redial.isCutOff)
    dialler.beat(7, over: LinkID(2))
    _ = dialler.call.woke(at: dialler.now.advanced(by: 1_500))
    #expect(!dialler.run(milliseconds: 1_500).isEmpty && !dialler.redial.isCutOff)
    #expect(!dialler.redial.hasFoundAgain)
    dialler.lose(LinkID(2))
    _ = dialler.run(milliseconds: 1)
    #expect(dialler.redial.isCutOff)
    // The newcomer was not missed: the call goes on without the missed members.
    dialler.link(LinkID(3), isDialled: false, to: 6)
    dialler.hear(6, [], over: LinkID(3))
    _ = dialler.run(milliseconds: 1)
    #expect(dialler.redial.isCutOff && !dialler.redial.hasFoundAgain, "7 is listed still")
    dialler.link(LinkID(4), isDialled: false, to: 7)
    #expect(!dialler.redial.isCutOff && dialler.redial.hasFoundAgain)
    _ = dialler.run(milliseconds: 1)
    #expect(!dialler.redial.hasFoundAgain, "told once")
  }

  @Test("U7 · some are found while others are missed still, and all by another way up")
  func foundAgain() {
    var dialler = Dialler()
    func isolated() -> Dialler {
      var dialler = Dialler()
      dialler.link(LinkID(1), isDialled: true, to: 1)
      for member: UInt64 in [1, 7] { dialler.hear(member, ["a:\(member)"], over: LinkID(1)) }
      _ = dialler.run(milliseconds: 1)
      dialler.lose(LinkID(1))
      _ = dialler.run(milliseconds: 1)
      return dialler
    }
    dialler = isolated()
    #expect(dialler.redial.isCutOff && !dialler.redial.hasFoundAgain)
    dialler.link(LinkID(2), isDialled: false, to: 7)
    #expect(dialler.redial.isCutOff && dialler.redial.hasFoundAgain, "1 is listed still")
    dialler = isolated()
    // The host was started anew, and is another member.
    dialler.link(LinkID(2), isDialled: true, to: 2)
    #expect(!dialler.redial.isCutOff && dialler.redial.hasFoundAgain)
  }

  @Test("U8 · addresses of another transport are not dialled, nor who is reached over another link")
  func transports() {
    for kind in ["a:", "b:"] {
      var dialler = Dialler()
      dialler.kind = kind
      dialler.link(LinkID(1), isDialled: true, to: 8)
      dialler.hear(8, ["a:8"], over: LinkID(1))
      dialler.hear(2, ["b:2"], over: LinkID(1))
      _ = dialler.run(milliseconds: 100)
      dialler.lose(LinkID(1))
      #expect(Set(dialler.run(milliseconds: 9_000)) == (kind == "a:" ? ["a:8"] : ["b:2"]))
    }
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 8)
    dialler.hear(8, ["a:8"], over: LinkID(1))
    // The same member comes over a link of another transport, too.
    _ = dialler.call.opened(LinkID(2), isDialled: false, at: dialler.now)
    _ = dialler.call.received(
      .hello(MemberID(7), path: [MemberID(8)]), over: LinkID(2), at: dialler.now)
    dialler.lose(LinkID(1))
    let beat = Envelope(
      origin: MemberID(8), number: 9, to: .everyone, body: CallMessage.beat(version: 1).encoded())
    _ = dialler.call.received(.envelope(beat), over: LinkID(2), at: dialler.now)
    #expect(dialler.run(milliseconds: 9_000) == [])
  }

  @Test(
    "U9 · a dial has as long as its transport takes, and is hung up when that is over",
    arguments: [TransportLimits.dialMax, .seconds(30)])
  func patience(_ most: Duration) {
    var dialler = Dialler()
    dialler.redial = Reconnector(me: MemberID(5), attemptMax: most)
    dialler.link(LinkID(1), isDialled: true, to: 8)
    dialler.hear(8, ["a:8"], over: LinkID(1))
    _ = dialler.run(milliseconds: 100)
    dialler.lose(LinkID(1))
    var began: Uptime?
    for _ in 0..<10_000 where began == nil {
      if !dialler.run(milliseconds: 1).isEmpty { began = dialler.now.advanced(by: -1) }
    }
    guard let began else {
      Issue.record("nobody is dialled")
      return
    }
    func hangsUp(after wait: Int64) -> Bool {
      var (redial, chance) = (dialler.redial, dialler.chance)
      let actions = redial.update(
        dialler.call, reaching: { $0.hasPrefix("a:") }, at: began.advanced(by: wait), using: &chance
      )
      return actions.contains(.hangUp(LinkID(101)))
    }
    #expect(!hangsUp(after: most.milliseconds - 1))
    #expect(hangsUp(after: most.milliseconds))
  }

  @Test("U10 · at most as many members are remembered as a call has")
  func crowd() {
    var dialler = Dialler()
    for round in UInt64(0)..<4 {
      let link = LinkID(round + 1)
      dialler.link(link, isDialled: false, to: 8)
      for member in 0..<UInt64(400) {
        dialler.hear(100 + 400 * round + member, ["a:\(round)"], over: link)
      }
      _ = dialler.run(milliseconds: 1)
      _ = dialler.call.closed(link, at: dialler.now)
      dialler.now = dialler.now.advanced(by: 11_000)
      _ = dialler.call.woke(at: dialler.now)
      _ = dialler.run(milliseconds: 1)
      #expect(dialler.redial.known.count <= EnvelopeDestination.membersMax)
    }
    #expect(dialler.redial.known.count == EnvelopeDestination.membersMax)
    #expect(dialler.redial.known[MemberID(1_600)] != nil)
  }

  @Test(
    "U9 · the pauses between dials of one member grow, to ten seconds and a half of it by chance")
  func pauses() {
    var dialler = Dialler()
    dialler.link(LinkID(1), isDialled: true, to: 8)
    dialler.hear(8, ["a:8"], over: LinkID(1))
    _ = dialler.run(milliseconds: 100)
    dialler.lose(LinkID(1))
    var dials: [Int64] = []
    while dialler.now.milliseconds < 120_000 {
      if !dialler.run(milliseconds: 10).isEmpty {
        dials.append(dialler.now.milliseconds)
        dialler.redial.closed(LinkID(101), nil, at: dialler.now, using: &dialler.chance)
      }
    }
    let pauses = zip(dials, dials.dropFirst()).map { $1 - $0 }
    #expect(pauses.count > 8 && pauses.count < 30, "\(pauses)")
    #expect(pauses.allSatisfy { $0 >= 250 && $0 <= 15_020 }, "\(pauses)")
    #expect(pauses.suffix(4).allSatisfy { $0 >= 5_000 }, "\(pauses)")
  }
}
