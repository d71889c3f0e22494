import BoardModel
import BoardPaper
import CellFrame
import EaselBase
import Testing

@testable import BoardRendering

@Suite struct PaperWrapTests {
  private func wrapped(_ text: String, to columns: Int) -> [String] {
    PaperParser.parse(Array(text.utf8)).paper.wrapped(to: columns).paper.lines.map { line in
      line.runs.map(\.text.string).joined()
    }
  }

  @Test("Lines break between words, and a word that is too long breaks at the edge")
  func words() {
    #expect(wrapped("one two three", to: 20) == ["one two three"])
    #expect(wrapped("one two three", to: 8) == ["one two", "three"])
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(wrapped("a\n\nb", to: 4) == ["a", "", "b"])
    #expect(wrapped("", to: 4) == [])
  }

  @Test("The blanks at the start are repeated, and at a break they are left out")
  func blanks() {
    #expect(wrapped("  one two", to: 6) == ["  one", "  two"])
    #expect(wrapped("one   two", to: 4) == ["one", "two"])
  }

  @Test("No line is wider than the columns, also with wide letters", arguments: 2..<12)
  func wide(columns: Int) {
    let text = "界界 one 界a界 twothree e\u{301}e\u{301}"
    let lines = wrapped(text, to: columns)
    #expect(lines.allSatisfy { $0.displayWidth <= columns })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test("Looks stay with their letters") func looks() {
    let paper = PaperParser.parse(Array("\u{1B}[31mred words\u{1B}[m plain".utf8)).paper
    let lines = paper.wrapped(to: 6).paper.lines
    #expect(
      lines.map { $0.runs.filter { !$0.text.string.isEmpty }.map(\.look.foreground) } == [
        [.indexed(1)], [.indexed(1)], [.plain],
      ])
  }

  @Test("A diff stays one: its rows have their part, and the first row of a line its number")
  func diff() {
    let text = "--- a\n+++ b\n@@ -41,2 +41,2 @@\n-one two three\n+one two three four\n end\n"
    let lines = PaperParser.parse(Array(text.utf8)).paper.wrapped(to: 20).paper.lines
    #expect(lines.map(\.continues) == [false, false, false, false, false, false])
    let narrow = PaperParser.parse(Array(text.utf8)).paper.wrapped(to: 17).paper.lines
    #expect(narrow.map(\.continues) == [false, false, false, false, false, true, false])
    let diff = UnifiedDiff(of: narrow)
    #expect(narrow.indices.map(diff.number) == [nil, nil, nil, nil, 41, nil, 42])
    #expect(
      narrow.indices.map(diff.part) == [.file, .file, .hunk, .removed, .added, .added, .context])
    #expect(narrow.flatMap(\.runs).allSatisfy { $0.look == PaperText.Look() })
  }

  @Test("A text that becomes too long is cut, and the result tells it") func tooLong() {
    let lines = Limits.paperRows / 2
    let text = String(repeating: "one two\n", count: lines)
    let whole = PaperParser.parse(text.utf8).paper.wrapped(to: 4)
    #expect(whole.paper.lines.count == Limits.paperRows && whole.cut.isEmpty)
    let cut = PaperParser.parse((text + "one two").utf8).paper.wrapped(to: 4)
    #expect(cut.paper.lines.count == Limits.paperRows)
    #expect(cut.cut == PaperCut(rows: Limits.paperRows))
  }

  @Test("A line longer than a paper line may be is wrapped without loss", arguments: ["x", "界"])
  func longLine(letter: String) {
    let text = String(repeating: letter, count: 4_999) + " end"
    let parsed = PaperParser.parse(text.utf8, columnsMax: PaperParser.columnsMaxToWrap)
    let wrapped = parsed.paper.wrapped(to: 80)
    #expect(parsed.cut.isEmpty && wrapped.cut.isEmpty)
    let letters = wrapped.paper.lines.flatMap { $0.runs.map(\.text.string) }.joined()
    #expect(letters.filter { $0 != " " } == text.filter { $0 != " " })
  }
}
