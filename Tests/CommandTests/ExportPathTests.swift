import BoardFiles
import BoardSessions
import Testing

@testable import easel

@Suite struct ExportPathTests {
  @Test(
    "The notice about an export shows the whole path, with ~ for the home folder",
    arguments: [
      ("/home/ada", "/home/ada", "~/a.png"), ("/home/ada/notes", "/home/ada/", "~/notes/a.png"),
      ("/home/adam", "/home/ada", "/home/adam/a.png"), ("/", "/home/ada", "/a.png"),
      ("/tmp", "/", "/tmp/a.png"), ("/", "/", "/a.png"),
    ])
  func path(folder: String, home: String, expected: String) {
    #expect(BoardLibrary.shownPath(of: "a.png", in: folder, home: home) == expected)
  }
}
