import Foundation
import FrameTesting
import Testing
import TestThreads

/// The program that the page on transports shows, as it stands there.
@Suite(.besidePool) struct ExampleTests {
  @Test("two processes of one user find each other and clap") func clap() throws {
    let home = try Home()
    let binary = Easel.binary.deletingLastPathComponent().appendingPathComponent("ClapTogether")
    func start(_ arguments: String...) throws -> TerminalRun {
      try TerminalRun(program: [binary.path] + arguments, environment: home.environment)
    }
    let (ann, bob) = (try start("--begin", "Ann"), try start("Bob"))
    #expect(try ann.waitForExit() == .code(0) && bob.waitForExit() == .code(0))
    #expect(String(decoding: ann.output, as: UTF8.self) == "Bob: clap\r\n")
    #expect(String(decoding: bob.output, as: UTF8.self) == "Ann: clap\r\n")
  }

  @Test("the page shows the program that is run here") func shown() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..")
      .standardizedFileURL
    let page = try String(
      contentsOf: folder.appendingPathComponent(
        "Sources/Group/SocketTransports/SocketTransports.docc/SocketTransports.md"), encoding: .utf8
    )
    let program = try String(
      contentsOf: folder.appendingPathComponent("Tests/ClapTogether/main.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n" + program + "```"))
  }
}
