import ArgumentParser
import BoardSessions

/// `easel themes`: lists the themes of a board.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "List the themes.",
    discussion: """
      Put your own themes into $XDG_CONFIG_HOME/easel/themes, one TOML file for each. Your theme \
      replaces a theme of Easel with the same name.
      """)

  @Flag(help: "Print only the names, one in each line.")
  var names = false

  func run() throws {
    let (themes, complaints) = ThemeCatalog(Places.current()).all()
    let width = themes.map(\.name.count).max() ?? 0
    let lines = themes.map { theme in
      let gap = String(repeating: " ", count: width - theme.name.count + 2)
      return names ? theme.name : theme.name + gap + UserError.shown(theme.title)
    }
    for complaint in complaints { Report.notice(complaint) }
    try Report.result(lines.map { $0 + "\n" }.joined())
  }
}
