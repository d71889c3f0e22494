import ArgumentParser
import Terminal

/// `easel doctor`: what this terminal can do, and where Easel keeps its files.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Tell what this terminal can do.")

  func run() throws {
    let places = Places.current()
    let terminal = try Terminal.taken()
    // Answers to questions come when they come; a quarter of a second is long for a terminal.
    let deadline = Terminal.uptime() + 250
    while Terminal.uptime() < deadline {
      if terminal.wait(until: deadline).contains(.hangUp) { break }
    }
    let facts = terminal.facts
    terminal.restore()
    let (_, complaints) = SettingsFile(path: places.configuration).read()
    let all =
      facts + [("boards", places.data), ("settings", places.configuration)]
      + (complaints + ThemeCatalog(places).all().complaints).map { ("mistake", $0) }
    let width = all.map(\.0.count).max() ?? 0
    let lines = all.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + Refusal.shown(value) + "\n"
    }
    guard Report.result(lines.joined()) else { throw Refusal("standard output takes no more.") }
  }
}
