import BoardDocument
import EaselBase

/// A sentence in the top line that goes away by itself.
struct Notice: Hashable, Sendable {
  var text: SafeText
  var isWarning = false
  /// What a click on it does.
  var command: Command?
  /// It tells what u would do now, which is true until the next deed.
  var isAboutLastDeed = false
  /// It took the place of a warning that could still be read.
  var hidesWarning = false
  /// The uptime at which it goes; nil stays until something is done.
  var expires: Int64?

  /// How many can be read again.
  static let countMax = 50

  /// How long a notice can be read: 4 s, and longer for long ones.
  static func milliseconds(for text: SafeText) -> Int64 {
    4_000 + Int64(text.string.utf8.count) * 40
  }
}

extension SafeText {
  /// A reason to go on behind, whether it came as a sentence or not.
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
