import EaselTesting
import Testing
import Wire

@testable import Sharing

/// How many unreliable messages of one member the others handle and pass on.
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

    init(_ host: MemberID, _ guests: [MemberID]) {
      call = Call(me: host, seat: Seat(), coding: WireCoding.call, at: .at(0))
      for (index, guest) in guests.enumerated() {
        let link = LinkID(UInt64(index) + 1)
        _ = call.opened(link, isDialled: false, at: .at(0))
        _ = call.received(.hello(guest, path: []), over: link, at: .at(0))
      }
    }

    /// One envelope of the first guest, with so many messages.
    mutating func hear(
      _ messages: [CallMessage], from origin: MemberID, isWatcher: Bool, at now: Int64
    ) {
      number += 1
      let parts = messages.map { $0.encoded() }
      let body = parts.count == 1 ? parts[0] : WireCoding.call.sheaf(parts)
      let envelope = Envelope(origin: origin, number: number, to: .everyone, body: body)
      let actions = call.received(
        .envelope(envelope), over: LinkID(1), isFromWatcher: isWatcher, at: .at(now))
      for case .transmit(.envelope(let sent), LinkID(2)) in actions where sent.origin == origin {
        forwarded += messages.count
      }
      for case .deliver(let said, _, _) in actions { handled += said.count }
    }
  }

  private func passing(_ count: Int) -> [CallMessage] {
    (0..<count).map { .passing(SeatMessage(join: 1, name: "", bytes: [UInt8($0 % 256)])) }
  }

  /// The host and the speaker are in one session.
  private func between(isWatcher: Bool) throws -> Between {
    var between = Between(host, [speaker, MemberID(9)])
    _ = between.call.activate("draw", [1], at: .at(0))
    let session = try #require(between.call.records.keys.first)
    _ = between.call.join(session, at: .at(0))
    _ = between.call.woke(at: .at(Call.joiningMax))
    let announcement = Announcement(version: 1, seat: Seat(), joins: [Join(1, in: session)])
    let item = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(host, previous: 0)],
      content: WireCoding.call.encodeParcel(.announcement(announcement)))
    between.hear([.item(item)], from: speaker, isWatcher: isWatcher, at: Call.joiningMax)
    return between
  }

  @Test(
    "of a watcher about 60 messages a second are handled and passed on, each of an envelope counts",
    arguments: [1, 7, Sheaf.partsMax])
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
    #expect(sent > 4 * most)
    #expect(forwarded <= most && forwarded > most - 60 - together)
    #expect(between.handled == forwarded)
  }

  @Test("presence 30 times a second is never dropped, not even what comes at once after a pause")
  func honest() throws {
    var between = try between(isWatcher: true)
    let before = between.forwarded
    var sent = 0
    for second in 0..<60 {
      for frame in 0..<30 {
        between.hear(
          passing(1), from: speaker, isWatcher: true, at: 2_000 + Int64(second * 1_000 + frame * 33)
        )
        sent += 1
      }
    }
    // The network stands still as long as a link lives, and brings all at once after that.
    let pause = Router.silenceMax
    for _ in 0..<(30 * pause / 1_000) {
      between.hear(passing(1), from: speaker, isWatcher: true, at: 62_000 + pause)
      sent += 1
    }
    #expect(between.handled == sent && between.forwarded - before == sent)
  }

  @Test("what members with the right to draw say unreliably is not limited, nor what is repeated")
  func others() throws {
    var between = try between(isWatcher: false)
    let before = between.forwarded
    for _ in 0..<20 {
      between.hear(passing(Sheaf.partsMax), from: speaker, isWatcher: false, at: 2_000)
    }
    #expect(between.forwarded - before == 20 * Sheaf.partsMax)
    let beats = between.forwarded
    for _ in 0..<1_000 {
      between.hear([.beat(version: 1)], from: speaker, isWatcher: true, at: 2_000)
    }
    #expect(between.forwarded - beats == 1_000)
  }

  @Test("the rates of made-up members are bounded, and those of quiet ones are forgotten")
  func crowd() {
    var between = Between(host, [speaker, MemberID(9)])
    for member in 0..<2 * UInt64(Roster.membersMax) {
      between.hear(passing(1), from: MemberID(1_000 + member), isWatcher: true, at: 0)
    }
    #expect(between.call.rates.count == Roster.membersMax)
    #expect(between.forwarded == Roster.membersMax)
    between.hear(passing(1), from: MemberID(500), isWatcher: true, at: 1_000)
    #expect(between.call.rates.count == 1)
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
