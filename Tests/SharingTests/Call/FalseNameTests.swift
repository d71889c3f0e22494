import Testing
import Vocabulary
import Wire

@testable import Sharing

/// What somebody says in another's name, who may draw and so has all keys but that one's own.
@Suite struct FalseNameTests {
  private let me = MemberID(1)
  private let victim = MemberID(8)
  private let link = LinkID(1)

  private func call() -> Call {
    var call = Call(me: me, seat: Seat(), coding: WireCoding.call, at: Uptime(milliseconds: 0))
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

  @Test("a farewell counts where it is signed, as it is by who says it, and nowhere else")
  func farewells() {
    var call = call()
    _ = hear(.beat(version: 1), 1, at: 0, &call)
    #expect(call.roster.members[victim] != nil)
    for forged in [2, 31, 33, 1 << 52 | 1] as [UInt64] {
      _ = hear(.farewell, forged, at: 0, &call)
      #expect(call.roster.members[victim] != nil && !call.hasLeft(victim))
    }
    _ = hear(.farewell, 64, at: 0, &call)
    #expect(call.roster.members[victim] == nil && call.hasLeft(victim))
  }

  @Test("whoever leaves says so in an envelope that is signed", arguments: 0...70)
  func leaving(said: Int) {
    var call = call()
    for moment in 0..<said {
      _ = call.take(Seat(addresses: ["\(moment)"]), at: Uptime(milliseconds: 0))
    }
    let last = call.left(at: Uptime(milliseconds: 0)).compactMap { action in
      if case .transmit(.envelope(let envelope), link) = action { envelope } else { nil }
    }.last
    #expect(last.map { $0.number % Envelope.signedEvery } == 0)
  }

  @Test("what a seal opened is heard and passed on, whatever numbers came before it")
  func numbers() {
    var call = call()
    _ = call.opened(LinkID(2), isDialled: false, at: Uptime(milliseconds: 0))
    _ = call.received(
      .hello(MemberID(10), path: []), over: LinkID(2), at: Uptime(milliseconds: 0))
    _ = hear(.beat(version: 1), 1 << 52, at: 0, &call)
    let actions = hear(.beat(version: 1), 2, at: 0, &call)
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
