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

  var party: Party
  let session: SessionID
  private(set) var entries: [Int: Entry] = [:]
  private(set) var sent: [Sent] = []
  private var chance: SplitMix64
  private var plan: [(at: Int64, index: Int, deed: Deed)] = []

  init(_ count: Int, seed: UInt64) throws {
    chance = SplitMix64(seed: seed)
    party = Party(UInt64(count), seed: seed)
    session = try party.activate(0)
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
    party.world.weather = weather
    let start = party.world.now
    while let next = plan.indices.min(by: { plan[$0].at < plan[$1].at }) {
      let (at, index, deed) = plan.remove(at: next)
      let wait = start.advanced(by: at).since(party.world.now)
      if wait > 0 { party.world.run(milliseconds: wait) }
      switch deed {
      case .join:
        entries[index] = Entry(at: party.world.now, known: known(by: index))
        party.join(index, session)
      case .send: try send(index, at)
      }
    }
    party.world.weather = .init()
    party.world.run(milliseconds: 9_000)
  }

  /// A message goes out when its sender has joined: until then this one waits here.
  private mutating func send(_ index: Int, _ at: Int64) throws {
    guard party.world.calls[party.members[index]]?.isJoining(session) == false else {
      return plan.append((at + 20, index, .send))
    }
    let number = UInt8(sent.count)
    sent.append(Sent(by: index, number: number, at: party.world.now, known: known(by: index)))
    try party.send(index, [number], in: session)
  }

  private func known(by index: Int) -> Set<Int> {
    let call = party.world.calls[party.members[index]]
    let participants =
      call.map { $0.sessions.local.participants(of: session, $0.roster.index) } ?? []
    return Set(
      party.members.indices.filter { other in
        other != index && participants.contains { $0.member == party.members[other] }
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
      for reader in arrivals.party.members.indices {
        let heard = arrivals.party.messages(reader).map { $0[0] }
        for sender in arrivals.party.members.indices where sender != reader {
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
