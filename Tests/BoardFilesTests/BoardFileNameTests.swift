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
      "", ".", "..", ".hidden", "-rf", "a\u{0}b", "a\u{1B}[2J", "a\nb", "right\u{202E}left",
      String(repeating: "a", count: 201),
    ])
  func refused(text: String) { #expect(BoardReference(text) == nil) }

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
