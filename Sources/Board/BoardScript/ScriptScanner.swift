import BoardModel
import EaselBase

/// Splits one line of a script into words and quoted strings.
struct ScriptScanner {
  let number: Int
  private let bytes: [UInt8]
  private var index = 0

  struct Word {
    /// The index of the word's first byte.
    let start: Int
    let bytes: ArraySlice<UInt8>
    /// The text between the quotes, if the word is in quotes.
    var quoted: String?

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  init(_ bytes: [UInt8], number: Int) {
    self.bytes = bytes
    self.number = number
  }

  /// Returns the next word without consuming it; nil at the end of the line.
  func peek() throws(ScriptError) -> Word? {
    var copy = self
    return try copy.next()
  }

  /// Returns the next word and consumes it; nil at the end of the line.
  mutating func next() throws(ScriptError) -> Word? {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    if bytes[index] == UInt8(ascii: "\"") { return try quoted(from: start) }
    while index < bytes.count, !Self.isSpace(bytes[index]) { index += 1 }
    return Word(start: start, bytes: bytes[start..<index])
  }

  /// Consumes the next word if it is `word`; returns whether it did.
  mutating func accept(_ word: String) throws(ScriptError) -> Bool {
    var ahead = self
    guard let next = try ahead.next(), next.quoted == nil, next.text == word else {
      return false
    }
    self = ahead
    return true
  }

  private mutating func quoted(from start: Int) throws(ScriptError) -> Word {
    var content: [UInt8] = []
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard index == bytes.count || Self.isSpace(bytes[index]) else {
          throw error("expected a space after the closing quote", at: index)
        }
        return Word(
          start: start, bytes: bytes[start..<index],
          quoted: String(decoding: content, as: UTF8.self))
      case UInt8(ascii: "\\"):
        guard index < bytes.count else { break }
        content.append(try escaped(bytes[index]))
        index += 1
      default: content.append(byte)
      }
    }
    throw error("this quote is never closed", at: start)
  }

  private func escaped(_ byte: UInt8) throws(ScriptError) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    default: throw error("expected \\n, \\\" or \\\\ here", at: index - 1)
    }
  }

  /// Returns an error at a byte of this line; at the end of the line if `byte` is nil.
  func error(_ problem: String, at byte: Int? = nil, suggestion: String? = nil) -> ScriptError {
    let before = bytes[..<min(byte ?? bytes.count, bytes.count)]
    return ScriptError(
      line: number, column: String(decoding: before, as: UTF8.self).count + 1, problem,
      suggestion: suggestion)
  }

  /// Returns an error: `expected` is missing at `word`, or at the end of the line if `word` is nil.
  func mismatch(_ expected: String, _ word: Word?, among known: [String] = []) -> ScriptError {
    guard let word else { return error("expected \(expected), found the end of the line") }
    let found = ScriptText.excerpt(word.text)
    return error(
      "expected \(expected), found “\(found)”", at: word.start,
      suggestion: nearest(to: found, among: known))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}
