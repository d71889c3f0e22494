import EaselBase
import GroupBase
import Testing

@testable import SocketTransports

/// How fast one neighbour is read.
@Suite struct ReadingBudgetTests {
  private let start = ContinuousClock.now

  /// Returns the time for which a neighbour that always has more to say is read, in turns.
  private func read(
    slice: Duration, in time: Duration, isShared: Bool, _ budget: inout ReadingBudget
  ) -> Duration {
    var (now, sum) = (start, Duration.zero)
    while now < start + time {
      let wait = budget.wait(at: now, isShared: isShared)
      now += wait
      if wait == .zero {
        budget.spend(slice)
        (now, sum) = (now + slice, sum + slice)
      }
    }
    return sum
  }

  @Test("a link that shares the time gets its part of it, beyond what a silence has left")
  func share() {
    for slice in [1, 50, 250, 5_000].map({ Duration.microseconds($0) }) {
      var budget = ReadingBudget(at: start)
      let expected = ReadingBudget.most + .seconds(10) / ReadingBudget.parts
      let sum = read(slice: slice, in: .seconds(10), isShared: true, &budget)
      let difference = max(sum - expected, expected - sum)
      #expect(difference <= expected / 50 + slice * 2, "turns of \(slice): \(sum)")
    }
  }

  @Test("a link that is alone is read as fast as it goes, and owes nothing when others begin")
  func alone() {
    var budget = ReadingBudget(at: start)
    let (time, end) = (Duration.seconds(10), start + .seconds(10))
    #expect(read(slice: .microseconds(250), in: time, isShared: false, &budget) == time)
    #expect(budget.wait(at: end, isShared: false) == .zero)
    #expect(budget.wait(at: end, isShared: true) == .zero)
    budget.spend(.microseconds(1))
    #expect(budget.wait(at: end, isShared: true) == .microseconds(ReadingBudget.parts))
  }

  @Test("a silence leaves room for a limited time, and a turn causes a limited debt")
  func silence() {
    var budget = ReadingBudget(at: start)
    let end = start + .seconds(1_000)
    #expect(budget.wait(at: end, isShared: true) == .zero)
    budget.spend(ReadingBudget.most)
    #expect(budget.wait(at: end, isShared: true) == .zero)
    budget.spend(.microseconds(1))
    #expect(budget.wait(at: end, isShared: true) == .microseconds(ReadingBudget.parts))
    budget.spend(.seconds(1_000))
    #expect(budget.wait(at: end, isShared: true) == ReadingBudget.most * ReadingBudget.parts)
  }

  @Test("a link with many messages a second speaks, a link with signs of life does not")
  func speech() {
    for (perSecond, speaks) in [(1, false), (5, false), (9, false), (30, true), (500, true)] {
      var speech = MessageRateMeter(at: start)
      let heard = (1...200).map { speech.heard(at: start + .seconds($0) / perSecond) }
      #expect(heard.contains(true) == speaks, "\(perSecond) a second")
      if speaks { #expect(heard.firstIndex(of: true) ?? .max < 8) }
    }
  }

  @Test("each speaking link counts as an other for a while; a link that falls behind always counts")
  func busy() {
    var busy = BusyLinks()
    let links = (1...3).map { LinkID($0) }
    func others(_ milliseconds: Int64) -> [Bool] {
      links.map { busy.needTime(of: $0, at: start + .milliseconds(milliseconds)) }
    }
    #expect(others(0) == [false, false, false])
    busy.spoke(links[0], at: start)
    #expect(others(1) == [false, true, true])
    for _ in 0..<2 { busy.spoke(links[1], at: start + .milliseconds(10)) }
    #expect(others(11) == [true, true, true])
    #expect(others(250) == [true, false, true])
    #expect(others(260) == [false, false, false])
    busy.keepsUp(links[2], false)
    #expect(others(260) == [true, true, true])
    busy.keepsUp(links[2], true)
    #expect(others(260) == [false, false, false])
  }
}
