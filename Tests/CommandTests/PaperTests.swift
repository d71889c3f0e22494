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

  @Test("--wrap wraps a line of more than 2,000 columns without loss") func longLine() {
    let text = Array((String(repeating: "word ", count: 1_000) + "end").utf8)
    let cut = PaperInput(text, wrappedTo: nil)
    #expect(cut.cut == PaperCut(columns: 2_000) && cut.text.lines.count == 1)
    let whole = PaperInput(text, wrappedTo: 80)
    #expect(whole.cut.isEmpty)
    #expect(whole.text.lines.last?.runs.last?.text.string.hasSuffix("end") == true)
  }

  private static func bytes(_ start: [UInt8], at offset: Int = 0) -> [UInt8] {
    let zeros = Array(repeating: UInt8(0), count: 300)
    return Array(repeating: UInt8(ascii: "a"), count: offset) + start + zeros
  }

  @Test(
    "The kind of a file that is not text is told",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG picture"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"),
      (Array("GIF89a".utf8), "a GIF picture"), (Array("%PDF-1.7".utf8), "a PDF document"),
      (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"), ([0x1F, 0x8B, 8], "a gzip file"),
      ([0x7F, 0x45, 0x4C, 0x46], "an ELF program"),
      (Array("SQLite format 3\0".utf8), "an SQLite database"),
      (Array("RIFF....WEBP".utf8), "a WebP picture"), (Array("RIFF....WAVE".utf8), "a WAV sound"),
      ([0, 0, 0, 0x20] + Array("ftypisom".utf8), "an MP4 film"),
      ([0, 0, 0, 0x20] + Array("ftypavif".utf8), "an AVIF picture"),
      ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
      (Array("BM1234".utf8), "a BMP picture"),
      (Array("MZ".utf8), "a program for Windows"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file"),
      (Array("BZh91AY&SY".utf8), "a bzip2 file"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
      (Array("8BPS".utf8), "a Photoshop picture"), ([0xFF, 0xFB, 0x90], "an MP3 sound"),
      ([0xFF, 0xFE, 0, 0], "UTF-32 text"), ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document"),
      (Array("one\0two".utf8), "not text"), ([1, 2, 3, 4, 5, 6], "not text"),
      ("plain text".utf16.flatMap { [UInt8($0), 0] }, "UTF-16 text without a mark of its order"),
      ("plain text".utf16.flatMap { [0, UInt8($0)] }, "UTF-16 text without a mark of its order"),
    ] as [([UInt8], String)])
  func kinds(start: [UInt8], kind: String) {
    if !kind.hasPrefix("UTF-16") { #expect(FileKind.nameUnlessText(Self.bytes(start)) == kind) }
    if kind != "a BMP picture", kind != "a program for Windows" {
      #expect(FileKind.nameUnlessText(start) == kind)
    }
    for count in 0...start.count { _ = FileKind.nameUnlessText(Array(start.prefix(count))) }
  }

  @Test(
    "Text of any kind is paper",
    arguments: [
      "", "a", "BMW and MZ", "PK text", "\u{FEFF}marked", "日本語 🦊", "\u{1B}[1mbold\u{1B}[m\r\n",
      "a\u{8}b\u{7}\u{C}",
      "{\"a\": 1}", "<svg></svg>", "GIF files are pictures", "\u{E}lqqk\u{F}",
      "^A\u{1} and more text than that",
    ])
  func text(text: String) {
    #expect(FileKind.nameUnlessText(Array(text.utf8)) == nil)
    #expect(
      FileKind.nameUnlessText(
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == nil)
    #expect(
      FileKind.nameUnlessText(Array("gr\u{FC}n na\u{EF}ve".unicodeScalars.map { UInt8($0.value) }))
        == nil)
  }

  @Test("A file that is not text is refused in one sentence, from a file or standard input")
  func refusedKinds() throws {
    let home = try Home()
    let file = try home.write("GIF89a\u{1}\u{0}", to: "shot.png")
    let outcome = try Easel.run(["--paper", file], in: home)
    #expect(outcome.code == 1)
    #expect(outcome.errors == "easel: \(file) is a GIF picture: only text can lie under the ink.\n")
    for arguments in [[], ["--paper", "-"]] {
      let outcome = try Easel.run(arguments, in: home, input: "%PDF-1.4\n")
      #expect(
        outcome.errors
          == "easel: standard input is a PDF document: only text can lie under the ink.\n")
    }
    #expect(
      try Easel.run(["play", "-", "--board", "plan"], in: home, input: "line 0,0 1,1\n").code == 0)
    let long = try home.write(
      "GIF89a\u{0}" + String(repeating: "x", count: 17 << 20), to: "long.gif")
    #expect(try Easel.run(["--paper", long], in: home).errors.contains("is a GIF picture: only"))
    let board = try Easel.run(["--paper", home.path(".local/share/easel/plan.easel")], in: home)
    #expect(board.errors.contains("is an Easel board: only text"))
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
