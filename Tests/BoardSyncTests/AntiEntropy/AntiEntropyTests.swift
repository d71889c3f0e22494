import GroupTesting
import Testing
import TestSamples

@testable import BoardSync
@testable import EaselBase

/// One machine, told of one event after the other.
@Suite struct AntiEntropyTests {
  var chance = SplitMix64(seed: 1)
  var machine = AntiEntropy(.test(0), at: .at(0))

  init() {
    for other in 1...3 { machine.arrived(.test(other), at: .at(0), using: &chance) }
  }

  private func head(_ replica: Int, _ number: UInt64, digest: UInt64 = 7) -> ReplicaHead {
    ReplicaHead(.test(replica), SequenceNumber(number), digest: Bytes16(high: 0, low: digest))
  }

  private func range(_ replica: Int, _ first: UInt64, _ last: UInt64) -> EntryRange {
    EntryRange(
      replica: .test(replica), first: SequenceNumber(first), last: SequenceNumber(last))
  }

  private let summary = KnowledgeSummary(
    salt: 1, vector: Bytes16(high: 1, low: 1), count: 9, state: Bytes16(high: 0, low: 0))

  private mutating func receive(
    _ message: AntiEntropyMessage, from peer: Int, at time: Int64
  ) -> [AntiEntropy.Action] {
    machine.received(message, from: .test(peer), at: .at(time), using: &chance)
  }

  private mutating func compare(
    _ heads: [ReplicaHead], from peer: Int, at time: Int64
  ) -> [AntiEntropy.Action] {
    receive(
      .compare(VectorPart(summary: summary, after: nil, through: nil, heads: heads)), from: peer,
      at: time)
  }

  private func asks(_ range: EntryRange, of peer: Int) -> AntiEntropy.Action {
    .send(.wanted([range]), to: .only([.test(peer)]), .reliable)
  }

  @Test("A5 · a range is asked of a single member, and of another after 1 s without an answer")
  mutating func oneAtATime() {
    #expect(compare([head(1, 5)], from: 1, at: 0).contains(asks(range(1, 1, 5), of: 1)))
    #expect(compare([head(1, 5)], from: 2, at: 10).count == 1)
    #expect(!machine.woke(at: .at(999), using: &chance).contains(asks(range(1, 1, 5), of: 2)))
    #expect(machine.woke(at: .at(1_000), using: &chance).contains(asks(range(1, 1, 5), of: 2)))
    #expect(compare([head(1, 5)], from: 1, at: 1_500).count == 1)
  }

  @Test("A5 · a member that answers in order is not left for another while its answer comes")
  mutating func inOrder() {
    _ = compare([head(1, 5), head(2, 5)].sorted { $0.replica < $1.replica }, from: 1, at: 0)
    _ = compare([head(2, 5)], from: 2, at: 10)
    machine.knows([head(1, 3)], state: summary.state, at: .at(900))
    #expect(!machine.woke(at: .at(1_899), using: &chance).contains(asks(range(2, 1, 5), of: 2)))
    #expect(machine.woke(at: .at(1_900), using: &chance).contains(asks(range(2, 1, 5), of: 2)))
  }

  @Test("A search back ends, whatever another says to have given of it")
  mutating func searchUnderLies() {
    machine.knows([head(1, 1_000, digest: 1)], state: summary.state, at: .at(0))
    var actions = compare([head(1, 1 << 50, digest: 9)], from: 1, at: 0)
    var given = SequenceNumber(1_000)
    for count in 1...500 {
      actions = receive(
        .supplied([EntryRange(replica: .test(1), first: given, last: given)]), from: 1, at: 1)
      guard case .send(.wanted(let ranges), _, _) = actions.last, let asked = ranges.first else {
        return #expect((10...200).contains(count))
      }
      // By turns all of it but the last, and that.
      given = count.isMultiple(of: 2) ? asked.last : SequenceNumber(asked.last.raw - 1)
    }
    Issue.record("it goes on for ever")
  }

