import Testing
import TestSamples

@testable import EaselBase
@testable import GroupBase
import GroupCore

/// How long a neighbour is waited for that does not read.
@Suite struct BackpressurePolicyTests {
  @Test("below 1 MiB all is sent, from there on no ink, and at 4 MiB the link is cut")
  func limits() {
    var patience = BackpressurePolicy()
    let limits: [(Int, BackpressurePolicy.Verdict)] = [
      (0, .fine), (1, .fine), (BackpressurePolicy.waitingSoft - 1, .fine),
      (BackpressurePolicy.waitingSoft, .crowded),
      (BackpressurePolicy.waitingHard - 1, .crowded), (BackpressurePolicy.waitingHard, .over),
    ]
    for (step, (waiting, verdict)) in limits.enumerated() {
      let backlog = Backlog(waiting: waiting, passed: UInt64(step))
      #expect(patience.judge(backlog, at: .at(Int64(step))) == verdict)
    }
  }

  @Test("a reader that takes nothing for 10 s is cut off, however little waits")
  func still() {
    var patience = BackpressurePolicy()
    for time in stride(from: Int64(0), to: 10_000, by: 500) {
      #expect(patience.judge(Backlog(waiting: 1, passed: 7), at: .at(time)) == .fine)
    }
    #expect(patience.judge(Backlog(waiting: 1, passed: 7), at: .at(10_000)) == .over)
  }

  @Test("a reader that takes a byte now and then is slow and not gone")
  func slow() {
    var patience = BackpressurePolicy()
    for step in 0..<10 {
      let now = Uptime.at(Int64(step) * 9_999)
      #expect(patience.judge(Backlog(waiting: 5_000, passed: UInt64(step)), at: now) == .fine)
    }
  }

  @Test("an empty queue resets the patience timer")
  func empty() {
    var patience = BackpressurePolicy()
    _ = patience.judge(Backlog(waiting: 1, passed: 7), at: .at(0))
    #expect(patience.judge(Backlog(waiting: 0, passed: 7), at: .at(9_000)) == .fine)
    #expect(patience.judge(Backlog(waiting: 1, passed: 7), at: .at(18_000)) == .fine)
    #expect(patience.judge(Backlog(waiting: 1, passed: 7), at: .at(27_999)) == .fine)
    #expect(patience.judge(Backlog(waiting: 1, passed: 7), at: .at(28_000)) == .over)
  }

  @Test("Too much for all links together: the link with most is cut, links of watchers first")
  func linkToCut() {
    func cut(_ links: [(waiting: Int, isWatcher: Bool)]) -> LinkID? {
      BackpressurePolicy.linkToCut(
        among: links.enumerated().map {
          .init(
            LinkID(UInt64($0.offset)), waiting: $0.element.waiting,
            isWatcher: $0.element.isWatcher)
        })
    }
    let large = 1 << 20
    #expect(cut([(large, false), (3 * large, false), (2 * large, false)]) == LinkID(1))
    #expect(cut([(3 * large, false), (large, true), (2 * large, true)]) == LinkID(2))
    // A watcher for which almost nothing waits would give almost nothing back.
    #expect(cut([(3 * large, false), (100, true)]) == LinkID(0))
    #expect(cut([(0, false), (0, true)]) == nil && cut([]) == nil)
  }

  @Test("While much is held for all links, a link for which data waits gets no ink")
  func crowdedTogether() {
    var policy = BackpressurePolicy()
    let held = BackpressurePolicy.heldSoft
    #expect(policy.judge(Backlog(waiting: 1), held: held - 1, at: .at(0)) == .fine)
    #expect(policy.judge(Backlog(waiting: 1), held: held, at: .at(1)) == .crowded)
    #expect(policy.judge(Backlog(waiting: 0), held: held, at: .at(2)) == .fine)
  }
}
