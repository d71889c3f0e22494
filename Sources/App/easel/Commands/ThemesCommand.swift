import ArgumentParser
import BoardSessions

/// `easel themes`: lists the themes of a board.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "List the themes.",
    discussion: """
      Your own go to $XDG_CONFIG_HOME/easel/themes, one TOML file each; one of the same name \
      stands in for Easel's.
      """)

  @Flag(help: "Only the names, one a line.")
  var names = false

  func run() throws {
    let (themes, complaints) = ThemeCatalog(Places.current()).all()
    let width = themes.map(\.name.count).max() ?? 0
    let lines = themes.map { theme in
      let gap = String(repeating: " ", count: width - theme.name.count + 2)
      return names ? theme.name : theme.name + gap + UserError.shown(theme.title)
    }
    for complaint in complaints { Report.notice(complaint) }
    guard Report.result(lines.map { $0 + "\n" }.joined()) else {
      throw UserError("standard output takes no more.")
    }
  }
}
