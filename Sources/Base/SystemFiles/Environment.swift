import EaselBase
import EaselPlatform

/// The process's environment; an empty variable counts as unset.
package enum Environment {
  package static subscript(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// The user account under which this process runs.
package enum User {
  /// A user's entry in the system's list of users.
  package struct Account: Hashable {
    package let name: String
    package let home: String
  }

  package static var home: String? { account(of: getuid())?.home }
  package static var login: String? { account(of: getuid())?.name }

  /// Returns the account of a user id. It may be called on any thread: the answer is read into
  /// memory that no other thread uses.
  ///
  /// - Returns: nil if the system knows no such user.
  package static func account(of user: uid_t) -> Account? {
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

  /// The ssh address with which other people log in as this user; nil if the machine or the user
  /// has no name.
  package static var address: SafeText? {
    guard let login, let host else { return nil }
    return SafeText("ssh://\(login)@\(host)", limit: .title)
  }

  /// The name of this machine; nil if it has none.
  package static var host: String? {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? nil : host
  }
}
