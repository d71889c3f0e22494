import Foundation
import Testing
import TestThreads

@testable import easel_sim

@Suite(.besidePool) struct TraceTests {
  /// Beside the test runner.
  private static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("easel-sim")

  /// Without the setting that makes dictionaries iterate alike, so that no order of theirs reaches
  /// what is said.
  private func output(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter {
      $0.key != "SWIFT_DETERMINISTIC_HASHING"
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the same seed is the same run in two processes")
  func same() throws {
    let arguments = ["--seeds", "6", "--from", "31", "--trace"]
    let first = try output(arguments)
    #expect(first == (try output(arguments)))
    #expect(first.split(separator: "\n").count == 7)
  }

  @Test("the last line says how much there was, and that nothing was lost")
  func lastLine() throws {
    let last = try output(["--seeds", "2"]).split(separator: "\n").last.map(String.init)
    let words = last?.split(separator: " ").map(String.init) ?? []
    #expect(
      words.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) == [
        "seeds", "operations", "messages", "crashes", "lost", "trace", "pictures",
      ])
    #expect(words.count == 14 && words[1] == "2" && words[9] == "0")
  }
}
