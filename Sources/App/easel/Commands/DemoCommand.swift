import ArgumentParser
import BoardFiles
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
    abstract: "Watch robots draw together, and join them.",
    discussion: """
      Each pane is the screen of one robot. They share a board, talk, clear it and bring it back. \
      Press S to draw with them, and q to quit. The demo saves nothing.
      """)

  @Option(help: "The number of people, with you: 3 to 8.")
  var people = 4

  @Option(help: "The characters for ink. auto chooses them for this terminal.")
  var ink: RasterChoice?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  func validate() throws {
    guard (3...8).contains(people) else {
      throw ValidationError("--people takes a number from 3 to 8.")
    }
  }

  func run() throws {
    let paths = AppPaths.current()
    let catalog = ThemeCatalog(paths)
    let (file, _) = SettingsFile(path: paths.configuration).read()
    let (settings, _) = file.overridden { Environment[$0] }
    if let theme { _ = try catalog.theme(theme) }
    let (cast, ink, theme) = (cast(settings), ink ?? settings.ink, theme ?? settings.theme)
    try MainActor.assumeIsolated { try Self.perform(cast, theme: theme, catalog, ink) }
  }

  /// Returns the user, and robots in their own colours.
  private func cast(_ settings: Settings) -> Demo.Cast {
    let name = settings.name ?? SafeText(User.login ?? "you", limit: .name)
    let wishes: [PaletteColor] = [.green, .orange, .cyan, .pink, .yellow, .purple, .mint]
    let colors = wishes.map(\.color).filter { $0 != settings.color }
    return Demo.Cast(
      user: .temporary(name.string, settings.color ?? PaletteColor.red.color),
      robots: zip(DemoScript.names, colors + colors).prefix(people - 1).map {
        .temporary($0, $1)
      })
  }

  @MainActor private static func perform(
    _ cast: Demo.Cast, theme: String?, _ catalog: ThemeCatalog, _ ink: RasterChoice?
  ) throws {
    let terminal = try Terminal.opened()
    let names = theme == nil ? ThemeCatalog.namesForBackground : nil
    let (look, _) = catalog.starting(theme, depth: terminal.depth)
    let forBackground = names.map { [$0.dark, $0.light] } ?? []
    let demo = try Demo(
      terminal, cast,
      Demo.Look(
        theme: look, raster: terminal.raster(ink), themesForBackground: names,
        themes: forBackground.map { catalog.themeOrDefault($0).0 }))
    demo.run()
    terminal.restore()
    if let refusal = terminal.refusal(of: ink) { Report.notice(refusal) }
    try Report.result("That was easel demo. `easel` begins a board.\n")
  }
}
