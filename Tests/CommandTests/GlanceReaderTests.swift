import BoardDocument
@testable import BoardFiles
import EaselBase
import EaselPlatform
import Foundation
import FrameTesting
import Testing
import TestThreads

@testable import easel

/// The looks at the boards of the list, from their files.
@MainActor @Suite(.besidePool) struct GlanceReaderTests {
  private func read(_ reader: GlanceReader, _ boards: [BoardSummary]) async -> [String: BoardGlance]
  {
    var glances: [String: BoardGlance] = [:]
    reader.read(boards) { glances.merge($0) { $1 } }
    while glances.count < boards.count { try? await Task.sleep(for: .milliseconds(5)) }
    return glances
  }

  @Test("Boards are read beside the main thread; hostile and broken files get a sentence")
  func hostile() async throws {
    let home = try Home()
    let script = "rect 0.1,0.1 0.4,0.4\ntext 0.2,0.2 \"Parser\"\n"
    #expect(try Easel.run(["play", "-", "--board", "good"], in: home, input: script).code == 0)
    let folder = home.path(".local/share/easel")
    _ = try home.write(String(repeating: "noise", count: 9_000), to: ".local/share/easel/bad.easel")
    _ = try home.write("", to: ".local/share/easel/void.easel")
    #expect(mkfifo(folder + "/pipe.easel", 0o600) == 0)
    #expect(symlink("/dev/zero", folder + "/endless.easel") == 0)
    let boards = try BoardFolder(AppPaths(environment: [:], home: home.folder.path)).listing()
    // Only files are listed as boards.
    #expect(Set(boards.map(\.name.string)) == ["good", "bad", "void"])
    let reader = GlanceReader(BoardFolder(AppPaths(environment: [:], home: home.folder.path)))
    let glances = await read(reader, boards)
    for board in boards {
      let glance = glances[board.path]
      if board.name.string == "good" {
        #expect(glance?.lines.map(\.string) == ["Parser"] && glance?.picture.isBlank == false)
      } else {
        #expect(glance?.trouble?.string.isEmpty == false, "\(board.name.string)")
      }
    }
    // Known boards are reported at once.
    var again: [String: BoardGlance] = [:]
    reader.read(boards) { again.merge($0) { $1 } }
    #expect(again.count == boards.count)
  }

  @Test("The board that the user chose is read first, and then those near it in the list")
  func chosen() async throws {
    let home = try Home()
    let line = "line 0.1,0.1 0.9,0.9\n"
    #expect(try Easel.run(["play", "-", "--board", "0"], in: home, input: line).code == 0)
    let path = home.path(".local/share/easel")
    for number in 1..<100 {
      try FileManager.default.copyItem(
        atPath: path + "/0.easel", toPath: path + "/\(number).easel")
    }
    let folder = BoardFolder(AppPaths(environment: [:], home: home.folder.path))
    let boards = try folder.listing()
    let reader = GlanceReader(folder)
    var reports: [[String: BoardGlance]] = []
    reader.read(boards) { reports.append($0) }
    reader.hurry(boards[80].path)
    while reports.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
    let first = Set(reports.prefix(5).flatMap(\.keys))
    #expect(reports[1][boards[80].path] != nil)
    #expect(first.isSubset(of: Set(boards[56..<100].map(\.path))) && first.count == 32)
  }

  @Test("The reader reads only the beginning of a large board, and the glance says so")
  func large() async throws {
    let home = try Home()
    let lines = (0..<4_000).map { "stroke 0.\($0 % 9)1,0.12 0.\($0 % 7)5,0.37 0.\($0 % 5)9,0.91\n" }
    let script = "text 0.2,0.2 \"first\"\n" + lines.joined() + "text 0.2,0.8 \"last\"\n"
    #expect(try Easel.run(["play", "-", "--board", "big"], in: home, input: script).code == 0)
    let folder = BoardFolder(AppPaths(environment: [:], home: home.folder.path))
    let glance = try #require(await read(GlanceReader(folder), try folder.listing()).values.first)
    #expect(glance.lines.map(\.string) == ["first"] && glance.isBeginning)
  }

  @Test("The list of the shell calls a board without a name by its first words")
  func shell() throws {
    let home = try Home()
    for (name, script) in [
      (
        "2026-11-20 10.00",
        "text 0.2,0.2 \"Parser\"\nrect 0.1,0.1 0.4,0.4\ntext 0.5,0.2 \"Lexer\"\n"
      ),
      ("2026-11-21 11.30", "line 0.1,0.1 0.9,0.9\n"), ("plan", "text 0.1,0.1 \"house\"\n"),
    ] {
      #expect(try Easel.run(["play", "-", "--board", name], in: home, input: script).code == 0)
    }
    let list = try Easel.run(["boards"], in: home).text.split(separator: "\n")
    func line(_ name: String) -> Substring { list.first { $0.hasPrefix(name) } ?? "" }
    #expect(line("2026-11-20 10.00").contains("  “Parser, Lexer”, 3 changes"))
    #expect(line("2026-11-21 11.30").contains("  “sketch”, 1 change"))
    #expect(line("plan").contains("  1 change") && !line("plan").contains("house"))
    let names = try Easel.run(["boards", "--names"], in: home).text
    #expect(names.split(separator: "\n").contains("2026-11-20 10.00"))
  }
}
