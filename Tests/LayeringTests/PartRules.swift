import Foundation

/// The rules about the parts of the screen: each part owns its state, and no part changes another.
enum PartRules {
  /// The modules that have parts.
  static let modules: Set<String> = [
    "BoardView", "ScreenContract", "BoardEditor", "SessionUI", "WhiteboardUI",
  ]
  /// The parts that only their owner changes. No function takes one of them `inout`.
  private static let owned: Set<String> = [
    "Editor", "SelectionEditor", "TextEditor", "SessionController", "SessionPanel", "Presence",
    "ToolPalette", "SelectionLine", "PaperSearch", "PaperLayer", "PaperDecoration", "Composer",
    "InterruptKey", "ShellRequests", "Notices", "DrawingController",
  ]
  /// The values that another part may change by their methods. A function takes at most one of them.
  private static let lent: Set<String> = ["BoardRecorder", "Surface", "Sheets"]

  /// The functions that take a part of another owner `inout`, or two parts.
  static func changesOfParts(_ file: SourceFile) -> [String] {
    guard modules.contains(file.target) else { return [] }
    let words = file.words
    return words.indices.compactMap { index in
      guard ["func", "init", "subscript"].contains(words[index].text),
        let parameters = parameters(after: words[index], in: file)
      else { return nil }
      let changed = inoutTypes(in: words[index...].filter { parameters.contains($0.offset) })
      let parts = changed.filter { owned.contains($0) || lent.contains($0) }
      guard parts.count > 1 || parts.contains(where: owned.contains) else { return nil }
      let location = "\(file.path):\(file.line(at: words[index].offset))"
      return "\(location): changes \(parts.joined(separator: " and "))"
    }
  }

  private static func inoutTypes(in words: [Word]) -> [String] {
    zip(words, words.dropFirst()).filter { $0.0.text == "inout" }.map { $0.1.text }
  }

  /// Returns the bytes between the parentheses of a declaration; nil if it has none on its line.
  private static func parameters(after word: Word, in file: SourceFile) -> Range<Int>? {
    let code = file.code
    let (open, close, brace, newline) = (
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "\n")
    )
    guard
      let start = code[word.offset...].firstIndex(where: {
        $0 == open || $0 == brace || $0 == newline
      }), code[start] == open
    else { return nil }
    var depth = 0
    for offset in start..<code.count {
      if code[offset] == open { depth += 1 }
      if code[offset] == close { depth -= 1 }
      if depth == 0 { return start..<offset }
    }
    return nil
  }
}
