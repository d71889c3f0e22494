import BoardFiles
import BoardSessions
import ScreenContract
import TOMLKit
import WhiteboardUI

/// Reads the table `[keys]` of the settings, such as `ctrl-z = "suspend"`.
struct KeySettings {
  private let lines: SettingsLines

  /// - Parameter text: the text of the settings file, in which faults have their line and column.
  init(_ text: String) { lines = SettingsLines(text) }

  /// Returns the keys that can be understood, and a sentence for each fault.
  func keymap(_ table: TOMLTable) -> (Keymap, complaints: [String]) {
    var keymap = Keymap()
    var complaints: [String] = []
    let keys = table.keys.map { (key: $0, position: lines.position(of: $0, inTable: "keys")) }
      .sorted { ($0.position?.line ?? 0, $0.key) < ($1.position?.line ?? 0, $1.key) }
    for (key, position) in keys {
      let prefix = position.map { "line \($0.line), column \($0.column): " } ?? ""
      guard let command = table[key]?.string else {
        complaints.append("\(prefix)expected a command in quotes for \(UserError.shown(key))")
        continue
      }
      do throws(Keymap.Fault) {
        try keymap.assign(key, to: command)
      } catch {
        complaints.append(prefix + sentence(error, key, command))
      }
    }
    return (keymap, complaints)
  }

  private func sentence(_ fault: Keymap.Fault, _ key: String, _ command: String) -> String {
    let shown = UserError.shown(key)
    return switch fault {
    case .noSuchKey: "there is no key “\(shown)”; use a letter, ctrl-x, f5 or home"
    case .reserved(let reason): "“\(shown)” cannot be used: \(reason)"
    case .noSuchCommand(let nearest):
      "there is no command “\(UserError.shown(command))”"
        + (nearest.map { "; did you mean “\($0)”?" } ?? "")
    case .clash: "“\(shown)” is the same key as in a line above"
    }
  }
}
