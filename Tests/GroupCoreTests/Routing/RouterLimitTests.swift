import GroupBase
import Testing

@testable import EaselBase
@testable import GroupCore

/// The limits of a router: each at its bound and one beyond.
@Suite struct RouterLimitTests {
  private let start = Uptime(milliseconds: 0)

  private func isRefused(_ actions: [Router.Action], _ reason: LinkRefusal) -> Bool {
    actions.contains { if case .close(_, reason) = $0 { true } else { false } }
  }

  @Test("as many links as there may be, one more is told that it is full, until one closes")
  func links() {
    var router = Router(me: MemberID(1))
    for number in 1...UInt64(Router.linksMax) {
      #expect(!isRefused(router.opened(LinkID(number), isDialled: false, at: start), .full))
    }
    let late = LinkID(UInt64(Router.linksMax) + 1)
    #expect(isRefused(router.opened(late, isDialled: false, at: start), .full))
    _ = router.closed(LinkID(7), at: start)
    #expect(!isRefused(router.opened(late, isDialled: false, at: start), .full))
  }

  @Test(
    "watchers fill only their share of the links, and who may draw takes a watcher's link, the own user any"
  )
  func ranks() {
    var router = Router(me: MemberID(1))
    var ranks: [LinkID: AdmissionRule.Rank] = [:]
    var last: UInt64 = 0
    /// - Returns: the links that close.
    func come(_ rank: AdmissionRule.Rank, isDialled: Bool = false) -> [LinkID] {
      last += 1
      ranks[LinkID(last)] = rank
      return router.opened(
        LinkID(last), isDialled: isDialled, rank: { [ranks] in ranks[$0] ?? .watcher }, at: start
      ).compactMap { if case .close(let link, .full) = $0 { link } else { nil } }
    }
    // A link that this side dialled gives way to no other link.
    #expect(come(.watcher, isDialled: true) == [])
    let share = UInt64(AdmissionRule.links.watchersMax)
    for _ in 1..<share { #expect(come(.watcher) == []) }
    for _ in 0..<200 { #expect(come(.watcher) == [LinkID(last)]) }
    let free = UInt64(Router.linksMax) - share
    for _ in 0..<free { #expect(come(.drawer) == []) }
    #expect(router.links.count == Router.linksMax)
    for number in 0..<share - 1 { #expect(come(.drawer) == [LinkID(share - number)]) }
    #expect(come(.drawer) == [LinkID(last)] && come(.watcher) == [LinkID(last)])
    let newest = last - 2
    #expect(come(.own) == [LinkID(newest)] && come(.own) == [LinkID(newest - 1)])
    #expect(router.links[LinkID(1)] != nil && router.links.count == Router.linksMax)
  }

  @Test("a path as long as any may be leads to a neighbour, a longer one to none")
  func paths() {
    for (count, isTaken) in [(Router.pathMax, true), (Router.pathMax + 1, false)] {
      var router = Router(me: MemberID(1))
      _ = router.opened(LinkID(1), isDialled: true, at: start)
      let path = (0..<UInt64(count)).map { MemberID(100 + $0) }
      let actions = router.received(.hello(MemberID(2), path: path), over: LinkID(1), at: start)
      #expect(isRefused(actions, .ownSubtree) == !isTaken)
      #expect(router.neighbours.isEmpty == !isTaken)
    }
  }

  @Test("the numbers of so many origins are known, and one more takes the place of the oldest")
  func origins() {
    var router = Router(me: MemberID(1))
    _ = router.opened(LinkID(1), isDialled: false, at: start)
    _ = router.received(.hello(MemberID(2), path: []), over: LinkID(1), at: start)
    func isNew(_ origin: UInt64) -> Bool {
      let envelope = Envelope(
        origin: MemberID(origin), number: 1, to: .only([MemberID(1)]), body: [])
      return router.received(.envelope(envelope), over: LinkID(1), at: start)
        .contains { if case .deliver = $0 { true } else { false } }
    }
    let last = 100 + UInt64(Router.originsMax)
    for origin in 100..<last { #expect(isNew(origin)) }
    for origin in 100..<last { #expect(!isNew(origin)) }
    #expect(isNew(last) && !isNew(last) && !isNew(101))
    #expect(isNew(100))
  }

  @Test("a link without a hello closes after five seconds, a silent one after eight")
  func silence() {
    var router = Router(me: MemberID(1))
    _ = router.opened(LinkID(1), isDialled: false, at: start)
    _ = router.woke(at: start.advanced(by: Router.greetingMax - 1))
    #expect(router.links[LinkID(1)] != nil)
    _ = router.woke(at: start.advanced(by: Router.greetingMax))
    #expect(router.links[LinkID(1)] == nil)
    _ = router.opened(LinkID(2), isDialled: false, at: start)
    _ = router.received(.hello(MemberID(2), path: []), over: LinkID(2), at: start)
    _ = router.woke(at: start.advanced(by: Router.silenceMax - 1))
    #expect(router.links[LinkID(2)] != nil)
    _ = router.woke(at: start.advanced(by: Router.silenceMax))
    #expect(router.links[LinkID(2)] == nil)
  }
}
