import EaselBase
import Glibc
import GroupBase
import GroupSecurity
import GroupTesting
import Synchronization
import Testing

@testable import BoardSessions

/// The right of a user who was rung to come in once.
@Suite struct RingPassesTests {
  private let board = BoardID(Bytes16(high: 1, low: 1))
  private let session = SessionUUID(Bytes16(high: 2, low: 2))

  private func scope(
    board: BoardID? = nil, session: SessionUUID? = nil, keys: UInt32 = 1
  ) -> RingPasses.Scope {
    RingPasses.Scope(board: board ?? self.board, session: session ?? self.session, keys: keys)
  }

  private func at(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  private func passes(to role: Role = .draw) -> RingPasses {
    var passes = RingPasses()
    passes.add(7, to: role, in: scope(), at: at(0))
    return passes
  }

  @Test("A pass lets its user in once")
  func once() {
    var passes = passes()
    #expect(passes.redeem(7, wishing: .draw, in: scope(), at: at(1)) == .draw)
    #expect(passes.redeem(7, wishing: .draw, in: scope(), at: at(2)) == nil)
  }

  @Test("A pass lets no other user in")
  func otherUser() {
    var passes = passes()
    #expect(passes.redeem(8, wishing: .draw, in: scope(), at: at(1)) == nil)
    #expect(passes.redeem(7, wishing: .draw, in: scope(), at: at(2)) == .draw)
  }

  @Test("A pass counts for five minutes")
  func fiveMinutes() {
    let end = RingPasses.validity.milliseconds
    #expect(end == 300_000)
    var (early, late) = (passes(), passes())
    #expect(early.redeem(7, wishing: .draw, in: scope(), at: at(end - 1)) == .draw)
    #expect(late.redeem(7, wishing: .draw, in: scope(), at: at(end)) == nil)
  }

  @Test(
    "A pass gives at most the right of its maker and of the wish",
    arguments: [Role.watch, .draw], [Role.watch, .draw])
  func atMost(maker: Role, wish: Role) {
    var passes = passes(to: maker)
    #expect(passes.redeem(7, wishing: wish, in: scope(), at: at(1)) == min(maker, wish))
  }

  @Test("A pass is void on another board, in another session, and after a change of keys")
  func bound() {
    let others = [
      scope(board: BoardID(Bytes16(high: 9, low: 9))),
      scope(session: SessionUUID(Bytes16(high: 9, low: 9))),
      RingPasses.Scope(board: board, session: nil, keys: 1), scope(keys: 2),
    ]
    for other in others {
      var passes = passes()
      #expect(passes.redeem(7, wishing: .draw, in: other, at: at(1)) == nil)
      #expect(passes.redeem(7, wishing: .draw, in: scope(), at: at(2)) == nil, "used up")
    }
  }

  @Test("A pass from before the session counts once the session has begun")
  func beforeSession() {
    var passes = RingPasses()
    passes.add(
      7, to: .draw, in: RingPasses.Scope(board: board, session: nil, keys: 1), at: at(0))
    #expect(passes.redeem(7, wishing: .draw, in: scope(), at: at(1)) == .draw)
  }

  @Test("No pass counts after its maker left, and a new ring replaces the earlier pass")
  func removed() {
    var left = passes()
    left.removeAll()
    #expect(left.redeem(7, wishing: .draw, in: scope(), at: at(1)) == nil)
    var again = passes()
    again.add(7, to: .watch, in: scope(keys: 3), at: at(1))
    #expect(again.redeem(7, wishing: .draw, in: scope(keys: 3), at: at(2)) == .watch)
    #expect(again.redeem(7, wishing: .draw, in: scope(), at: at(3)) == nil)
  }

  @Test("For any rings and knocks, each entry has a ring of its own within five minutes")
  func law() {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var passes = RingPasses()
      var rung: [uid_t: Int64] = [:]
      var now: Int64 = 0
      for _ in 0..<300 {
        now += Int64.random(in: 0...40_000, using: &random)
        let user = uid_t.random(in: 1...4, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0...1:
          passes.add(user, to: .draw, in: scope(), at: at(now))
          rung[user] = now
        case 2:
          passes.removeAll()
          rung = [:]
        default:
          let isDue = rung.removeValue(forKey: user).map { now - $0 < 300_000 } ?? false
          let role = passes.redeem(user, wishing: .draw, in: scope(), at: at(now))
          #expect((role != nil) == isDue, "seed \(seed)")
        }
      }
    }
  }

