import BoardDocument
import EaselBase

/// A sentence in the top line that disappears by itself.
struct Notice: Hashable, Sendable {
  var text: SafeText
  var isWarning = false
  /// The command of a click on it.
  var command: Command?
  /// Whether it says what the key u would do now, which is true until the next action.
  var isAboutLastDeed = false
  /// Whether it replaced a warning that could still be read.
  var hidesWarning = false
  /// The uptime in milliseconds at which it disappears; with nil it stays until the user acts.
  var expires: Int64?

  /// The number of notices that can be read again.
  static let countMax = 50

  /// Returns how long a notice can be read, in milliseconds: 4 s, and longer for long notices.
  static func milliseconds(for text: SafeText) -> Int64 {
    4_000 + Int64(text.string.utf8.count) * 40
  }
}

extension SafeText {
  /// The text without a final full stop, so that a sentence can continue after it.
  public var clause: String {
    let text = string
    return text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
  }
}

extension SaveState {
  var word: String {
    switch self {
    case .untouched: "empty"
    case .saving: "saving"
    case .saved: "saved"
    case .failed, .readOnly: "not saved"
    }
  }

  var sentence: String {
    switch self {
    case .failed(let reason), .readOnly(let reason): "not saved: \(reason.clause)"
    default: word
    }
  }
}
