import ArgumentParser
import BoardFiles
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
    let (themes, complaints) = ThemeCatalog(AppPaths.current()).all()
    for complaint in complaints { Report.notice(complaint) }
    let table = Report.table(themes.map { ($0.name, UserError.shown($0.title)) })
    try Report.result(names ? themes.map { $0.name + "\n" }.joined() : table)
  }
}
