import BoardModel
import EaselBase
import Testing

@testable import BoardPaper

@Suite struct UnifiedDiffTests {
  private static func line(_ text: String) -> PaperText.Line {
    PaperText.Line(runs: text.isEmpty ? [] : [PaperText.Run(text: SafeText(text))])
  }

  private static func lines(_ text: String) -> [PaperText.Line] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
  }

  /// Returns one sign for each line: `f` for a line about files, `@` for a header of a hunk, `+`,
  /// `-`, `=` for a line of both files, and `.` for a line that belongs to no diff.
  private func signs(_ text: String) -> String {
    signs(UnifiedDiff(of: Self.lines(text)), count: Self.lines(text).count)
  }

  private func signs(_ diff: UnifiedDiff, count: Int) -> String {
    String(
      (0..<count).map { index -> Character in
        switch diff.part(ofLine: index) {
        case .file: "f"
        case .hunk: "@"
        case .added: "+"
        case .removed: "-"
        case .context: "="
        case nil: "."
        }
      })
  }

  private static let git = """
    commit 4f2a
        A message
    - with a list

    diff --git a/one.swift b/one.swift
    index 1234567..89abcde 100644
    --- a/one.swift
    +++ b/one.swift
    @@ -1,3 +1,4 @@ struct One {
     let a = 1
    -let b = 2
    +let b = 3
    +let c = 4

    @@ -9 +10 @@
    -last
    \\ No newline at end of file
    +last
    diff --git a/old b/new
    similarity index 100%
    rename from old
    rename to new
    --
    2.39.5
    """

  @Test("A hunk whose lines fit its header is a diff, with the header of its files")
  func git() {
    #expect(signs(Self.git) == "....ffff@=-++=@-=+ffff..")
    #expect(!UnifiedDiff(of: Self.lines(Self.git)).isEmpty)
  }

  @Test("The lines of the new file have its numbers") func numbers() {
    let diff = UnifiedDiff(of: Self.lines(Self.git))
    let numbers = Self.lines(Self.git).indices.compactMap(diff.number)
    #expect(numbers == [1, 2, 3, 4, 10] && diff.lastNumber == 10)
    #expect(diff.number(ofLine: 8) == nil && diff.number(ofLine: 10) == nil)
    #expect(diff.part(ofLine: -1) == nil && diff.part(ofLine: 1_000) == nil)
  }

  @Test(
    "A text with signs of a diff is none",
    arguments: [
      "# List\n- one\n- two\n+ three\n", "--- a\n+++ b\nno hunk follows",
      "@@ -1,2 +1,2 @@\n one\n two", "@@ -1,2 +1,2 @@\n-one\nnot in the hunk",
      "@@ -1,9 +1,9 @@\n one\ntwo\n+three", "@@ -0,0 +0,0 @@\n+one",
      "@@ -1 +1 @@", "@@ one -1 +1 @@\n-a\n+b", "@@ -1,x +1 @@\n-a\n+b", "@@ -1, +1 @@\n-a\n+b",
      "@@ -1 +1 @@@\n-a\n+b", "@@ -9999999999 +1 @@\n-a\n+b", "@@ -1,2,3 +1 @@\n-a\n+b",
      "diff --git is a command of git\nthat everybody knows", "diff one two\nno header",
      "--- the end ---\n+++ news +++\n\n- a\n+ b", "---\ntitle: one\n---\n+ a",
    ])
  func none(text: String) {
    #expect(signs(text).allSatisfy { $0 == "." })
    #expect(UnifiedDiff(of: Self.lines(text)).isEmpty)
  }

  @Test("After a hunk that does not fit, the next one is found")
  func next() {
    #expect(
      signs("--- a\n+++ b\n@@ -1,9 +1,9 @@\n-x\n--- c\n+++ d\n@@ -1 +1 @@\n-x\n+y")
        == "ff@-ff@-+")
    #expect(signs("diff x\ndiff --git a b\nindex 1..2\n--- a\n+++ b") == ".ff..")
  }

  @Test("A hunk that the end cuts off counts as far as it goes")
  func cut() {
    #expect(signs("--- a\n+++ b\n@@ -1,9 +1,9 @@\n one\n-two") == "ff@=-")
    #expect(signs("--- a\n+++ b\n@@ -1,9 +1,9 @@\n one") == "ff@=")
    #expect(signs("@@ -1,9 +1,9 @@\n one\n-two") == "@=-")
    #expect(signs("@@ -1,9 +1,9 @@\n one") == "..")
  }

  @Test("A hunk of a named file goes on until a line has no sign, whatever its numbers say")
  func shortened() {
    let text = """
      diff --git a/tea.txt b/tea.txt
      --- a/tea.txt
      +++ b/tea.txt
      @@ -1,9 +1,9 @@
       warm the pot
      -two spoons
      +three spoons
      [...]
      @@ -30,9 +30,9 @@
       pour
      +drink
      diff --git a/rice.txt b/rice.txt
      --- a/rice.txt
      +++ b/rice.txt
      @@ -1,2 +1,2 @@
       wash
      -boil
      +steam
       serve
      -cold
      +hot

      - a list
      """
    #expect(signs(text) == "fff@=-+.@=+fff@=-+=-+..")
    #expect(signs("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n--\n2.39") == "ff@-+..")
    #expect(
      signs("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n--- c\n+++ d\n@@ -1 +1 @@\n-z") == "ff@-+ff@-")
    #expect(signs("--- a\n+++ b\n@@ -1,9 +1,9 @@\n-x\n--- c\n+++ d\nend") == "ff@--+.")
  }

  @Test("A line that continues another one belongs to its part, and has no number")
  func continued() {
    let text = Self.lines("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\nend")
    let lines = text.flatMap { [$0, Self.line("more").continuing] }
    let diff = UnifiedDiff(of: lines)
    #expect(signs(diff, count: lines.count) == "ffff@@--++..")
    #expect(lines.indices.compactMap(diff.number) == [1])
  }

  @Test("A merge has one column of signs for each old file")
  func merge() {
    let text = """
      diff --cc a
      index 1,2..3
      --- a/a
      +++ b/a
      @@@ -1,3 -1,2 +1,3 @@@
        one
      - two
       -deux
      ++both
       +left
      end
      """
    #expect(signs(text) == "ffff@=--++.")
  }

  @Test("A text with colours of its own keeps them, and its lines have the same parts and numbers")
  func ownColors() {
    let look = PaperText.Look(foreground: .indexed(1), background: .rgb(0x102030))
    func colored(_ line: PaperText.Line) -> PaperText.Line {
      let characters = line.runs.flatMap { Array($0.text.string) }
      return PaperText.Line(
        runs: characters.enumerated().map { index, character in
          let look = index % 2 == 0 ? PaperText.Look() : look
          return PaperText.Run(text: SafeText(String(character)), look: look)
        })
    }
    let plain = Self.lines(Self.git)
    let diff = UnifiedDiff(of: plain.map(colored))
    #expect(diff.hasOwnColors && !UnifiedDiff(of: plain).hasOwnColors)
    #expect(signs(diff, count: plain.count) == signs(Self.git))
    #expect(plain.indices.compactMap(diff.number) == [1, 2, 3, 4, 10] && diff.lastNumber == 10)
    let late = UnifiedDiff(of: plain + [colored(Self.line("end"))])
    #expect(late.hasOwnColors && late.number(ofLine: 9) == 1)
  }

  @Test("The division of the text among the calls has no effect", arguments: 0..<40)
  func pieces(seed: Int) {
    var random = seed
    func next(_ bound: Int) -> Int {
      random = (random &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      return (random >> 8) % bound
    }
    let parts = ["--- a", "+++ b", "@@ -1,2 +1,2 @@", "-x", "+y", " z", "", "diff x", "index 1"]
    let lines = (0..<60).map { _ in Self.line(parts[next(parts.count)]) }
    let whole = UnifiedDiff(of: lines)
    var diff = UnifiedDiff()
    var end = 0
    while end < lines.count {
      end = min(end + 1 + next(9), lines.count)
      diff.read(Array(lines[..<end]))
    }
    #expect(signs(diff, count: lines.count) == signs(whole, count: lines.count), "seed \(seed)")
    #expect(diff.lastNumber == whole.lastNumber)
  }

  @Test("A long text costs a step for each line, whatever it contains") func long() {
    let hunks = Array(repeating: Self.line("@@ -1,99999 +1,99999 @@"), count: 5_000)
    let body = Array(repeating: Self.line("+x"), count: Limits.paperRows)
    let diff = UnifiedDiff(of: hunks + body + [Self.line("end")])
    #expect(diff.isEmpty)
  }
}
