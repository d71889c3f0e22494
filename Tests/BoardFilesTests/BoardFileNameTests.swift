import Foundation
import SystemFiles
import Testing

@testable import BoardFiles

@Suite struct BoardFileNameTests {
  private let paths = AppPaths(environment: ["XDG_DATA_HOME": "/data"], home: "/home/ada")

  @Test(
    "A name is kept in Easel's folder, a path is where it says",
    arguments: [
      ("plan", "/data/easel/plan.easel"),
      ("2026-11-21 14.05", "/data/easel/2026-11-21 14.05.easel"),
      ("./plan", "./plan"), ("plan.easel", "plan.easel"), ("/tmp/plan.easel", "/tmp/plan.easel"),
    ])
  func paths(text: String, path: String) {
    #expect(BoardReference(text)?.path(in: paths) == path)
  }

  @Test(
    "No name leads out of the folder, hides, or looks like an option",
    arguments: [
      "", ".", "..", ".hidden", "-rf", "a\u{0}b", "a\u{1B}[2J", "a\nb", "a\tb",
      "plan\u{E000}", " ", "\u{200B}", "\u{3164}\u{2800}", "\u{200B}.hidden", "\u{2060}-rf",
      String(repeating: "a", count: 201),
    ])
  func refused(text: String) { #expect(BoardReference(text) == nil) }

  /// Signs without ink: blanks, zero-width signs, fillers, marks of direction, tags, soft hyphens.
  private static let unseen = [
    " ", "  ", "\t", "\n", "\r\n", "\u{A0}", "\u{2003}", "\u{3000}", "\u{202F}", "\u{2028}",
    "\u{2800}",
    "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{17B4}", "\u{180E}", "\u{180B}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2064}",
    "\u{2066}", "\u{206A}", "\u{3164}", "\u{FE00}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{FFF9}",
    "\u{1D173}", "\u{E0001}", "\u{E0041}", "\u{E0100}", "\u{E01F0}",
  ]

  @Test("Names that look the same are the same", arguments: unseen)
  func sameLook(sign: String) {
    let plan = BoardReference("plan")
    for text in ["plan\(sign)", "\(sign)plan", "\(sign)plan\(sign)\(sign)", "plan \(sign)"] {
      #expect(BoardReference(text) == plan)
      #expect(BoardFileName(near: text)?.string == "plan")
    }
    let isBlank = sign.allSatisfy(\.isWhitespace) || sign == "\u{2800}"
    if !isBlank { #expect(BoardReference("pl\(sign)an") == plan) }
    if isBlank, !sign.contains(where: { "\t\n\r\r\n".contains($0) }) {
      #expect(BoardReference("my\(sign)plan") == BoardReference("my plan"))
    }
  }

  @Test("Joiners and variants stay in a name where writing needs them")
  func joints() {
    for name in ["می\u{200C}روم", "❤\u{FE0F}", "👩\u{200D}💻"] {
      #expect(BoardFileName(name)?.string.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
    }
  }

  @Test("The board that exists is opened, whatever signs without ink its name has")
  func existing() throws {
    let root = NSTemporaryDirectory() + "easel-names-\(UInt64.random(in: 0...UInt64.max))"
    let folder = BoardFolder(AppPaths(environment: ["XDG_DATA_HOME": root], home: root))
    let data = folder.paths.data
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    for name in ["old .easel", "heart ❤\u{FE0F}.easel", "both.easel", "both\u{A0}.easel"] {
      try Data().write(to: URL(fileURLWithPath: data + "/" + name))
    }
    func path(_ text: String) -> String? { BoardReference(text).map(folder.path) }
    for text in ["old", "old ", "old\u{200B}"] { #expect(path(text) == data + "/old .easel") }
    #expect(path("heart ❤") == data + "/heart ❤\u{FE0F}.easel")
    #expect(path("both\u{2060}") == data + "/both.easel")
    #expect(path(data + "/old\u{200B}.easel") == data + "/old .easel")
    #expect(path(data + "/new\u{200B} .easel ") == data + "/new.easel")
    #expect(path("new\u{200B} .easel ") == "new.easel")
    #expect(try folder.freePath(BoardFileName("old")) == data + "/old 2.easel")
  }

  @Test(
    "Typed text becomes the nearest possible name",
    arguments: [
      ("a/b", "a-b"), ("../../etc/passwd", "etc-passwd"), ("--help", "help"),
      ("plan.easel", "plan"),
      (" spaced ", "spaced "),
    ])
  func sanitised(text: String, name: String) {
    #expect(BoardFileName(near: text)?.string.trimmed == name.trimmed)
  }

  @Test("Text without a visible character is no name")
  func nothing() {
    #expect(BoardFileName(near: "../.") == nil && BoardFileName(near: "\u{200B}") == nil)
  }

  @Test("A board without a name is called by its date, with a number if the date is taken")
  func dated() {
    let clock = WallClock(year: 2026, month: 11, day: 1, hour: 4, minute: 5)
    let name = BoardFileName.dated(clock)
    #expect(name?.string == "2026-11-01 04.05")
    let taken = ["2026-11-01 04.05", "2026-11-01 04.05 2"]
    #expect(name?.free { taken.contains($0.string) }?.string == "2026-11-01 04.05 3")
  }

  @Test("Folders follow the XDG base directories; a relative one counts as none")
  func folders() {
    #expect(paths.data == "/data/easel" && paths.config == "/home/ada/.config/easel")
    let relative = AppPaths(environment: ["XDG_DATA_HOME": "data"], home: "/home/ada")
    #expect(relative.data == "/home/ada/.local/share/easel")
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
  }
}