  @Test("At most sixteen passes wait, and the pass that ends first gives way")
  func bounds() {
    var passes = RingPasses()
    for user in 0...uid_t(RingPasses.countMax) {
      passes.add(user, to: .draw, in: scope(), at: at(Int64(user)))
    }
    #expect(passes.redeem(0, wishing: .draw, in: scope(), at: at(20)) == nil)
    #expect(passes.redeem(1, wishing: .draw, in: scope(), at: at(20)) == .draw)
  }
}

/// The rings of others: how often, how many, and for how long.
@Suite struct IncomingRingsTests {
  private func at(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  private func isShown(_ reception: IncomingRings.Reception) -> Bool {
    if case .show = reception { true } else { false }
  }

  @Test("A user rings once in a minute")
  func oncePerMinute() {
    var rings = IncomingRings()
    #expect(isShown(rings.receive(from: 7, over: LinkID(1), isQuiet: false, at: at(0))))
    _ = rings.remove(1)
    for time: Int64 in [1, 30_000, 59_999] {
      #expect(rings.receive(from: 7, over: LinkID(2), isQuiet: false, at: at(time)) == .tooSoon)
    }
    #expect(isShown(rings.receive(from: 8, over: LinkID(3), isQuiet: false, at: at(59_999))))
    #expect(isShown(rings.receive(from: 7, over: LinkID(4), isQuiet: false, at: at(60_000))))
  }

  @Test("In a flood of rings, four wait at once, and a user who takes none decides the same")
  func flood() {
    var (open, quiet) = (IncomingRings(), IncomingRings())
    for number in 1...1_000 {
      let (user, link) = (uid_t(number), LinkID(UInt64(number)))
      let shown = open.receive(from: user, over: link, isQuiet: false, at: at(0))
      let hidden = quiet.receive(from: user, over: link, isQuiet: true, at: at(0))
      #expect(isShown(shown) == (number <= IncomingRings.waitingMax))
      #expect((shown == .tooSoon) == (hidden == .tooSoon))
    }
    #expect(open.waiting.count == IncomingRings.waitingMax)
    #expect(open.remove(over: LinkID(2))?.number == 2 && open.remove(over: LinkID(2)) == nil)
    #expect(isShown(open.receive(from: 2_000, over: LinkID(5), isQuiet: false, at: at(1))))
  }

  /// The answers and the events of a door.
  private final class Record: Sendable {
    let answers = Mutex<[RingAnswer]>([])
    let events = Mutex<[String]>([])
    let due = Mutex<[@Sendable () -> Void]>([])
    var given: [RingAnswer] { answers.withLock { $0 } }
    var heard: [String] { events.withLock { $0 } }

    func requests(isQuiet: Bool) -> RingRequests {
      let requests = RingRequests(
        isQuiet: isQuiet, now: { Uptime(milliseconds: 0) },
        delay: { [self] _, act in due.withLock { $0.append(act) } })
      requests.listen { [self] event in
        switch event {
        case .rang(let number, let user, _): events.withLock { $0.append("\(user) rang \(number)") }
        case .ended(let number): events.withLock { $0.append("ended \(number)") }
        }
      }
      return requests
    }

    func ring(_ requests: RingRequests, as user: uid_t?, over link: UInt64 = 1) throws {
      let message = RingMessage(
        identityKey: [], title: [], session: nil, role: .draw, picture: [], process: 1)
      requests.rang(message, from: user, over: LinkID(link)) { [self] answer in
        answers.withLock { $0.append(answer) }
      }
    }

    func passMinute() { for act in due.withLock({ $0 }) { act() } }
  }

  @Test("A ring that a user does not answer, or does not take, ends alike after a minute")
  func unanswered() throws {
    for isQuiet in [false, true] {
      let record = Record()
      let requests = record.requests(isQuiet: isQuiet)
      try record.ring(requests, as: 7)
      #expect(record.given.isEmpty)
      #expect(record.heard == (isQuiet ? [] : ["7 rang 1"]))
      record.passMinute()
      #expect(record.given == [.unanswered])
    }
  }

  @Test("A ring is answered once, and not after its sender has gone")
  func answeredOnce() throws {
    let record = Record()
    let requests = record.requests(isQuiet: false)
    try record.ring(requests, as: 7)
    #expect(requests.answer(1, accepts: true) && !requests.answer(1, accepts: true))
    record.passMinute()
    #expect(record.given == [.accepted])
    try record.ring(requests, as: 8, over: 2)
    requests.gone(LinkID(2))
    #expect(!requests.answer(2, accepts: true))
    #expect(record.heard == ["7 rang 1", "8 rang 2", "ended 2"])
  }

  @Test("A ring of a user whom the kernel does not know is not shown")
  func unknownUser() throws {
    let record = Record()
    try record.ring(record.requests(isQuiet: false), as: nil)
    #expect(record.given == [.unanswered])
    #expect(record.heard.isEmpty)
  }
}
