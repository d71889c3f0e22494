import BoardFiles
import FrameTesting
import Testing
import TestThreads

/// The board list (`B`), worked by keys.
@Suite(.besidePool) struct BoardListTests {
  /// Two boards, each with a thick line of its own, and a third one open with its list shown.
  private func list(in home: Home) throws -> EaselRun {
    for (board, row) in [("high", "0.2"), ("low", "0.8")] {
      let script = "pen indigo width 3\nline 0.2,\(row) 0.8,\(row)\n"
      #expect(try Easel.run(["play", "-", "--board", board], in: home, input: script).code == 0)
    }
    let run = try EaselRun(["third"], in: home)
    try run.waitUntilReady()
    try show(run)
    return run
  }

  private func show(_ run: EaselRun) throws {
    try run.send("B")
    try run.wait(for: "the list") { $0.contains("─ Boards ─") && $0.chosenBoard != nil }
  }

  /// Goes up or down to this board, and sees that the sign arrives there.
  private func choose(_ name: String, _ run: EaselRun) throws {
    let names = run.screen.listedBoards
    let chosen = try #require(names.firstIndex { $0 == run.screen.chosenBoard })
    let wanted = try #require(names.firstIndex(of: name))
    try run.send(String(repeating: chosen < wanted ? "j" : "k", count: abs(wanted - chosen)))
    try run.wait(for: "the choice") { $0.chosenBoard == name }
  }

  private func names(_ options: String..., in home: Home) throws -> Set<String> {
    let outcome = try Easel.run(["boards", "list", "--names"] + options, in: home)
    return Set(outcome.text.split(separator: "\n").map(String.init))
  }

  @Test("Enter opens the chosen board, and later ink goes there")
  func opening() throws {
    let home = try Home()
    let run = try list(in: home)
    try choose("low", run)
    try run.send("\r")
    try run.wait(for: "the board") { $0.text[0].contains("low") && !$0.ink.isEmpty }
    try run.drag(line(from: (10, 5), to: (20, 5)))
    try run.waitForInk((15, 5))
    try run.waitUntilSaved()
    let record = try Easel.run(["record", "low"], in: home).text
    #expect(record.contains("line") && record.contains("stroke"))
    #expect(!(try Easel.run(["record", "high"], in: home).text.contains("stroke")))
  }

  @Test("r renames the chosen board to what is typed instead of its name, and says so once")
  func renaming() throws {
    let home = try Home()
    let run = try list(in: home)
    try choose("high", run)
    try run.send("r")
    try run.wait(for: "the question") { $0.contains("New name, then Enter") }
    try run.send("hier\r")
    try run.wait(for: "the answer") { $0.says("Renamed to “hier”.") }
    #expect(run.screen.notice.split(separator: " ").filter { $0 == "Renamed" }.count == 1)
    try run.wait(for: "the new list") { $0.contains("hier") && !$0.contains("high") }
    #expect(try names(in: home) == ["hier", "low"])
  }

  @Test("d copies the chosen board, x trashes it and Enter takes it out again, then opens it")
  func copyAndTrash() throws {
    let home = try Home()
    let run = try list(in: home)
    try choose("high", run)
    try run.send("d")
    try run.wait(for: "the copy") {
      $0.contains("Copied to “high 2”.") && $0.listedBoards.contains("high 2")
    }
    // The next action concerns the chosen board, wherever it is listed now.
    #expect(run.screen.chosenBoard == "high")
    #expect(try names(in: home) == ["high", "high 2", "low"])
    try choose("low", run)
    try run.send("x")
    try run.wait(for: "the trash") { $0.contains("“low” is in the trash.") && $0.trashes("low") }
    #expect(try names(in: home) == ["high", "high 2"])
    #expect(try names("--trashed", in: home) == ["low"])
    try choose("low", run)
    try run.wait(for: "the button") { $0.contains("Enter Take out of the trash") }
    try run.send("\r")
    try run.wait(for: "the board") { $0.contains("“low” is back.") && !$0.trashes("low") }
    #expect(try names(in: home) == ["high", "high 2", "low"])
    // The list stays, and Enter opens the board now.
    #expect(run.screen.chosenBoard == "low")
    try run.send("\r")
    try run.wait(for: "the opened board") { $0.text[0].contains("low") && !$0.contains("Boards ─") }
  }
}

extension TerminalScreen {
  /// The board that the list's sign stands before.
  fileprivate var chosenBoard: String? {
    rowsOfSheet.first { $0.hasPrefix("▸") }.map { Self.name($0.dropFirst()) }
  }

  fileprivate var listedBoards: [String] {
    rowsOfSheet.map { Self.name($0.drop { $0 == "▸" }) }
  }

  fileprivate func trashes(_ board: String) -> Bool {
    rowsOfSheet.contains {
      Self.name($0.drop { $0 == "▸" }) == board && $0.contains("in the trash")
    }
  }

  /// The rows between a sheet's side and the preview.
  private var rowsOfSheet: [Substring] {
    text.compactMap { line in
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count >= 3 ? parts[1] : nil
    }
  }

  /// Up to the wide gap before the second column.
  private static func name(_ row: Substring) -> String {
    let words = row.split(separator: " ", omittingEmptySubsequences: false)
    let start = words.drop { $0.isEmpty }
    return start.prefix { !$0.isEmpty }.joined(separator: " ")
  }
}
