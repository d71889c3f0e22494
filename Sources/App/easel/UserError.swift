import EaselBase
import SystemFiles

/// The error of a command for the user: what happened, to what, and what to try.
struct UserError: Error, Hashable {
  static let failed: Int32 = 1
  static let usage: Int32 = 2

  let sentence: String
  let code: Int32
  /// Whether the board is open in another process.
  var isHeld = false

  init(_ sentence: String, code: Int32 = UserError.failed) {
    self.sentence = sentence
    self.code = code
  }
}

extension UserError {
  /// Makes a user error of any error; an error of another type keeps its own words.
  init(wording error: any Error) {
    self =
      switch error {
      case let error as UserError: error
      case let error as FileError: UserError(error.reason)
      default: UserError("\(error)")
      }
  }
}

/// The sentences that several commands share.
extension UserError {
  static func noBoard(_ name: String, among known: [String]) -> UserError {
    let name = shown(name)
    if let near = nearest(to: name, among: known) {
      return UserError("there is no board “\(name)”. Did you mean “\(near)”?")
    }
    return UserError("there is no board “\(name)”. `easel boards` lists those there are.")
  }

  static func cannot(_ deed: String, _ path: String, _ error: FileError) -> UserError {
    UserError("cannot \(deed) \(shown(path)): \(error.reason).")
  }

  /// Returns foreign text made safe for one of our sentences.
  static func shown(_ text: String) -> String { SafeText(text, limit: .line).string }
}
