import FrameTesting
import Foundation
import TestThreads
import Testing

/// Processes of a drawing program that has the import lines of Apple's platforms.
@Suite(.besidePool) struct DrawingProcessesTests {
  @Test("three processes draw together over Unix sockets, and the third comes late")
  func draw() throws {
    let home = try Home()
    let binary = Easel.binary.deletingLastPathComponent()
      .appendingPathComponent("DrawTogetherProbe")
    func start(_ arguments: String...) throws -> TerminalRun {
      try TerminalRun(program: [binary.path] + arguments, environment: home.environment)
    }
    let early = [try start("--begin", "0", "Ann"), try start("0", "Bob")]
    for run in early { try run.wait(forOutput: "2 lines") }
    let late = try start("40", "Cyd")
    for run in early + [late] { #expect(try run.waitForExit() == .code(0)) }
    #expect(
      (early + [late]).map { String(decoding: $0.output, as: UTF8.self) }
        == ["2 lines\r\n3 lines\r\n", "2 lines\r\n3 lines\r\n", "3 lines\r\n"])
  }
}
