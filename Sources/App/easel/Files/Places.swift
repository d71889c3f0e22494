import EaselBase
import EaselPlatform

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

/// The process's environment; an empty variable counts as unset.
enum Environment {
  static subscript(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// The user account under which this process runs.
enum User {
  /// A user's entry in the system's list of users.
  struct Account: Hashable {
    let name: String
    let home: String
  }

  static var home: String? { account(of: getuid())?.home }
  static var login: String? { account(of: getuid())?.name }

  /// Returns the account of a user id. It may be called on any thread: the answer is read into
  /// memory that no other thread uses.
  ///
  /// - Returns: nil if the system knows no such user.
  static func account(of user: uid_t) -> Account? {
    var size = 1_024
    while true {
      let text = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { text.deallocate() }
      var record = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let error = getpwuid_r(user, &record, text, size, &found)
      if error == EINTR { continue }
      if error == ERANGE, size < accountBytesMax {
        size *= 2
        continue
      }
      guard error == 0, found != nil, let name = record.pw_name, let home = record.pw_dir else {
        return nil
      }
      return Account(name: String(cString: name), home: String(cString: home))
    }
  }

  private static let accountBytesMax = 1 << 20

  /// The address of this user as others write it to log in here; nil if the machine or the user has
  /// no name.
  static var address: SafeText? {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard let login, gethostname(&name, name.count - 1) == 0 else { return nil }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? nil : SafeText("ssh://\(login)@\(host)", limit: .title)
  }
}
