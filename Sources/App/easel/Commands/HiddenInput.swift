/// The bytes of a secret that a user types or pastes at a hidden prompt.
///
/// A terminal puts marks around a paste, so that its lines are known to belong together.
struct HiddenInput {
  enum Step: Hashable {
    case none
    /// The user pressed Enter, or a paste of several lines has ended.
    case enter
    /// The user pressed ^C, or ^D at the beginning.
    case givenUp
    case suspend
  }

  /// The text so far; lines are separated by line feeds.
  private(set) var text: [UInt8] = []
  /// Whether a paste has begun and not ended.
  private(set) var isPasting = false
  private var sequence: [UInt8]?
  private let bytesMax: Int

  static let pasteOn = "\u{1B}[?2004h"
  /// Begins with the end of a string, so that a string that was cut off cannot swallow it.
  static let pasteOff = "\u{1B}\\\u{1B}[?2004l"

  /// - Parameter bytesMax: the most bytes to keep; further bytes are dropped.
  init(bytesMax: Int) { self.bytesMax = bytesMax }

  mutating func receive(_ byte: UInt8) -> Step {
    if sequence != nil { return receiveInSequence(byte) }
    switch byte {
    case 3: return .givenUp
    case 4 where text.isEmpty: return .givenUp
    case 26 where !isPasting: return .suspend
    case 27: sequence = []
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      add(UInt8(ascii: "\n"))
      return isPasting ? .none : .enter
    case 8, 127: text = Array(text.dropLast())
    // ^U
    case 21: text = []
    case 9, 32...: add(byte)
    default: break
    }
    return .none
  }

  /// Reads a sequence of the terminal, such as a mark of a paste. Other sequences have no meaning.
  private mutating func receiveInSequence(_ byte: UInt8) -> Step {
    guard byte >= 32 else {
      sequence = nil
      return receive(byte)
    }
    let held = (sequence ?? []) + [byte]
    let isLong = "[O".utf8.contains(held[0])
    let isOver = !isLong || held.count > 1 && (0x40...0x7E).contains(byte)
    sequence = isOver || held.count > 8 ? nil : held
    guard isOver else { return .none }
    if held.elementsEqual("[200~".utf8) { isPasting = true }
    guard isPasting, held.elementsEqual("[201~".utf8) else { return .none }
    isPasting = false
    return text.contains(UInt8(ascii: "\n")) ? .enter : .none
  }

  private mutating func add(_ byte: UInt8) {
    if text.count < bytesMax { text.append(byte) }
  }
}
