import GroupBase
import GroupTesting
import GroupWire
import Testing
import TestSamples

@testable import EaselBase
@testable import GroupCore

/// How many unreliable messages of one watcher the others handle and pass on.
@Suite struct RateTests {
  private let host = MemberID(5)
  private let speaker = MemberID(8)
  private let session = SessionID(MemberID(5), activation: 1)

  /// A host between the speaker and another guest.
  private struct Between {
    var call: Call
    private var number: UInt64 = 0
    private(set) var handled = 0
    private(set) var forwarded = 0
    private(set) var closed = 0

    init(_ host: MemberID, _ guests: [MemberID]) {
      call = Call(me: host, profile: MemberProfile(), coding: WireCoding.call, at: .at(0))
      for (index, guest) in guests.enumerated() {
        let link = LinkID(UInt64(index) + 1)
        _ = call.opened(link, isDialled: false, at: .at(0))
        _ = call.received(.hello(guest, path: []), over: link, at: .at(0))
      }
    }

    /// One envelope with so many messages, by the link of the first guest or by another.
    mutating func hear(
      _ messages: [CallMessage], from origin: MemberID, isWatcher: Bool,
      over link: LinkID = LinkID(1), at now: Int64
    ) {
      let parts = messages.map { $0.encoded() }
      let body = parts.count == 1 ? parts[0] : WireCoding.call.batch(parts)
      hear(body, of: parts.count, from: origin, isWatcher: isWatcher, over: link, at: now)
    }

    mutating func hear(
      _ body: [UInt8], of count: Int, from origin: MemberID, isWatcher: Bool,
      over link: LinkID = LinkID(1), at now: Int64
    ) {
      number += 1
      let envelope = Envelope(origin: origin, number: number, to: .everyone, body: body)
      let actions = call.received(
        .envelope(envelope), over: link, by: isWatcher ? .watcher : .drawer, at: .at(now))
      let isForwarded = actions.contains { action in
        guard case .transmit(.envelope(let sent), let other) = action else { return false }
        return sent.origin == origin && other != link
      }
      if isForwarded { forwarded += count }
      for case .deliver(let said, _, _) in actions { handled += said.count }
      for case .close in actions { closed += 1 }
    }
  }

  private func passing(_ count: Int) -> [CallMessage] {
    (0..<count).map { .passing(ParticipantMessage(join: 1, name: "", bytes: [UInt8($0 % 256)])) }
  }

