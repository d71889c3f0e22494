import BoardModel
import BoardRendering
import EaselBase

/// What the user wants otherwise than Easel would do by itself. What is nil was not said.
struct Settings: Hashable {
  var name: SafeText?
  var color: InkColor?
  var theme: String?
  var ink: Raster?
  /// 1 … 8.
  var width: Int?
  /// Whether other users of this machine may knock.
  var knocks: Bool?

  /// What the environment says stands above the file.
  func overridden(by environment: (String) -> String?) -> (Settings, complaints: [String]) {
    var settings = self
    var complaints: [String] = []
    if let text = environment("EASEL_NAME") { settings.name = SafeText(text, limit: .name) }
    if let text = environment("EASEL_THEME") { settings.theme = text }
    if let text = environment("EASEL_COLOR") {
      if let color = ColorArgument(argument: text) {
        settings.color = color.color
      } else {
        complaints.append("EASEL_COLOR: expected \(ColorArgument.expected)")
      }
    }
    return (settings, complaints)
  }

  /// What the command line says stands above all.
  func overridden(by options: Settings) -> Settings {
    Settings(
      name: options.name ?? name, color: options.color ?? color, theme: options.theme ?? theme,
      ink: options.ink ?? ink, width: options.width ?? width,
      knocks: options.knocks ?? knocks)
  }
}
