import EaselBase
import SystemFiles

/// The error of a command for the user: what happened, to what, and what to try.
package struct UserError: Error, Hashable {
  package static let failed: Int32 = 1
  package static let usage: Int32 = 2

  package let sentence: String
  package let code: Int32
  /// Whether the board is open in another process.
  package var isHeld = false

  package init(_ sentence: String, code: Int32 = UserError.failed) {
    self.sentence = sentence
    self.code = code
  }
}

extension UserError {
  /// Makes a user error from any error. `ErrorSentences.swift` words the errors of the libraries.
  package init(wording error: any Error) {
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
  /// The words for files, tickets and programs of versions that were never released. Easel does not
  /// read them, and leaves files as they are.
  package static let isUnreleased = "is of an unreleased version of Easel"

  static func noBoard(_ name: String, among known: [String]) -> UserError {
    let name = shown(name)
    if let near = nearest(to: name, among: known) {
      return UserError("there is no board “\(name)”. Did you mean “\(near)”?")
    }
    return UserError("there is no board “\(name)”. `easel boards` lists those there are.")
  }

  package static func cannot(_ action: String, _ path: String, _ error: FileError) -> UserError {
    UserError("cannot \(action) \(shown(path)): \(error.reason).")
  }

  /// - Parameter name: the name of the output as the user wrote it, which may be `-`.
  package static func cannot(
    _ action: String, output name: String, _ error: FileError
  ) -> UserError {
    if NamedOutput(name).isStandardOutput {
      return UserError("cannot write to standard output: \(error.reason).")
    }
    return cannot(action, name, error)
  }

  /// Returns a text from outside, made safe for a sentence to the user.
  package static func shown(_ text: String) -> String { SafeText(text, limit: .line).string }
}
