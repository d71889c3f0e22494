import EaselPlatform
import SystemPackage

/// The reason why an operation on a file or a folder failed. The caller knows the path.
package enum FileError: Error, Hashable, Sendable {
  case system(Errno)
  /// A symbolic link, which is not followed.
  case symbolicLink
  /// A folder, a pipe or a device in place of a file, or a file in place of a folder.
  case wrongType
  case wrongOwner(uid_t)
  /// The permissions give other users access.
  case wrongMode(mode_t)
  /// The file has at least this many bytes, which is too many.
  case tooLong(Int)
  /// Another process holds the lock; these bytes are in its lock file.
  case held(by: [UInt8])

  /// The present error of the system, for a call that has just failed.
  package static var current: FileError { FileError(code: errno) }

  /// - Parameter code: the system's number of the error.
  package init(code: Int32) { self.init(Errno(rawValue: code)) }

  init(_ error: Errno) {
    // The system reports this error for a link if the file is opened without following links.
    self = error == .tooManySymbolicLinkLevels ? .symbolicLink : .system(error)
  }

  /// The error of the system; nil if a check of this module failed.
  package var code: Errno? { if case .system(let error) = self { error } else { nil } }

  /// A short reason, without a capital at the start.
  package var reason: String {
    switch self {
    case .system(let error):
      let text = error.description
      return text.prefix(1).lowercased() + text.dropFirst()
    case .symbolicLink: return "it is a symbolic link"
    case .wrongType: return "it is of the wrong type"
    case .wrongOwner: return "it belongs to another user"
    case .wrongMode: return "other users have access to it"
    case .tooLong: return "it is too long"
    case .held: return "another process holds it"
    }
  }
}

/// Runs calls of swift-system, and converts the `Errno` that they throw into a `FileError`.
func attempt<Result>(_ calls: () throws -> Result) throws(FileError) -> Result {
  do {
    return try calls()
  } catch let error as Errno {
    throw FileError(error)
  } catch {
    throw .system(.ioError)
  }
}
