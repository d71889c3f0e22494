import EaselBase

/// The title under which the screen shows a board. A board without a name has the date of its
/// beginning in place of a name, and nobody knows a board by its date.
package enum BoardTitle {
  /// The name of a new board until it has a file.
  package static let fresh = SafeText("new board", limit: .title)

  /// Returns the board's name, or a word for a board without a name.
  package static func shown(_ name: SafeText) -> String {
    name == fresh || isDate(name.string) ? "Untitled" : name.string
  }

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
