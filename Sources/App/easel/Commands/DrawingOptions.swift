import ArgumentParser
import BoardFiles
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
  @Option(help: "The characters for ink. auto chooses them for this terminal.")
  var ink: RasterChoice?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  @Option(
    help: """
      all, or none: the board fills the screen, for a small pane or popup from 12x3 on.
      """)
  var bars = BarsArgument.all

  @Option(help: "Your name on the board.")
  var name: String?

  @Option(
    help: """
      Your colour: #rrggbb or a name of the palette. (default: your colour on this board before)
      """, transform: ColorArgument.parsing)
  var color: ColorArgument?

  @Flag(help: "Send all over TCP: no ink by UDP.")
  var noUdp = false

  /// Returns the settings from these options.
  func settings() throws(UserError) -> Settings {
    var settings = Settings(
      color: color?.color, theme: theme, ink: ink, usesDatagrams: noUdp ? false : nil,
      hasBars: bars == .all)
    if let name {
      settings.name = SafeText(name, limit: .name)
      guard settings.name?.string.isEmpty == false else {
        throw UserError("a name needs something that can be seen.", code: UserError.usage)
      }
    }
    return settings
  }
}

/// The value of `--bars`.
enum BarsArgument: String, CaseIterable, ExpressibleByArgument { case all, none }
