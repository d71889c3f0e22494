import FrameTesting
import Foundation
import TestThreads
import Testing

/// Two processes that play a film in step over a Unix socket.
@Suite(.besidePool) struct WatchTogetherTests {
  /// A line of a player: the computer's clock, the time of the film, and what the player does.
  private struct Sample {
    let clock: Double
    let time: Double
    let state: String

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 3, let clock = Double(words[0]), let time = Double(words[1]) else {
        return nil
      }
      (self.clock, self.time, state) = (clock / 1_000, time / 1_000, String(words[2]))
    }

    /// When the film began, in milliseconds of the computer's clock.
    var beginning: Double { clock - time }
  }

  @Test("two processes play in step; one stalls, and is level again when it has data")
  func inStep() throws {
    let home = try Home()
    let binary = Easel.binary.deletingLastPathComponent().appendingPathComponent("WatchTogether")
    func start(_ arguments: String...) throws -> TerminalRun {
      try TerminalRun(program: [binary.path] + arguments, environment: home.environment)
    }
    let runs = [try start("--begin", "Ann"), try start("--stall", "Bob")]
    for run in runs { #expect(try run.waitForExit() == .code(0)) }
    let samples = runs.map { run in
      String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
        .compactMap { Sample($0) }
    }
    let playing = samples.map { $0.filter { $0.state == "playing" && $0.time > 0 } }
    let stalled = samples[1].filter { $0.state == "stalled" }
    let (first, last) = (try #require(stalled.first), try #require(stalled.last))
    #expect(stalled.allSatisfy { $0.time == first.time })
    // Ann did not wait.
    #expect(samples[0].filter { $0.clock > first.clock }.allSatisfy { $0.state == "playing" })
    let before = spread(playing.map { $0.filter { $0.clock < first.clock } })
    // The command to play may come some milliseconds after the last line with the stall.
    let after = spread(playing.map { $0.filter { $0.clock > last.clock + 200 } })
    print("spread before the stall \(before) ms, after it \(after) ms")
    #expect(before < 50 && after < 50)
    let counts = playing.map(\.count)
    #expect(counts.allSatisfy { $0 > 40 }, "\(counts)")
  }

  /// The largest difference of the times of the film at one moment, in milliseconds.
  private func spread(_ samples: [[Sample]]) -> Double {
    let beginnings = samples.flatMap { $0.map(\.beginning) }
    return (beginnings.max() ?? .infinity) - (beginnings.min() ?? 0)
  }
}