  @Test("A5 · a range that arrives piece by piece is waited for, and the rest asked at once")
  mutating func pieces() {
    _ = compare([head(1, 9)], from: 1, at: 0)
    for number in UInt64(1)...3 {
      machine.knows(
        [head(1, number, digest: number)], state: summary.state, at: .at(Int64(number) * 900))
    }
    #expect(
      receive(.supplied([range(1, 1, 3)]), from: 1, at: 2_701) == [asks(range(1, 4, 9), of: 1)])
  }

  @Test("A2 · a range that brings nothing is asked further back, twice as far each time")
  mutating func furtherBack() {
    machine.knows([head(1, 20)], state: summary.state, at: .at(0))
    #expect(compare([head(1, 25)], from: 1, at: 0).contains(asks(range(1, 21, 25), of: 1)))
    var last = range(1, 21, 25)
    for expected in [(20, 20), (18, 19), (14, 17), (6, 13), (1, 5)] as [(UInt64, UInt64)] {
      let next = range(1, expected.0, expected.1)
      #expect(receive(.supplied([last]), from: 1, at: 100) == [asks(next, of: 1)])
      last = next
    }
    #expect(receive(.supplied([last]), from: 1, at: 100) == [])
    #expect(compare([head(1, 25)], from: 1, at: 200).count == 1, "asked again within 1 s")
    #expect(compare([head(1, 25)], from: 1, at: 1_200).count == 2)
  }

  @Test("A5 · a member that left is asked no more")
  mutating func leaves() {
    _ = compare([head(1, 5)], from: 1, at: 0)
    _ = compare([head(1, 6)], from: 2, at: 1)
    #expect(machine.left(.test(1), at: .at(2)) == [asks(range(1, 1, 6), of: 2)])
    #expect(compare([head(1, 5)], from: 1, at: 3) == [])
  }

  @Test("A9 · only what there is is supplied")
  mutating func absurdRanges() {
    machine.knows([head(1, 5)], state: summary.state, at: .at(0))
    let absurd = [
      range(1, 0, 9), range(1, 6, 6), range(1, 4, 2), range(2, 1, 1), range(1, 4, .max),
    ]
    #expect(
      receive(.wanted(absurd), from: 1, at: 0) == [.supply([range(1, 4, 5)], to: .test(1))])
    #expect(
      receive(.wanted([range(2, 1, 1)]), from: 1, at: 0)
        == [.send(.supplied([]), to: .only([.test(1)]), .reliable)])
  }

  @Test("A9 · messages within the limits are heard, beyond them not")
  mutating func limits() {
    machine.knows([head(1, 5)], state: summary.state, at: .at(0))
    let ranges = Array(repeating: range(1, 1, 1), count: AntiEntropyMessage.rangesMax)
    #expect(receive(.wanted(ranges), from: 1, at: 0).count == 1)
    #expect(receive(.wanted(ranges + [range(1, 1, 1)]), from: 1, at: 0) == [])
    let heads = (0..<VectorPart.headsMax).map { self.head($0, 1) }
      .sorted { $0.replica < $1.replica }
    #expect(compare(heads, from: 1, at: 0).count == 2)
    #expect(machine.wants.count == AntiEntropy.wantsPerParticipant)
    #expect(compare(heads + [head(600, 1)], from: 2, at: 0) == [])
    #expect(compare(heads.reversed(), from: 2, at: 0) == [])
    #expect(compare([head(1, 1 << 53)], from: 2, at: 0) == [])
    #expect(compare([head(1, 1 << 53 - 1)], from: 2, at: 0).count == 2)
  }

  @Test("A9 · a participant is answered so often a second and no more")
  mutating func demands() {
    machine.knows([head(1, 5)], state: summary.state, at: .at(0))
    for _ in 0..<PeerState.demandsPerSecond {
      #expect(receive(.wanted([range(1, 1, 1)]), from: 1, at: 0).count == 1)
    }
    #expect(receive(.wanted([range(1, 1, 1)]), from: 1, at: 999) == [])
    #expect(receive(.wanted([range(1, 1, 1)]), from: 2, at: 999).count == 1)
    #expect(receive(.wanted([range(1, 1, 1)]), from: 1, at: 1_000).count == 1)
  }

  @Test("A9 · a member outside the session is not heard")
  mutating func strangers() {
    for seed in Seeds.range(20) {
      var lies = SplitMix64(seed: seed)
      #expect(receive(.lie(about: [], using: &lies), from: 99, at: 0) == [])
    }
  }

  @Test("A10 · a vector's parts and summary depend on no order", arguments: Seeds.range(20))
  func order(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let heads = (0..<VectorPart.headsMax + 9).map { self.head($0, 1 + chance.next() % 9) }
    var (one, other) = (LocalState(), LocalState())
    for head in heads { one.set(head) }
    for head in heads.shuffled(using: &chance) { other.set(head) }
    #expect(one.parts(salt: seed) == other.parts(salt: seed), "seed \(seed)")
    #expect(one.parts(salt: 1).map(\.heads.count) == [VectorPart.headsMax, 9])
    #expect(one.parts(salt: 1).allSatisfy { $0.isSound })
    #expect(other.matches(one.summary(salt: chance.next())))
    other.set(head(3, 10))
    #expect(!other.matches(one.summary(salt: chance.next())), "seed \(seed)")
  }

  @Test("alone, a member has nothing to do")
  func alone() {
    let alone = AntiEntropy(.test(0), at: .at(0))
    #expect(alone.deadline == nil)
  }
}
