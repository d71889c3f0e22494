import ArgumentParser
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import OpenGroupActivities
import SystemFiles
import TerminalIO

/// `easel demo`: several people over loopback in one terminal.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Draw with robots, several people in one terminal.",
    discussion: """
      The left pane is yours; in the others robots draw, talk, leave and come back. Press S to join \
      them, ? for all keys, q to leave. Nothing is kept.
      """)

  @Option(help: "How many people, you included: 2 to 8.")
  var people = 3

  @Option(help: "The signs that ink consists of: braille, half or ascii.")
  var ink: Raster?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  func validate() throws {
    guard (2...8).contains(people) else {
      throw ValidationError("--people takes a number from 2 to 8.")
    }
  }

  func run() throws {
    let places = Places.current()
    let catalog = ThemeCatalog(places)
    let (file, _) = SettingsFile(path: places.configuration).read()
    let (settings, _) = file.overridden { Environment[$0] }
    if let theme { _ = try catalog.theme(theme) }
    let (look, _) = catalog.themeOrDefault(theme ?? settings.theme)
    let cast = cast(settings)
    let ink = ink ?? settings.ink
    try MainActor.assumeIsolated { try Self.perform(cast, look, ink) }
  }

  /// Returns the user, and robots in their own colours.
  private func cast(_ settings: Settings) -> [LocalAuthor] {
    let name = settings.name ?? SafeText(User.login ?? "you", limit: .name)
    let colors = PaletteColor.allCases.map(\.color)
    let mine = settings.color ?? PaletteColor.graphite.color
    let others = colors.filter { $0 != mine }
    return [LocalAuthor.temporary(name.string, mine)]
      + (1..<people).map { number in
        LocalAuthor.temporary(
          RobotPlan.number(number - 1, of: people - 1).name, others[number * 3 % others.count])
      }
  }

  @MainActor private static func perform(
    _ cast: [LocalAuthor], _ theme: Theme, _ ink: Raster?
  ) throws {
    let terminal = try Terminal.opened()
    let demo = Demo(
      terminal, cast, theme: theme, raster: terminal.isUTF8 ? ink ?? .braille : .ascii)
    demo.run()
    terminal.restore()
    _ = Report.result("That was easel demo. `easel` begins a board.\n")
  }
}
