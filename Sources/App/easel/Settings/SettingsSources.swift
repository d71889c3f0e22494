import BoardFiles
import BoardSessions
import EaselBase
import ScreenContract
import WhiteboardUI

/// The places of the settings: the file, the environment and the options of the command line.
struct SettingsSources {
  let file: Settings
  let options: Settings

  /// Returns the settings for the sheet that shows them, in the order of the manual.
  func values(
    of settings: Settings, _ localAuthor: LocalAuthor, _ tools: RememberedTools?
  ) -> [SettingsSummary.Value] {
    func value<Value: Equatable>(
      _ name: String, _ key: KeyPath<Settings, Value?>, variable: String? = nil,
      option: String? = nil, _ text: String
    ) -> SettingsSummary.Value {
      let source =
        options[keyPath: key] != nil
        ? "option --\(option ?? name)"
        : settings[keyPath: key] == nil
          ? nil : settings[keyPath: key] == file[keyPath: key] ? "file" : variable
      return SettingsSummary.Value(name: name, text: SafeText(text), source: source)
    }
    let keys = settings.keymap.ownCount
    return [
      value("name", \.name, variable: "EASEL_NAME", "\"\(localAuthor.name.string)\""),
      value("color", \.color, variable: "EASEL_COLOR", "\"\(localAuthor.color.name)\""),
      value("theme", \.theme, variable: "EASEL_THEME", "\"\(settings.theme ?? "")\""),
      value("ink", \.ink, "\"\(settings.ink?.name ?? "auto")\""),
      value("width", \.width, "\(settings.width ?? tools?.width ?? 1)"),
      value(
        "knocks", \.knocks,
        "Let users of this machine ask to join: \(settings.knocks ?? true ? "yes" : "no")"),
      value(
        "rings", \.rings,
        "Let users of this machine ring you: \(settings.rings ?? true ? "yes" : "no")"),
      value(
        "nearby", \.nearby,
        "Let people in this network find you: \(settings.nearby ?? false ? "yes" : "no")"),
      value(
        "bell", \.bell,
        "Ring when somebody asks or offers: \(settings.bell ?? true ? "yes" : "no")"),
      value(
        "remember-people", \.remembersPeople,
        "Remember the people you meet: \(settings.remembersPeople ?? false ? "yes" : "no")"),
      value(
        "udp", \.usesDatagrams, option: "no-udp",
        "Send ink by UDP where both sides can: \(settings.usesDatagrams ?? true ? "yes" : "no")"),
      SettingsSummary.Value(
        name: "[keys]", text: SafeText("Own keys: \(keys == 0 ? "none" : "\(keys)")"),
        source: keys == 0 ? nil : "file"),
    ]
  }
}
