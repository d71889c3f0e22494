import ArgumentParser
import BoardRendering
import BoardSessions
import EaselBase

/// The board that a command draws on; without an argument, a fresh board.
struct DrawnBoard: ParsableArguments {
  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String?
}

/// The options of all commands that draw on the screen.
struct DrawingOptions: ParsableArguments {
  @Option(help: "The signs that ink consists of: braille, half or ascii.")
  var ink: Raster?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  @Option(help: "Your name on the board.")
  var name: String?

  @Option(
    help: """
      Your colour: #rrggbb or one of the palette; else the one you had on the board before, or any.
      """, transform: ColorArgument.parsing)
  var color: ColorArgument?

  /// Returns the settings from these options.
  func settings() throws(UserError) -> Settings {
    var settings = Settings(color: color?.color, theme: theme, ink: ink)
    if let name {
      settings.name = SafeText(name, limit: .name)
      guard settings.name?.string.isEmpty == false else {
        throw UserError("a name needs something that can be seen.", code: UserError.usage)
      }
    }
    return settings
  }
}
