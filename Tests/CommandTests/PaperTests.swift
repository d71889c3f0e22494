import BoardRendering
import Testing
import TestThreads

@testable import easel

/// Text paper in the built program.
@Suite(.besidePool) struct PaperTests {
  private static let diff = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n"

  @Test("An export shows a diff in colours") func export() throws {
    let home = try Home()
    let lines = Self.diff.split(separator: "\n").map { "| \"\($0)\"\n" }
    let script = "paper\n" + lines.joined()
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let outcome = try Easel.run(
      ["render", "one", "--format", "ansi", "--theme", "dusk"], in: home)
    func style(of text: String) -> Substring? {
      let line = outcome.text.split(separator: "\n").first { $0.contains(text) }
      return line?.split(separator: text).first
    }
    let styles = ["same", "-old", "+new", "@@"].map(style)
    #expect(styles.allSatisfy { $0 != nil } && Set(styles).count == 4, "\(outcome.text)")
  }

  @Test("--wrap breaks lines between words, and Ctrl-F finds a word") func screen() throws {
    let home = try Home()
    let text =
      "one two three four five six seven\n" + String(repeating: "\n", count: 60) + "needle\n"
    let file = try home.write(text, to: "long.txt")
    let run = try EaselRun(["--paper", file, "--wrap", "20", home.path("a.easel")], in: home)
    try run.wait(for: "the rows") { screen in
      screen.text.contains { $0.hasSuffix("one two three four") }
        && screen.text.contains { $0.hasSuffix("five six seven") }
    }
    try run.send("\u{06}needle")
    try run.wait(for: "the match") { screen in
      screen.text[23].contains("1 of 1") && screen.text[1..<23].contains { $0.contains("needle") }
    }
    try run.send("\u{1B}")
    try run.wait(for: "the bar") { !$0.text[23].contains("1 of 1") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("A text that is too long for --wrap shows its beginning, and a notice tells it")
  func tooLong() throws {
    let home = try Home()
    let line = String(repeating: "word ", count: 8) + "\n"
    let file = try home.write(String(repeating: line, count: 10_001), to: "long.txt")
    let run = try EaselRun(["--paper", file, "--wrap", "20", home.path("a.easel")], in: home)
    try run.wait(for: "the notice") { screen in
      screen.says("The text has more than 20,000 lines")
        && screen.text[5].contains("word word word word")
    }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("play and render tell on standard error that text is not shown") func cutScript() throws {
    let home = try Home()
    let part = "paper\n" + String(repeating: "|\n", count: 10_001)
    let played = try Easel.run(
      ["play", "-", "--board", "one"], in: home, input: part + "also " + part)
    #expect(played.code == 0 && played.errors.contains("more than 20,000 lines"))
    let rendered = try Easel.run(["render", "one", "--size", "20x5"], in: home)
    #expect(rendered.code == 0 && rendered.errors.contains("more than 20,000 lines"))
    #expect(rendered.errors.hasPrefix("easel: the text has"))
  }

  @Test("A line that is longer than 2,000 columns is broken whole by --wrap") func longLine() {
    let text = Array((String(repeating: "word ", count: 1_000) + "end").utf8)
    let cut = PaperInput(text, wrappedTo: nil)
    #expect(cut.cut == PaperCut(columns: 2_000) && cut.text.lines.count == 1)
    let whole = PaperInput(text, wrappedTo: 80)
    #expect(whole.cut.isEmpty)
    #expect(whole.text.lines.last?.runs.last?.text.string.hasSuffix("end") == true)
  }

  @Test("Line numbers are shown again the next time") func numbers() throws {
    let home = try Home()
    let file = try home.write("first\nsecond\n", to: "short.txt")
    let run = try EaselRun(["--paper", file, home.path("a.easel")], in: home)
    try run.wait(for: "the text") { $0.text[2].hasSuffix("second") }
    try run.send("#")
    try run.wait(for: "the numbers") { $0.text[2].hasSuffix("2 second") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    let again = try EaselRun(["--paper", file, home.path("b.easel")], in: home)
    try again.wait(for: "the numbers") { $0.text[2].hasSuffix("2 second") }
    try again.send("q")
    #expect(try again.waitForExit() == .code(0))
  }

  @Test("A width that no line can have is refused", arguments: ["3", "9999"])
  func width(_ width: String) throws {
    let home = try Home()
    let outcome = try Easel.run(["--wrap", width], in: home)
    #expect(outcome.code == 2 && outcome.errors.contains("wrap"), "\(outcome.errors)")
  }
}
