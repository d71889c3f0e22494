import EaselBase
import GroupBase
import GroupCore
import Testing

/// How long the way to a neighbour is.
@Suite struct PingTests {
  private let one = MemberID(1)
  private let two = MemberID(2)
  private let link = LinkID(1)

  private func linked() -> (Router, Router) {
    var (near, far) = (Router(me: one), Router(me: two))
    let start = Uptime(milliseconds: 0)
    _ = near.opened(link, isDialled: true, at: start)
    _ = far.opened(link, isDialled: false, at: start)
    _ = near.received(.hello(two, path: []), over: link, at: start)
    _ = far.received(.hello(one, path: []), over: link, at: start)
    return (near, far)
  }

  /// The next ping, when it is due.
  private func nextPing(_ router: inout Router) -> (LinkMessage, at: Uptime)? {
    while let due = router.deadline, due.milliseconds < 20_000 {
      for case .transmit(let message, _) in router.woke(at: due) {
        if case .ping = message { return (message, due) }
      }
      // The other side lives.
      _ = router.received(.alive, over: link, at: due)
    }
    return nil
  }

  @Test("the way there and back is measured, now and again, by what is answered at once")
  func measured() throws {
    var (near, far) = linked()
    #expect(near.roundTrip == nil)
    for milliseconds in [40, 7] as [Int64] {
      let (ping, at) = try #require(nextPing(&near))
      let there = at.advanced(by: milliseconds / 2)
      guard case .transmit(let pong, _)? = far.received(ping, over: link, at: there).first else {
        Issue.record("nobody answers")
        return
      }
      #expect(near.received(pong, over: link, at: at.advanced(by: milliseconds)).isEmpty)
      #expect(near.roundTrip == milliseconds)
    }
    _ = near.closed(link, at: Uptime(milliseconds: 20_000))
    #expect(near.roundTrip == nil)
  }

  @Test("an answer to nothing, to an earlier question or by a stranger measures nothing")
  func odd() throws {
    var (near, _) = linked()
    let (_, at) = try #require(nextPing(&near))
    for pong in [0, 2, .max] as [UInt64] {
      #expect(near.received(.pong(pong), over: link, at: at).isEmpty)
    }
    #expect(near.received(.pong(1), over: LinkID(9), at: at).isEmpty)
    #expect(near.roundTrip == nil)
    var greeting = Router(me: one)
    _ = greeting.opened(link, isDialled: true, at: at)
    #expect(greeting.received(.ping(1), over: link, at: at).isEmpty)
    #expect(greeting.received(.pong(0), over: link, at: at).isEmpty && greeting.roundTrip == nil)
  }
}
