import EaselBase
import EaselPlatform
import SystemFiles

/// The paths of Easel's files, by the XDG base directories.
package struct AppPaths: Hashable, Sendable {
  /// Boards, and the identity key.
  package let data: String
  /// Settings, and the user's own themes.
  package let config: String

  package var trash: String { data + "/trash" }
  package var configuration: String { config + "/config.toml" }
  /// The people whom the user met.
  package var people: String { config + "/people.toml" }
  /// The tools that the user had last.
  package var tools: String { data + "/tools.toml" }
  package var themes: String { config + "/themes" }
  package var identity: String { data + "/identity" }
  /// The file for the tickets of a call, written on demand.
  package var tickets: String { data + "/tickets" }

  /// Ignores a relative path in the environment, as the specification requires.
  init(environment: [String: String], home: String) {
    func folder(_ variable: String, _ fallback: String) -> String {
      guard let path = environment[variable], path.hasPrefix("/") else { return home + fallback }
      return path
    }
    data = folder("XDG_DATA_HOME", "/.local/share") + "/easel"
    config = folder("XDG_CONFIG_HOME", "/.config") + "/easel"
  }

  package static func current() -> AppPaths {
    let names = ["XDG_DATA_HOME", "XDG_CONFIG_HOME"]
    let environment = names.reduce(into: [String: String]()) { $0[$1] = Environment[$1] }
    return AppPaths(environment: environment, home: Environment["HOME"] ?? User.home ?? "/")
  }
}
