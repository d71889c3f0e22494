import EaselBase
import Testing

@testable import SocketTransports

/// How fast one neighbour is read.
@Suite struct ReadingBudgetTests {
  /// For how many microseconds is read in so many milliseconds who always has more to say, in turns.
  private func read(
    turn: Int64, in milliseconds: Int64, isShared: Bool, _ budget: inout ReadingBudget
  ) -> Int64 {
    var (now, sum) = (Int64(0), Int64(0))
    while now < milliseconds * 1_000 {
      let wait = budget.wait(at: now, isShared: isShared)
      now += wait
      if wait == 0 {
        budget.spend(microseconds: turn)
        (now, sum) = (now + turn, sum + turn)
      }
    }
    return sum
  }

  @Test("of a time that is shared one has a part, after what a silence has left")
  func share() {
    for turn in [1, 50, 250, 5_000] as [Int64] {
      var budget = ReadingBudget(at: 0)
      let expected = ReadingBudget.most + 10_000_000 / ReadingBudget.parts
      let sum = read(turn: turn, in: 10_000, isShared: true, &budget)
      #expect(abs(sum - expected) <= expected / 50 + 2 * turn, "turns of \(turn): \(sum)")
    }
  }

  @Test("who shares with nobody is read as fast as it goes, and owes nothing when others begin")
  func alone() {
    var budget = ReadingBudget(at: 0)
    #expect(read(turn: 250, in: 10_000, isShared: false, &budget) == 10_000_000)
    #expect(budget.wait(at: 10_000_000, isShared: false) == 0)
    #expect(budget.wait(at: 10_000_000, isShared: true) == 0)
    budget.spend(microseconds: 1)
    #expect(budget.wait(at: 10_000_000, isShared: true) == ReadingBudget.parts)
  }

  @Test("what a silence leaves room for has an end, and times that are none do no harm")
  func silence() {
    var budget = ReadingBudget(at: 0)
    func wait(_ budget: inout ReadingBudget, at now: Int64 = 0) -> Int64 {
      budget.wait(at: now, isShared: true)
    }
    for now in [.max, .min, 0] as [Int64] { #expect(wait(&budget, at: now) == 0) }
    budget.spend(microseconds: .min)
    budget.spend(microseconds: ReadingBudget.most)
    #expect(wait(&budget) == 0)
    budget.spend(microseconds: 1)
    #expect(wait(&budget) == ReadingBudget.parts)
    budget.spend(microseconds: .max)
    #expect(wait(&budget) == ReadingBudget.most * ReadingBudget.parts)
  }

  @Test("who says one thing after the other speaks, who gives signs of life does not")
  func speech() {
    for (perSecond, speaks) in [(1, false), (5, false), (9, false), (30, true), (500, true)] {
      var speech = MessageRateMeter(at: 0)
      let heard = (1...200).map { speech.heard(at: Int64($0 * 1_000_000 / perSecond)) }
      #expect(heard.contains(true) == speaks, "\(perSecond) a second")
      if speaks { #expect(heard.firstIndex(of: true) ?? .max < 8) }
    }
    var speech = MessageRateMeter(at: .max)
    let heard = ([.min, 0, .max] as [Int64]).map { speech.heard(at: $0) }
    #expect(heard == [false, false, false])
  }

  @Test("of all who speak the others count, for a while")
  func speakers() {
    var speakers = Speakers()
    let links = (1...3).map { LinkID($0) }
    func others(_ now: Int64) -> [Bool] { links.map { speakers.isAnybody(but: $0, at: now) } }
    #expect(others(0) == [false, false, false])
    speakers.spoke(links[0], at: 0)
    #expect(others(1) == [false, true, true])
    for _ in 0..<2 { speakers.spoke(links[1], at: 10) }
    #expect(others(11) == [true, true, true])
    #expect(others(Speakers.memory) == [true, false, true])
    #expect(others(Speakers.memory + 10) == [false, false, false])
  }
}
