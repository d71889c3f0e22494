import EaselBase

/// Why a command came to nothing: what happened, to what, and what to try.
struct UserError: Error, Hashable {
  static let failed: Int32 = 1
  static let usage: Int32 = 2

  let sentence: String
  let code: Int32
  /// Of a board that another process has open.
  var isHeld = false

  init(_ sentence: String, code: Int32 = UserError.failed) {
    self.sentence = sentence
    self.code = code
  }
}

extension UserError {
  /// Any error as a refusal: one that is none already is told in its own words.
  init(wording error: any Error) {
    self = error as? UserError ?? UserError("\(error)")
  }
}

/// The sentences that several commands say.
extension UserError {
  static func noBoard(_ name: String, among known: [String]) -> UserError {
    let name = shown(name)
    if let near = nearest(to: name, among: known) {
      return UserError("there is no board “\(name)”. Did you mean “\(near)”?")
    }
    return UserError("there is no board “\(name)”. `easel boards` lists those there are.")
  }

  static func cannot(_ deed: String, _ path: String, _ error: SystemError) -> UserError {
    UserError("cannot \(deed) \(shown(path)): \(error.reason).")
  }

  /// A stranger's words in a sentence of ours.
  static func shown(_ text: String) -> String { SafeText(text, limit: .line).string }
}
