import Foundation
import FrameTesting
import Testing
import TestThreads

@Suite(.besidePool) struct ReadmeTests {
  private static let library = "../../Sources/App/easel/Documentation.docc/Library.md"
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("the snapshot test on the page Snapshot tests is compiled and run here")
  func example() throws {
    let page = "../../Sources/Testing/FrameTesting/FrameTesting.docc/SnapshotTests.md"
    let example = try text(of: "ReadmeExample.swift")
    #expect(try swiftBlocks(in: page).contains(example))
  }

  @Test("the activity that the page of the library shows is the program ClapTogether")
  func activity() throws {
    let program = try text(of: "../ClapTogether/main.swift")
    #expect(try swiftBlocks(in: Self.library).contains(program))
  }

  @Test("the test of a terminal program that the page of the library shows is the one below")
  func program() throws {
    let blocks = try swiftBlocks(in: Self.library)
    let shown = try #require(blocks.first { $0.contains("TerminalRun") })
    let lines = shown.split(separator: "\n").map { "  \($0)" }
    #expect(try text(of: "ReadmeTests.swift").contains(lines.joined(separator: "\n")))
  }

  @Test func theProgramGreets() throws {
    let run = try TerminalRun(
      program: ["/bin/sh", "-c", "echo Name?; read name; echo Hello, $name."])
    try run.wait(for: "the question") { $0.contains("Name?") }
    try run.send("Ann\n")
    try run.wait(for: "the greeting") { $0.contains("Hello, Ann.") }
    #expect(try run.waitForExit() == .code(0))
  }

  private func swiftBlocks(in page: String) throws -> [String] {
    try text(of: page).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// - Parameter file: a path from the folder of this test.
  private func text(of file: String) throws -> String {
    try String(
      contentsOf: folder.appendingPathComponent(file).standardizedFileURL, encoding: .utf8)
  }
}
