import Testing

@testable import Transports

/// How fast one neighbour is read.
@Suite struct ReadingBudgetTests {
  /// How many messages are read in so many milliseconds by who always has more to say.
  private func taken(_ bytes: Int, in milliseconds: Int64, _ budget: inout ReadingBudget) -> Int {
    var (now, count) = (Int64(0), 0)
    while now < milliseconds * 1_000 {
      let wait = budget.wait(at: now)
      now += max(wait, 1)
      if wait == 0 {
        budget.spend(messageOf: bytes)
        count += 1
      }
    }
    return count
  }

  @Test("so many messages a second are read, after as many at once as a silence has left room for")
  func rate() {
    for (bytes, cost) in [(0, 1), (1, 1), (4_095, 1), (4_096, 2), (65_536, 32)] as [(Int, Int)] {
      var budget = ReadingBudget(at: 0)
      let (most, perSecond) = (Int(ReadingBudget.most), Int(ReadingBudget.perSecond))
      let expected = (most + 10 * perSecond) / cost
      let taken = taken(bytes, in: 10_000, &budget)
      #expect(abs(taken - expected) <= expected / 50 + 2, "\(bytes) bytes: \(taken)")
    }
  }

  @Test("what a silence leaves room for has an end, and time that runs back does no harm")
  func silence() {
    var budget = ReadingBudget(at: 0)
    #expect(budget.wait(at: .max) == 0 && budget.wait(at: .min) == 0 && budget.wait(at: 0) == 0)
    for _ in 0..<ReadingBudget.most { budget.spend(messageOf: 1) }
    #expect(budget.wait(at: 0) == 0)
    budget.spend(messageOf: 1)
    #expect(budget.wait(at: 0) == 1_000_000 / ReadingBudget.perSecond + 1)
  }
}
