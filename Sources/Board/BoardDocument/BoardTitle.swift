import EaselBase

/// The title under which the screen shows a board. A board without a name has the date of its
/// beginning in place of a name, and nobody knows a board by its date. So its first words are its
/// title.
package enum BoardTitle {
  /// The name of a new board until it has a file.
  package static let fresh = SafeText("new board", limit: .title)

  /// Returns the board's name, or a word for a board without a name.
  package static func shown(_ name: SafeText) -> String {
    name == fresh || isDate(name.string) ? "Untitled" : name.string
  }

  /// Returns the board's name; for a board without a name, its first words, or a word for a board
  /// without words.
  ///
  /// - Parameter glance: nil if the board has not been read.
  package static func shown(_ name: SafeText, _ glance: BoardGlance?) -> String {
    guard isDate(name.string), let glance, glance.trouble == nil else { return shown(name) }
    let words = glance.lines.map { $0.string.split(separator: " ").joined(separator: " ") }
    guard let first = words.first else { return "sketch" }
    // The first line of text paper says what it is. Texts on a board are short.
    return glance.picture.isBlank
      ? first : words.prefix(wordsMax).joined(separator: ", ")
  }

  private static let wordsMax = 4

  /// Whether a name is only the date of a board's beginning: `2026-11-26 16.01`, or the same with a
  /// number after it.
  package static func isDate(_ name: String) -> Bool {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return false }
    let hasNumber = parts.count == 2 || (!parts[2].isEmpty && parts[2].allSatisfy(isDigit))
    return matches(parts[0], "0000-00-00") && matches(parts[1], "00.00") && hasNumber
  }

  /// Whether a text has digits where the pattern has zeros, and is otherwise equal to it.
  private static func matches(_ text: Substring, _ pattern: String) -> Bool {
    text.utf8.count == pattern.utf8.count
      && zip(text, pattern).allSatisfy { $1 == "0" ? isDigit($0) : $0 == $1 }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
