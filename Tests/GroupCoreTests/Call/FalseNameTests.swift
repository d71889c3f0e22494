import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// Messages in another's name, by a member that may draw and so has all keys but the victim's own.
@Suite struct FalseNameTests {
  private let me = MemberID(1)
  private let victim = MemberID(8)
  private let link = LinkID(1)

  private func call() -> Call {
    var call = Call(
      me: me, profile: MemberProfile(), coding: WireCoding.call, at: Uptime(milliseconds: 0))
    _ = call.opened(link, isDialled: false, at: Uptime(milliseconds: 0))
    _ = call.received(
      .hello(MemberID(9), path: []), over: link, at: Uptime(milliseconds: 0))
    return call
  }

  /// As it comes from a seal, which opens each envelope once.
  private func hear(
    _ message: CallMessage, _ number: UInt64, at milliseconds: Int64, _ call: inout Call
  ) -> [Call.Action] {
    let envelope = Envelope(
      origin: victim, number: number, to: .everyone, body: message.encoded(), sealed: [7])
    return call.received(
      .envelope(envelope), over: link, at: Uptime(milliseconds: milliseconds))
  }

  @Test("a farewell counts only in a signed envelope, and its sender signs it")
  func farewells() {
    var call = call()
    _ = hear(.ask, 1, at: 0, &call)
    #expect(call.roster.members[victim] != nil)
    for forged in [2, 31, 33, 1 << 52 | 1] as [UInt64] {
      _ = hear(.farewell, forged, at: 0, &call)
      #expect(call.roster.members[victim] != nil && !call.hasLeft(victim))
    }
    _ = hear(.farewell, 64, at: 0, &call)
    #expect(call.roster.members[victim] == nil && call.hasLeft(victim))
  }

  @Test("a reliable message counts only in a signed envelope")
  func pieces() {
    var call = call()
    for (forged, number) in [(true, 1), (true, 33), (false, 64)] as [(Bool, UInt64)] {
      let profile = MemberProfile(name: SafeText(forged ? "Eve" : "Ada", limit: .name))
      let payload = ReliablePayload.announcement(
        Announcement(version: forged ? 1 << 52 : 1, profile: profile))
      let item = StreamItem(
        number: forged ? 9 : 1, to: .everyone, previous: 0,
        exceptions: [.init(me, previous: 0)], content: WireCoding.call.encodePayload(payload))
      _ = hear(.item(item), number, at: 0, &call)
      #expect(call.members[victim]?.name?.string == (forged ? nil : "Ada"))
    }
  }

  @Test("“unknown stream” counts only in a signed envelope")
  func unknownStreams() {
    var call = call()
    _ = hear(.ask, 1, at: 0, &call)
    let first = Acknowledgement(upTo: 1, held: [])
    _ = hear(.acknowledgement(first), 2, at: 0, &call)
    _ = call.changeProfile(MemberProfile(addresses: ["elsewhere"]), at: Uptime(milliseconds: 0))
    let isLost = { $0 == Call.Action.undelivered(to: victim) }
    for forged in 3...31 as ClosedRange<UInt64> {
      #expect(!hear(.unknownStream, forged, at: 0, &call).contains(where: isLost))
    }
    let proved = [32, 64, 96].flatMap { hear(.unknownStream, $0, at: 0, &call) }
    #expect(proved.filter(isLost).count == 1)
  }

  @Test("reliable messages and signs of life leave in signed envelopes")
  func saying() {
    var call = call()
    var numbers: [UInt64] = []
    for moment in 0..<40 {
      let now = Uptime(milliseconds: Call.beatEvery * Int64(moment))
      _ = hear(.ask, 1 + UInt64(moment), at: now.milliseconds, &call)
      let actions =
        call.changeProfile(MemberProfile(addresses: ["\(moment)"]), at: now) + call.woke(at: now)
      for case .transmit(.envelope(let envelope), link) in actions {
        numbers.append(envelope.number)
      }
    }
    #expect(numbers.count >= 80 && numbers.allSatisfy { $0.isMultiple(of: Envelope.signedEvery) })
  }

