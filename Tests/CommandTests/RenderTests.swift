import Foundation
import Testing
import TestThreads

/// The output of `render` without options, and its handling of a bad theme.
@Suite(.besidePool) struct RenderTests {
  /// 40 lines of 100 columns, more than 80x24, with ink behind the last.
  private func annotated(in home: Home) throws {
    let lines = (0..<40).map { line in
      let text = String("\(line) ".padding(toLength: 100, withPad: "x", startingAt: 0))
      return "| \"\(text)\"\n"
    }
    let script = "paper\n" + lines.joined() + "line 0.1,1.1528 0.2,1.1528\n"
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
  }

  private func rows(_ options: String..., in home: Home) throws -> [Substring] {
    let outcome = try Easel.run(["render", "one"] + options, in: home)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  @Test("Without a size all of the text is shown, and the ink beside it")
  func whole() throws {
    let home = try Home()
    try annotated(in: home)
    let rows = try rows(in: home)
    try #require(rows.count == 42)
    #expect(rows[39].hasPrefix("39 xxx") && rows[39].count == 100)
    #expect(rows[41].contains("─"))
    let svg = try Easel.run(["render", "one", "--format", "svg"], in: home).text
    #expect(svg.contains("viewBox=\"0 0 2040 1760\""))
  }

  @Test("With a size the text is shown cell for cell, from the first cell on, in every format")
  func cells() throws {
    let home = try Home()
    try annotated(in: home)
    let rows = try rows("--size", "30x5", in: home)
    try #require(rows.map(\.count) == [30, 30, 30, 30, 30])
    #expect(rows[4].hasPrefix("4 xxx"))
    let svg = try Easel.run(["render", "one", "--size", "30x5", "--format", "svg"], in: home).text
    #expect(svg.contains("viewBox=\"0 0 600 200\"") && svg.contains(">4 xxx"))
  }

  @Test("Words that have no room in the cells are said on standard error")
  func hiddenWords() throws {
    let home = try Home()
    let script = "text 0.1,0.12 \"alpha beta gamma\"\ntext 0.3,0.12 \"beta beta beta\"\n"
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: script)
    func errors(_ options: [String]) throws -> String {
      try Easel.run(["render", "one"] + options, in: home).errors
    }
    let fitted = ["--fit", "--size", "40x12"]
    #expect(try errors(fitted).contains("not all words have room in these cells."))
    #expect(try errors([]).isEmpty)
    #expect(try errors(fitted + ["--format", "svg"]).isEmpty)
  }

  @Test("SVG and PNG show smooth lines; with --cells, --bars or --ink they show cells")
  func smooth() throws {
    let home = try Home()
    _ = try Easel.run(
      ["play", "-", "--board", "one"], in: home,
      input: "ellipse 0.1,0.1 0.5,0.9\ntext 0.6,0.5 \"<b>\"\n")
    func output(_ options: String...) throws -> Data {
      let outcome = try Easel.run(["render", "one"] + options, in: home)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output
    }
    func text(_ options: String...) throws -> String {
      let outcome = try Easel.run(["render", "one", "--format", "svg"] + options, in: home)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.text
    }
    let svg = try text()
    #expect(svg.contains("<ellipse ") && svg.contains(">&lt;b&gt;</text>"))
    // From the left edge of the oval to the right end of the text, with a margin.
    #expect(svg.contains("viewBox=\"0 0 920 840\""), "\(svg.prefix(200))")
    let cells = try text("--cells")
    #expect(!cells.contains("<ellipse ") && cells.contains("viewBox=\"0 0 920 840\""))
    #expect(try text("--ink", "mixed") == cells && text("--ink", "half") != cells)
    let bars = try text("--bars")
    #expect(!bars.contains("<ellipse ") && bars.contains("<text "))
    #expect(try text("--bars", "--cells") == bars)
    #expect(
      try output("--format", "png") != output("--format", "png", "--cells"))
    #expect(try output("--cells") == output())
  }

  @Test("A picture is cut to its ink, wherever on the board that lies; a size is exact")
  func cut() throws {
    let home = try Home()
    func view(_ script: String, _ options: String...) throws -> String {
      let board = "b\(script.utf8.count)"
      _ = try Easel.run(["play", "-", "--board", board], in: home, input: script)
      let svg = try Easel.run(["render", board, "--format", "svg"] + options, in: home).text
      return String(svg.split(separator: "viewBox=\"").last?.prefix { $0 != "\"" } ?? "")
    }
    #expect(try view("rect 0.2,0.2 0.5,0.5\n", "--size", "80x24") == "0 0 1600 960")
    let near = try view("rect 0.2,0.2 0.5,0.5\n")
    #expect(try view("rect 5.2,3.2 5.5,3.5\n#") == near)
    #expect(try view("# No ink.\n") == "0 0 1600 960")
    // Two things that are far from one another.
    let far = try view("rect 0.2,0.2 0.5,0.5\nrect 900,900 901,901\n").split(separator: " ")
    #expect(far.count == 4 && (Int(far[2]) ?? 0) <= 204 * 20)
  }

  @Test("Standard error tells that a board is larger than any picture")
  func larger() throws {
    let home = try Home()
    let lines = "paper\n" + String(repeating: "| \"x\"\n", count: 500)
    let script = Array(repeating: lines, count: 10).joined(separator: "also ")
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let outcome = try Easel.run(["render", "one"], in: home)
    #expect(outcome.code == 0 && outcome.text.utf8.count { $0 == 10 } == 4_096)
    #expect(outcome.errors.contains("what lies beyond 1x4096 cells is left out."))
  }

  @Test("A PNG above 100,000 cells is refused, and the error names the limit")
  func largePNG() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    let outcome = try Easel.run(
      ["render", "one", "--format", "png", "--size", "1000x1000"], in: home)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors == "easel: a PNG of 1000x1000 cells is too large: at most 100000 fit.\n")
  }

  @Test(
    "An error in a theme is told with its place, and rendering goes on",
    arguments: [
      ("title = = 1\n", "mine.toml: line 1, column 9: "),
      ("[palette]\nred = 7\n", "mine.toml: palette.red: expected a colour as \"#rrggbb\""),
    ])
  func theme(text: String, complaint: String) throws {
    let home = try Home()
    let folder = home.folder.appendingPathComponent(".config/easel/themes")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("mine.toml"))
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    let plain = try Easel.run(
      ["render", "one", "--format", "ansi", "--theme", "terminal"], in: home)
    let outcome = try Easel.run(
      ["render", "one", "--format", "ansi", "--theme", "mine"], in: home)
    #expect(outcome.code == 0 && outcome.output == plain.output)
    #expect(outcome.errors.hasPrefix("easel: ") && outcome.errors.contains(complaint))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
