import EaselBase

/// A page of the manual as plain text. The page is written in mdoc, the language of manual pages;
/// this type reads the part of mdoc that Easel's pages use.
struct ManualPage {
  private var lines: [String] = []
  /// The words of the paragraph that is not finished yet.
  private var paragraph: [Substring] = []
  private var isLiteral = false
  private var isItem = false

  private static let columns = 79
  private static let indent = "  "

  /// The page as text, with a line feed at its end.
  private(set) var text = ""

  init(_ source: String) {
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) { read(line) }
    endParagraph()
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.joined(separator: "\n") + "\n"
  }

  private mutating func read(_ line: Substring) {
    guard line.hasPrefix(".") else {
      if isLiteral {
        lines.append(Self.indent + Self.indent + Self.plain(line))
      } else if !line.isEmpty {
        paragraph += Self.plain(line).split(separator: " ").map { $0[...] }
      }
      return
    }
    let words = line.dropFirst().split(separator: " ")
    guard let macro = words.first else { return }
    let rest = Self.plain(words.dropFirst().joined(separator: " ")[...])
    switch macro {
    case "Sh", "Ss": begin(heading: rest)
    case "Bd": beginBlock()
    case "Ed":
      isLiteral = false
      lines.append("")
    case "Pp": endParagraph()
    case "It":
      endParagraph()
      isItem = true
    case "El":
      endParagraph()
      lines.append("")
    case "Nm": paragraph += [rest[...]]
    case "Nd": paragraph += ["-"] + rest.split(separator: " ")
    case "Xr": paragraph.append(Self.reference(words.dropFirst())[...])
    default: break
    }
  }

  private mutating func begin(heading: String) {
    endParagraph()
    lines += [heading, ""]
  }

  private mutating func beginBlock() {
    endParagraph()
    isLiteral = true
  }

  /// Breaks the paragraph into lines.
  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    var line = isItem ? Self.indent + "-" : Self.indent.dropLast() + ""
    for word in paragraph {
      if line.displayWidth + 1 + word.displayWidth > Self.columns {
        lines.append(line)
        line = isItem ? Self.indent + " " : Self.indent.dropLast() + ""
      }
      line += " " + word
    }
    lines.append(line)
    if !isItem { lines.append("") }
    (paragraph, isItem) = ([], false)
  }

  /// Returns a reference such as `easel(1),`.
  private static func reference(_ words: ArraySlice<Substring>) -> String {
    let words = Array(words)
    guard words.count >= 2 else { return words.joined() }
    return "\(words[0])(\(words[1]))" + words.dropFirst(2).joined()
  }

  /// Replaces the escapes of mdoc: fonts are dropped, and signs become letters.
  private static func plain(_ text: Substring) -> String {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escape = rest.popFirst() else {
        plain.append(character)
        continue
      }
      switch escape {
      case "f": _ = rest.popFirst()
      case "(":
        plain += signs[String(rest.prefix(2))] ?? ""
        rest = rest.dropFirst(2)
      case "e": plain += "\\"
      case "&": break
      default: plain.append(escape)
      }
    }
    return plain
  }

  private static let signs = ["lq": "“", "rq": "”", "dq": "\"", "aq": "'"]
}

extension ManualPage {
  /// The topics of `easel help` that are no commands, with their pages.
  static let topics = [
    "script": "the script language", "reach": "how a guest reaches a board from another network",
  ]

  /// Returns the text of a topic; nil if there is no such topic.
  static func text(of topic: String) -> String? {
    let source: [UInt8]
    switch topic {
    case "script": source = PackageResources.easel_script_7
    case "reach": source = PackageResources.easel_reach_7
    default: return nil
    }
    return ManualPage(String(decoding: source, as: UTF8.self)).text
  }
}