  @Test(
    "after 512 unsigned envelopes the next is signed, and no unsigned one takes a signed number")
  func unsigned() {
    var numbers = EnvelopeNumbers()
    #expect((0..<40).map { _ in numbers.next(isSigned: false) } == Array(1...31) + Array(33...41))
    #expect(numbers.next(isSigned: true) == 64)
    let next = (0..<520).map { _ in numbers.next(isSigned: false) }
    #expect(next.filter { $0.isMultiple(of: Envelope.signedEvery) } == [64 + 544])
    #expect(zip(next, next.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("a reader whose acknowledgement was forged gets on after a wait for the missing messages")
  func acknowledgements() {
    var (outbox, inbox) = (Outbox(), Inbox())
    var (heard, lost) = ([[UInt8]](), false)
    for second in 0..<20 as Range<Int64> {
      let now = Uptime(milliseconds: 1_000 * second)
      let item = outbox.send([UInt8(second)], to: [me], at: now)
      if second == 3 {
        outbox.acknowledged(Acknowledgement(upTo: item.number, held: []), by: me, at: now)
        continue
      }
      let received = inbox.receive(item, as: me, at: now)
      heard += received.contents
      if received.isUnknown { lost = outbox.isUnknown(to: me) || lost }
      outbox.acknowledged(inbox.acknowledgement, by: me, at: now)
      #expect(outbox.woke(at: now.advanced(by: 999)).isEmpty)
    }
    #expect(lost)
    #expect(heard == ([0, 1, 2] + (12...19)).map { [$0] })
  }

  @Test("a member says that it leaves in a signed envelope", arguments: 0...70)
  func leaving(said: Int) {
    var call = call()
    for moment in 0..<said {
      _ = call.changeProfile(MemberProfile(addresses: ["\(moment)"]), at: Uptime(milliseconds: 0))
    }
    let last = call.left(at: Uptime(milliseconds: 0)).compactMap { action in
      if case .transmit(.envelope(let envelope), link) = action { envelope } else { nil }
    }.last
    #expect(last.map { $0.number % Envelope.signedEvery } == 0)
  }

  @Test("the latest announcement goes out also when an old one comes back")
  func comingBack() throws {
    var call = call()
    _ = hear(.ask, 1, at: 0, &call)
    _ = call.activate("draw", [1], at: Uptime(milliseconds: 0))
    let session = try #require(call.sessions.local.ids.first)
    _ = call.join(session, at: Uptime(milliseconds: 0))
    let announcement = Announcement(
      version: 1, profile: MemberProfile(), joins: [SessionJoin(1, in: session)])
    let item = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(me, previous: 0)],
      content: WireCoding.call.encodePayload(.announcement(announcement)))
    _ = hear(.item(item), 32, at: 0, &call)
    let now = Uptime(milliseconds: LocalSessions.joiningMax)
    _ = call.woke(at: now)
    // A message within the same millisecond waits.
    _ = try call.send([1], named: "", in: session, to: .all, .unreliable, at: now)
    _ = try call.send([2], named: "", in: session, to: .all, .unreliable, at: now)
    let actions = call.left(isComingBack: true, at: now)
    let said = actions.flatMap { action in
      guard case .transmit(.envelope(let envelope), _) = action else { return [CallMessage]() }
      return WireCoding.call.decode(envelope.body)
    }
    #expect(
      said.contains { if case .passing(let message) = $0 { message.bytes == [2] } else { false } })
  }

  @Test("an opened envelope is heard and passed on, whatever numbers came before it")
  func numbers() {
    var call = call()
    _ = call.opened(LinkID(2), isDialled: false, at: Uptime(milliseconds: 0))
    _ = call.received(
      .hello(MemberID(10), path: []), over: LinkID(2), at: Uptime(milliseconds: 0))
    _ = hear(.ask, 1 << 52, at: 0, &call)
    let actions = hear(.ask, 2, at: 0, &call)
    #expect(
      actions.contains {
        if case .transmit(.envelope(let envelope), LinkID(2)) = $0 {
          envelope.number == 2
        } else {
          false
        }
      })
  }
}
