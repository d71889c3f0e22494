import FrameTesting
import GroupTesting
import Testing

extension EaselRun {
  /// Opens the sheet about a participant, once so many are there, since each newcomer moves the
  /// others in the list.
  func openSheet(about name: String, among people: Int) throws {
    try wait(for: "\(people) people") { $0.text[$0.rows - 1].contains("People \(people)") }
    try send("P")
    var key: Character?
    try wait(for: "\(name) among the people") { screen in
      key = screen.text.first { $0.contains(name) && $0.contains("│") }?.last { $0.isNumber }
      return key != nil
    }
    try send(String(try #require(key)))
    try wait(for: "what can be done") { screen in
      screen.text.contains { $0.contains("─ \(name)") }
    }
  }

  /// A watcher's drawing does nothing; the watcher sees the ink that is drawn here.
  func expect(_ viewer: EaselRun, called name: String, toWatchFromRow row: Int = 8) throws {
    try viewer.drawWhileWatching(row: row)
    try drag(line(from: (4, row - 4), to: (20, row - 4)))
    try viewer.waitForInk((19, row - 4))
    #expect(!screen.hasInk((10, row)) && !viewer.screen.hasInk((10, row)))
    try send("P")
    try wait(for: "\(name), watching") { screen in
      screen.text.contains { $0.contains(name) && $0.contains("watches") }
    }
    try send("\u{1B}")
    try wait(for: "the board") { !$0.contains("(you)") }
  }

  /// A watcher takes the pen, is told that they watch, draws all the same, which moves their view,
  /// and looks at the whole page again. A new watcher may be told of the role first and get the new
  /// keys then.
  func drawWhileWatching(row: Int) throws {
    try wait(for: "a watcher's bar") { $0.text[$0.rows - 1].contains("Watching") }
    try send("p")
    try waitForNotice("You are watching")
    try drag(line(from: (4, row), to: (20, row)))
    try send("\u{1B}[H")
  }
}
