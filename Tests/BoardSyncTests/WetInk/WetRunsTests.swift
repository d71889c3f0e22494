import GroupTesting
import Testing

@testable import BoardSync

@Suite struct WetRunsTests {
  @Test("W3 · runs are what a set of indices would be", arguments: Seeds.range(60))
  func naive(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var runs = WetRuns<Int>()
    var heard: Set<Int> = []
    for _ in 0..<40 {
      let from = Int.random(in: 0...60, using: &chance)
      let piece = Array(from...from + Int.random(in: 0...12, using: &chance))
      let before = runs
      let isNew = runs.insert(piece, from: from)
      if isNew { heard.formUnion(piece) }
      #expect(isNew == (runs != before), "seed \(seed)")
      #expect(runs.runs.flatMap(\.points) == heard.sorted(), "seed \(seed)")
      #expect(runs.runs.allSatisfy { $0.points.first == $0.from && $0.points.last == $0.end - 1 })
      #expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.end < $1.from })
    }
  }

  @Test("W6 · so many points and so many gaps, and no more")
  func limits() {
    var runs = WetRuns<Int>()
    for index in 0..<WetInk.runsMax {
      let inserted = runs.insert([0], from: index * 2)
      #expect(inserted)
    }
    let oneMore = runs.insert([0], from: WetInk.runsMax * 2)
    let bridge = runs.insert([0, 0, 0], from: 0)
    #expect(!oneMore && bridge && runs.runs.count == WetInk.runsMax - 1)
    #expect(WetRuns<Int>.admits(from: 0, count: WetInk.pointsMax))
    #expect(!WetRuns<Int>.admits(from: 0, count: WetInk.pointsMax + 1))
    #expect(WetRuns<Int>.admits(from: WetInk.pointsMax - 1, count: 1))
    #expect(!WetRuns<Int>.admits(from: WetInk.pointsMax, count: 1))
    #expect(!WetRuns<Int>.admits(from: .max, count: .max))
    #expect(!WetRuns<Int>.admits(from: -1, count: 1))
    #expect(!WetRuns<Int>.admits(from: 0, count: 0))
  }
}
