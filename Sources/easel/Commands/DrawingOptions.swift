import ArgumentParser
import Rendering
import Vocabulary

/// What all commands take that draw on the screen.
struct DrawingOptions: ParsableArguments {
  @Option(help: "What ink is made of: braille, half or ascii.")
  var ink: Raster?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  @Option(help: "Your name on the board.")
  var name: String?

  @Option(
    help: "Your colour: #rrggbb or one of the palette.", transform: ColorArgument.parsing)
  var color: ColorArgument?

  /// The settings as the files, the environment and these options have them.
  func settings(
    _ places: Places, _ catalog: ThemeCatalog
  ) throws -> (Settings, complaints: [String]) {
    if let theme { _ = try catalog.theme(theme) }
    var options = Settings(color: color?.color, theme: theme, ink: ink)
    if let name {
      options.name = SafeText(name, limit: .name)
      guard options.name?.string.isEmpty == false else {
        throw Refusal("a name needs something that can be seen.", code: Refusal.usage)
      }
    }
    let (file, complaints) = SettingsFile(path: places.configuration).read()
    let (settings, more) = file.overridden { Environment[$0] }
    return (settings.overridden(by: options), complaints + more)
  }
}
