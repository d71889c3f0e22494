import BoardModel
import BoardRendering
import EaselBase
import ScreenContract
import WhiteboardUI

/// The user's choices that differ from Easel's defaults. Nil means that the user has not chosen.
struct Settings: Hashable {
  var name: SafeText?
  var color: InkColor?
  var theme: String?
  var ink: RasterChoice?
  /// From 1 to 8.
  var width: Int?
  /// Whether other users of this machine may ask to join.
  var knocks: Bool?
  /// Whether the bell rings when something waits for the user's answer.
  var bell: Bool?
  /// Whether Easel remembers the people whom the user meets.
  var remembersPeople: Bool?
  /// Whether other users of this machine may ring.
  var rings: Bool?
  /// Whether UDP may carry what may be lost, such as ink in progress.
  var usesDatagrams: Bool?
  /// Whether people in the same network find this run from the start.
  var nearby: Bool?
  /// Whether there are lines above and below the board. Only an option says so.
  var hasBars = true
  /// The keys of the commands.
  var keymap = Keymap()

  /// Returns the settings with those of the environment, which override the file.
  func overridden(by environment: (String) -> String?) -> (Settings, complaints: [String]) {
    var settings = self
    var complaints: [String] = []
    // A name of white space alone is none.
    if let text = environment("EASEL_NAME"), !SafeText(text, limit: .name).string.isEmpty {
      settings.name = SafeText(text, limit: .name)
    }
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

  /// Returns the settings with those of the command line, which override all others.
  func overridden(by options: Settings) -> Settings {
    Settings(
      name: options.name ?? name, color: options.color ?? color, theme: options.theme ?? theme,
      ink: options.ink ?? ink, width: options.width ?? width,
      knocks: options.knocks ?? knocks, bell: options.bell ?? bell,
      remembersPeople: options.remembersPeople ?? remembersPeople, rings: options.rings ?? rings,
      usesDatagrams: options.usesDatagrams ?? usesDatagrams,
      nearby: options.nearby ?? nearby,
      hasBars: options.hasBars, keymap: keymap)
  }
}