  /// The host and the speaker are in one session.
  private func between(isWatcher: Bool) throws -> Between {
    var between = Between(host, [speaker, MemberID(9)])
    _ = between.call.activate("draw", [1], at: .at(0))
    let session = try #require(between.call.sessions.local.ids.first)
    _ = between.call.join(session, at: .at(0))
    _ = between.call.woke(at: .at(LocalSessions.joiningMax))
    let announcement = Announcement(
      version: 1, profile: MemberProfile(), joins: [SessionJoin(1, in: session)])
    let item = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(host, previous: 0)],
      content: WireCoding.call.encodePayload(.announcement(announcement)))
    between.hear([.item(item)], from: speaker, isWatcher: isWatcher, at: LocalSessions.joiningMax)
    return between
  }

  @Test(
    "F7 · about 60 messages a second of a watcher are handled, however many come together",
    arguments: [1, 7, 256])
  func flood(together: Int) throws {
    var between = try between(isWatcher: true)
    let before = between.forwarded
    var sent = 0
    for moment in stride(from: Int64(2_000), to: 12_000, by: 2) {
      between.hear(passing(together), from: speaker, isWatcher: true, at: moment)
      sent += together
    }
    let most = Int(RateLimiter.burst + 10 * RateLimiter.perSecond)
    let forwarded = between.forwarded - before
    #expect(sent > 3 * most)
    #expect(forwarded <= most && forwarded > most - Int(RateLimiter.perSecond) - together)
    #expect(between.handled == forwarded && between.closed == 0)
  }

  @Test("F7 · a watcher's reliable messages have a rate too, and their bytes count")
  func reliable() throws {
    var between = try between(isWatcher: true)
    let before = between.forwarded
    let content = [UInt8](repeating: 7, count: 23 * 1_024)
    for number in 2..<500 {
      let item = StreamItem(
        number: UInt64(number), to: .everyone, previous: UInt64(number - 1), exceptions: [],
        content: content)
      between.hear([.item(item)], from: speaker, isWatcher: true, at: 2_000 + Int64(number) * 2)
    }
    // Each counts as 3. A second has gone by.
    let most = Int(RateLimiter.burst + RateLimiter.perSecond) / 3
    let forwarded = between.forwarded - before
    #expect(forwarded <= most && forwarded >= Int(RateLimiter.burst) / 3)
  }

  @Test("F7 · at once exactly the burst is handled and passed on")
  func burst() throws {
    var between = try between(isWatcher: true)
    let before = between.forwarded
    let burst = Int(RateLimiter.burst)
    for _ in 0..<burst { between.hear(passing(1), from: speaker, isWatcher: true, at: 2_000) }
    #expect(between.forwarded - before == burst)
    between.hear(passing(1), from: speaker, isWatcher: true, at: 2_000)
    #expect(between.forwarded - before == burst && between.handled == burst)
  }

  @Test(
    "presence 30 times a second is never dropped, nor 5,000 messages a second of a member that draws",
    arguments: [(true, 30), (false, 5_000)])
  func honest(isWatcher: Bool, perSecond: Int64) throws {
    var between = try between(isWatcher: isWatcher)
    let before = between.forwarded
    var sent = 0
    for number in 0..<10 * perSecond {
      between.hear(
        passing(1), from: speaker, isWatcher: isWatcher, at: 2_000 + number * 1_000 / perSecond)
      sent += 1
    }
    // The network stands still as long as a link lives, and brings all at once after that.
    let pause = Router.silenceMax
    for _ in 0..<(perSecond * pause / 1_000) {
      between.hear(passing(1), from: speaker, isWatcher: isWatcher, at: 12_000 + pause)
      sent += 1
    }
    #expect(between.handled == sent && between.forwarded - before == sent)
  }

  @Test(
    "messages that repeat until they are acknowledged are not limited", arguments: [true, false])
  func repeated(isWatcher: Bool) throws {
    var between = try between(isWatcher: isWatcher)
    let before = between.forwarded
    for _ in 0..<5_000 {
      between.hear([.beat(version: 1)], from: speaker, isWatcher: isWatcher, at: 2_000)
    }
    #expect(between.forwarded - before == 5_000)
  }

  @Test("F7 · envelopes that cannot be read count as well")
  func unreadable() throws {
    var between = try between(isWatcher: true)
    let before = between.forwarded
    let burst = Int(RateLimiter.burst)
    #expect(WireCoding.call.decode([0xFF, 0xFF]).isEmpty)
    for _ in 0..<burst + 100 {
      between.hear([0xFF, 0xFF], of: 1, from: speaker, isWatcher: true, at: 2_000)
    }
    #expect(between.forwarded - before == burst)
  }

  @Test("messages in a watcher's name by another link do not use up that watcher's rate")
  func madeUp() throws {
    var between = try between(isWatcher: true)
    for _ in 0..<100 {
      between.hear(
        passing(MessageBatch.partsMax), from: speaker, isWatcher: true, over: LinkID(2), at: 2_000)
    }
    let before = between.forwarded
    between.hear(passing(1), from: speaker, isWatcher: true, at: 2_000)
    #expect(between.forwarded - before == 1)
  }

  @Test("the rates of made-up members are bounded, and those of quiet ones are forgotten")
  func crowd() {
    var between = Between(host, [speaker, MemberID(9)])
    for member in 0..<2 * UInt64(Roster.membersMax) {
      between.hear(passing(1), from: MemberID(1_000 + member), isWatcher: true, at: 0)
    }
    #expect(between.call.rates.count == Roster.membersMax)
    #expect(between.forwarded == AdmissionRule.members.watchersMax)
    between.hear(passing(1), from: MemberID(500), isWatcher: true, at: 1_000)
    #expect(between.call.rates.count == 1)
  }

  @Test("a member with a place in the call has a rate, however many made-up members have one")
  func crowded() throws {
    var between = Between(host, [speaker, MemberID(9)])
    between.hear([.beat(version: 1)], from: speaker, isWatcher: true, at: 0)
    let before = between.forwarded
    for member in 0..<2 * UInt64(Roster.membersMax) {
      between.hear(
        passing(1), from: MemberID(1_000 + member), isWatcher: true, over: LinkID(2), at: 0)
    }
    // The speaker has one of the places.
    #expect(between.call.rates.count == Roster.membersMax)
    #expect(between.forwarded - before == AdmissionRule.members.watchersMax - 1)
    between.hear(passing(1), from: speaker, isWatcher: true, at: 0)
    #expect(between.call.rates.count == Roster.membersMax)
    #expect(between.forwarded - before == AdmissionRule.members.watchersMax)
  }

  @Test("a bucket gives a burst after any pause and the rate after that, on any clock")
  func bucket() {
    func answers(_ messages: [(count: Int, at: Int64)], since start: Int64) -> [Bool] {
      var limiter = RateLimiter(at: .at(start))
      return messages.map { limiter.admits($0.count, at: .at($0.at)) }
    }
    let burst = Int(RateLimiter.burst)
    let longest = answers([(burst, .max), (1, .max)], since: .min)
    #expect(longest == [true, false])
    let steady = answers(
      [(burst + 1, 0), (burst, 0), (1, 16), (1, 17), (.max, 1_000_000)], since: 0)
    #expect(steady == [false, true, false, true, false])
    // A clock that goes back neither gives messages nor forgets any.
    let back = answers([(burst, 1_000), (1, 0), (1, 1_000), (1, 1_017)], since: 0)
    #expect(back == [true, false, false, true])
  }
}
