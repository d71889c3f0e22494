import TOMLKit

/// Parses the TOML of themes and settings. The text is untrusted.
package enum TOMLText {
  /// The reason why a text is not valid TOML.
  package struct Fault: Error, Hashable, Sendable {
    /// A line and a column; nil if the fault is in the text as a whole.
    package let position: String?
    package let reason: String
  }

  package static func table(_ text: String) throws(Fault) -> TOMLTable {
    if let (line, column) = namelessHeader(in: text) {
      throw Fault(
        position: "line \(line), column \(column)", reason: "expected a table's name after [")
    }
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let position = error.source.begin
      throw Fault(
        position: "line \(position.line), column \(position.column)", reason: error.description)
    } catch {
      throw Fault(position: nil, reason: "expected TOML")
    }
  }

  /// Returns the place where a line begins with a bracket and no name follows. The parser would
  /// crash the process there. A nested list over several lines may contain such a line, but themes
  /// and settings contain no such list.
  private static func namelessHeader(in text: String) -> (line: Int, column: Int)? {
    var isLineStart = true
    /// The number of brackets since the line began; nil if the line does not begin with a bracket.
    var brackets: Int?
    var (line, column) = (1, 0)
    for byte in text.utf8 {
      column += 1
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      // Skips the bytes of a byte order mark, which may begin the text.
      case _ where isLineStart && [0xEF, 0xBB, 0xBF].contains(byte): continue
      case UInt8(ascii: "["):
        if isLineStart { brackets = 0 }
        if let count = brackets { brackets = count + 1 }
        if brackets == 3 { return (line, column) }
      default:
        if brackets != nil, !beginsName(byte) { return (line, column) }
        brackets = nil
      }
      isLineStart = false
      guard byte == UInt8(ascii: "\n") else { continue }
      (isLineStart, line, column) = (true, line + 1, 0)
    }
    return nil
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
