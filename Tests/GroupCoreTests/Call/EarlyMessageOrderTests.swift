import GroupBase
import GroupTesting
import Testing

@testable import EaselBase
@testable import GroupCore

/// People who join and speak at random moments, and what each of them knew at each moment.
private struct Arrivals {
  /// The time of a join, and the members that the joining member knew then.
  struct Entry {
    let at: Uptime
    let known: Set<Int>
  }

  /// The time of a message, and the members that its sender knew then.
  struct Sent {
    let by: Int
    let number: UInt8
    let at: Uptime
    let known: Set<Int>
  }

  enum Deed {
    case join
    case send
  }

  var chain: CallChain
  let session: SessionID
  private(set) var entries: [Int: Entry] = [:]
  private(set) var sent: [Sent] = []
  private var chance: SplitMix64
  private var plan: [(at: Int64, index: Int, deed: Deed)] = []

  init(_ count: Int, seed: UInt64) throws {
    chance = SplitMix64(seed: seed)
    chain = CallChain(UInt64(count), seed: seed)
    session = try chain.activate(0)
    let spread = Int64([1, 40, 400, 3_000].randomElement(using: &chance) ?? 1)
    for index in 0..<count {
      let join = Int64.random(in: 0..<spread, using: &chance)
      plan.append((join, index, .join))
      for _ in 0..<4 {
        plan.append((join + .random(in: 1...2_500, using: &chance), index, .send))
        plan.append((join + .random(in: 1...40, using: &chance), index, .send))
      }
    }
  }

  /// Does all that is planned, in that weather.
  mutating func play(_ weather: NetworkModel.Weather) throws {
    chain.world.weather = weather
    let start = chain.world.now
    while let next = plan.indices.min(by: { plan[$0].at < plan[$1].at }) {
      let (at, index, deed) = plan.remove(at: next)
      let wait = start.advanced(by: at).since(chain.world.now)
      if wait > 0 { chain.world.run(milliseconds: wait) }
      switch deed {
      case .join:
        entries[index] = Entry(at: chain.world.now, known: known(by: index))
        chain.join(index, session)
      case .send: try send(index, at)
      }
    }
    chain.world.weather = .init()
    chain.world.run(milliseconds: 9_000)
  }

  /// A message goes out when its sender has joined: until then this one waits here.
  private mutating func send(_ index: Int, _ at: Int64) throws {
    guard chain.world.calls[chain.members[index]]?.isJoining(session) == false else {
      return plan.append((at + 20, index, .send))
    }
    let number = UInt8(sent.count)
    sent.append(Sent(by: index, number: number, at: chain.world.now, known: known(by: index)))
    try chain.send(index, [number], in: session)
  }

  private func known(by index: Int) -> Set<Int> {
    let call = chain.world.calls[chain.members[index]]
    let participants =
      call.map { $0.sessions.local.participants(of: session, $0.roster.index) } ?? []
    return Set(
      chain.members.indices.filter { other in
        other != index && participants.contains { $0.member == chain.members[other] }
      })
  }

  /// Whether a message has to arrive; nil where it may or may not.
  func arrives(_ message: Sent, at reader: Int) -> Bool? {
    guard let mine = entries[message.by], let theirs = entries[reader] else { return false }
    if message.known.contains(reader) { return true }
    if theirs.known.contains(message.by) { return false }
    if message.at.since(mine.at) > EarlyMessages.window { return false }
    return theirs.at <= message.at ? true : nil
  }
}

@Suite struct EarlyMessageOrderTests {
  @Test(
    "S14 · in any order of joins and messages each arrives at its readers, once, in order",
    arguments: [0, 20])
  func orders(lost: UInt64) throws {
    var early = 0
    for seed in Seeds.range(60) {
      var arrivals = try Arrivals(2 + Int(seed % 3), seed: seed)
      try arrivals.play(
        .init(
          lossPercent: lost, doublingPercent: lost, delay: .milliseconds(1)...(.milliseconds(60)),
          isReordering: lost > 0))
      for reader in arrivals.chain.members.indices {
        let heard = arrivals.chain.messages(reader).map { $0[0] }
        for sender in arrivals.chain.members.indices where sender != reader {
          let sent = arrivals.sent.filter { $0.by == sender }
          let got = heard.filter { number in sent.contains { $0.number == number } }
          #expect(got == got.sorted() && Set(got).count == got.count, "seed \(seed): \(got)")
          for message in sent {
            guard let arrives = arrivals.arrives(message, at: reader) else { continue }
            let what: Comment = "seed \(seed): \(message.number) from \(sender) at \(reader)"
            #expect(got.contains(message.number) == arrives, what)
            if arrives, !message.known.contains(reader) { early += 1 }
          }
        }
        #expect(
          !heard.contains { number in
            arrivals.sent.contains { $0.number == number && $0.by == reader }
          }, "seed \(seed): one's own")
      }
    }
    #expect(early > 20, "too few were sent before their sender knew of the reader")
  }
}
