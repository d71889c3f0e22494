import EaselBase
import EaselPlatform
import SystemFiles

/// The places of Easel's files, by the XDG base directories.
struct Places: Hashable, Sendable {
  /// Boards, and the identity key.
  let data: String
  /// Settings, and the user's own themes.
  let config: String

  var trash: String { data + "/trash" }
  var configuration: String { config + "/config.toml" }
  var themes: String { config + "/themes" }
  var identity: String { data + "/identity" }
  /// The file for the tickets of a call, written on demand.
  var tickets: String { data + "/tickets" }

  /// Ignores a relative path in the environment, as the specification requires.
  init(environment: [String: String], home: String) {
    func folder(_ variable: String, _ fallback: String) -> String {
      guard let path = environment[variable], path.hasPrefix("/") else { return home + fallback }
      return path
    }
    data = folder("XDG_DATA_HOME", "/.local/share") + "/easel"
    config = folder("XDG_CONFIG_HOME", "/.config") + "/easel"
  }

  static func current() -> Places {
    let names = ["XDG_DATA_HOME", "XDG_CONFIG_HOME"]
    let environment = names.reduce(into: [String: String]()) { $0[$1] = Environment[$1] }
    return Places(environment: environment, home: Environment["HOME"] ?? User.home ?? "/")
  }
}
