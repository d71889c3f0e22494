import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import EaselBase
import ThemeFiles
import TOMLKit
import WhiteboardUI

/// Reads and changes the text of the settings file.
enum SettingsText {
  static let bytesMax = 64 << 10
  private static let widths = Whiteboard.Setup.widths
  static let keys = [
    "name", "color", "theme", "ink", "width", "knocks", "rings", "bell", "remember-people",
    "udp", "nearby", "keys",
  ]

  /// The settings that are true or false.
  private static var switches: [String: WritableKeyPath<Settings, Bool?>] {
    [
      "knocks": \.knocks, "rings": \.rings, "bell": \.bell, "remember-people": \.remembersPeople,
      "udp": \.usesDatagrams,
      "nearby": \.nearby,
    ]
  }

  /// Returns all settings that can be understood, and a sentence for each fault.
  static func read(_ text: String) -> (Settings, complaints: [String]) {
    var settings = Settings()
    var complaints: [String] = []
    let table: TOMLTable
    do {
      table = try TOMLText.table(text)
    } catch {
      return (settings, [[error.position, error.reason].compactMap { $0 }.joined(separator: ": ")])
    }
    for key in table.keys.sorted() {
      guard keys.contains(key) else {
        let near = nearest(to: key, among: keys).map { "; did you mean “\($0)”?" } ?? ""
        complaints.append("\(UserError.shown(key)): no such setting\(near)")
        continue
      }
      if key == "width" {
        settings.width = table[key]?.int.flatMap { widths.contains($0) ? $0 : nil }
        guard settings.width == nil else { continue }
        complaints.append(
          "\(key): expected a whole number from \(widths.lowerBound) to \(widths.upperBound)")
        continue
      }
      if let setting = switches[key] {
        settings[keyPath: setting] = table[key]?.bool
        if settings[keyPath: setting] == nil { complaints.append("\(key): expected true or false") }
        continue
      }
      if key == "keys" {
        guard let keys = table[key]?.table else {
          complaints.append("keys: expected a table, [keys]")
          continue
        }
        let (keymap, wrong) = KeySettings(text).keymap(keys)
        settings.keymap = keymap
        complaints += wrong
        continue
      }
      guard let value = table[key]?.string else {
        complaints.append("\(key): expected a text in quotes")
        continue
      }
      if let complaint = settings.set(key, value) { complaints.append("\(key): \(complaint)") }
    }
    return (settings, complaints)
  }

  /// Returns the text with one setting changed and all else unchanged, including comments. Returns
  /// nil if the text is not understood well enough to be sure of that.
  static func changing(_ text: String, _ key: String, to value: String) -> String? {
    guard let before = values(text) else { return nil }
    var lines = SettingsLines(text)
    lines.set(key, to: "\(key) = \"\(value)\"")
    let changed = lines.text
    var expected = before
    expected[key] = value
    return values(changed) == expected ? changed : nil
  }

  /// Returns every value as text, to check that a change affected no other setting. Returns nil if
  /// the text is not TOML.
  private static func values(_ text: String) -> [String: String]? {
    do {
      let table = try TOMLText.table(text)
      return table.keys.reduce(into: [:]) { values, key in
        values[key] = table[key]?.string ?? table[key]?.debugDescription
      }
    } catch {
      return nil
    }
  }
}

extension Settings {
  /// Sets a value; returns what was expected instead if the value is not valid.
  fileprivate mutating func set(_ key: String, _ value: String) -> String? {
    switch key {
    case "name":
      let name = SafeText(value, limit: .name)
      guard !name.string.isEmpty else { return "expected a name that can be seen" }
      self.name = name
    case "color":
      guard let color = ColorArgument(argument: value) else {
        return "expected \(ColorArgument.expected)"
      }
      self.color = color.color
    case "ink":
      guard let ink = RasterChoice(name: value) else {
        return "expected \(RasterChoice.expected)"
      }
      self.ink = ink
    default: theme = value
    }
    return nil
  }
}
