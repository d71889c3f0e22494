import Foundation

/// A Swift file as the rules see it.
struct SourceFile {
  /// From the package's root: `Sources/Board/BoardModel/Stroke.swift`.
  let path: String
  let text: String
  /// The text with every comment and string literal blanked, line for line and byte for byte.
  let code: [UInt8]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    var blanker = Blanker(Array(text.utf8))
    code = blanker.blanked()
  }

  var isGenerated: Bool { path.hasSuffix(".pb.swift") }
  /// `BoardModel` of `Sources/Board/BoardModel/Stroke.swift`.
  var target: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" }
  var lineCount: Int { text.utf8.reduce(text.hasSuffix("\n") ? 0 : 1) { $0 + ($1 == 10 ? 1 : 0) } }

  func line(at offset: Int) -> Int { code[..<offset].reduce(1) { $0 + ($1 == 10 ? 1 : 0) } }

  var words: [Word] { Word.all(in: code) }

  /// The modules this file imports, with their lines.
  var imports: [(module: String, line: Int)] {
    let kinds: Set<String> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]
    let words = words
    return words.indices.compactMap { index in
      guard words[index].text == "import" else { return nil }
      let rest = words[(index + 1)...].drop { kinds.contains($0.text) }
      guard let module = rest.first else { return nil }
      return (module.text, line(at: module.offset))
    }
  }
}

/// An identifier or keyword.
struct Word {
  let text: String
  let offset: Int

  static func all(in code: [UInt8]) -> [Word] {
    var words: [Word] = []
    var start: Int?
    for (offset, byte) in (code + [32]).enumerated() {
      if byte.isWordByte {
        start = start ?? offset
      } else if let first = start {
        words.append(
          Word(text: String(decoding: code[first..<offset], as: UTF8.self), offset: first))
        start = nil
      }
    }
    return words
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self >= 128 || self == UInt8(ascii: "_") || (48...57).contains(self)
      || (65...90).contains(self) || (97...122).contains(self)
  }
}

/// Blanks comments and strings, so that braces and words in them do not count.
///
/// Code in interpolations is kept. Regex literals are not known, and Easel writes none.
private struct Blanker {
  private var bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func blanked() -> [UInt8] {
    code(untilParenthesis: false)
    return bytes
  }

  private func looking(at token: String) -> Bool { bytes[at...].starts(with: token.utf8) }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where at < bytes.count {
      if bytes[at] != 10 { bytes[at] = 32 }
      at += 1
    }
  }

  private mutating func code(untilParenthesis: Bool) {
    var depth = 0
    while at < bytes.count {
      if looking(at: "//") {
        while at < bytes.count, bytes[at] != 10 { blank() }
      } else if looking(at: "/*") {
        comment()
      } else if let pounds = stringStart() {
        string(pounds: pounds)
      } else {
        if bytes[at] == UInt8(ascii: "(") { depth += 1 }
        if bytes[at] == UInt8(ascii: ")") {
          if depth == 0, untilParenthesis { return blank() }
          depth -= 1
        }
        at += 1
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if looking(at: "/*") {
        depth += 1
        blank(2)
      } else if looking(at: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && at < bytes.count
  }

  /// The number of `#` before the quote that opens here; nil where no string opens.
  private func stringStart() -> Int? {
    let pounds = bytes[at...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = at + pounds
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? pounds : nil
  }

  private mutating func string(pounds: Int) {
    let guardrail = String(repeating: "#", count: pounds)
    blank(pounds)
    let quotes = looking(at: "\"\"\"") ? "\"\"\"" : "\""
    blank(quotes.count)
    while at < bytes.count {
      if looking(at: quotes + guardrail) { return blank(quotes.count + pounds) }
      if looking(at: "\\" + guardrail + "(") {
        blank(pounds + 2)
        code(untilParenthesis: true)
      } else if looking(at: "\\" + guardrail) {
        blank(pounds + 2)
      } else {
        blank()
      }
    }
  }
}
