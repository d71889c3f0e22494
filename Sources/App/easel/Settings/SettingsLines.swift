/// The lines of the settings file, in which a key has a place.
struct SettingsLines {
  /// The lines without their line feeds. A carriage return before a line feed belongs to its line.
  private var lines: [String]
  /// The end of the first line, which new lines get as well.
  private let lineEnd: String

  init(_ text: String) {
    // A carriage return and a line feed are one character, so the text is split by bytes.
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    lineEnd = lines.count > 1 && lines[0].utf8.last == UInt8(ascii: "\r") ? "\r" : ""
  }

  /// The text of the lines, with a line feed at its end.
  var text: String {
    let text = lines.joined(separator: "\n")
    guard let last = lines.last, !last.isEmpty else { return text }
    return text + (last.utf8.last == UInt8(ascii: "\r") ? "" : lineEnd) + "\n"
  }

  /// Returns the line and the column of a key, both from 1; nil if no line has the key.
  ///
  /// - Parameter table: the name of the table with the key; nil for a key before all tables.
  func position(of key: String, inTable table: String? = nil) -> (line: Int, column: Int)? {
    var current: String?
    for (index, line) in lines.enumerated() {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.hasPrefix("[") {
        current = Self.name(words.dropFirst().prefix { $0 != "]" })
      } else if current == table, let equals = words.firstIndex(of: "="),
        Self.name(words[..<equals]) == key
      {
        return (index + 1, line.count - words.count + 1)
      }
    }
    return nil
  }

  /// Sets the line of a key before all tables: replaces it, or else adds it after the last such line.
  mutating func set(_ key: String, to line: String) {
    let line = line + lineEnd
    if let position = position(of: key) {
      let mark = lines[position.line - 1].hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
      lines[position.line - 1] = mark + line
    } else {
      let end = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("[") }
      let last = lines[..<(end ?? lines.count)].lastIndex { !$0.allSatisfy(\.isWhitespace) }
      if let last, last == lines.count - 1 { lines[last] += lineEnd }
      lines.insert(line, at: last.map { $0 + 1 } ?? 0)
    }
  }

  /// Returns a key or the name of a table without quotes and blanks.
  private static func name(_ text: Substring) -> String {
    text.filter { !$0.isWhitespace && $0 != "\u{FEFF}" && $0 != "\"" && $0 != "'" }
  }
}
