// Names of values that a reader has to learn before they say anything.
extension SourceRules {
  /// A word that may not name a value, an argument or a function.
  private struct Riddle {
    /// The plain words to use instead.
    let instead: String
    /// The endings of the types whose values may have the name.
    var types: [String] = []
    /// The types whose values may not have the name; if there are any, all other values may.
    var onlyTypes: [String] = []
    /// The modules in which the word is a term of the field.
    var modules: Set<String> = []
    /// Whether the word is only wrong as the name of a function.
    var isVerb = false
  }

  /// The modules that draw: there a box bounds a drawing, and a letter is a glyph.
  private static let drawing: Set<String> = [
    "BoardModel", "BoardScript", "BoardRendering", "CellFrame", "FrameExport", "FrameTesting",
    "TerminalIO", "BoardView", "ScreenCommands", "BoardEditor", "SessionUI", "WhiteboardUI",
  ]
  private static let positions = ["Point", "Pointer"]
  private static let riddles: [String: Riddle] = {
    var riddles: [String: Riddle] = [
      "seat": Riddle(instead: "profile, participant, strokes or context"),
      "place": Riddle(instead: "index, position, address or link", types: positions),
      "letter": Riddle(instead: "message", types: ["Character"], modules: drawing),
      "box": Riddle(instead: "subscription", types: ["Rect"], modules: drawing),
      "room": Riddle(
        instead: "dispatcher, group, area or quota",
        onlyTypes: ["MessageDispatcher", "Room", "Rect", "Quota"]),
      "port": Riddle(instead: "links", onlyTypes: ["LinkMultiplexer"]),
      "post": Riddle(instead: "publisher or enqueue"),
      "turn": Riddle(instead: "flushes, completion or rotate"),
      "way": Riddle(instead: "transport, route or direction"),
      "sieve": Riddle(instead: "filter"),
      "told": Riddle(instead: "what was sent or received"),
      "happening": Riddle(instead: "notice or event"),
      "introduction": Riddle(instead: "certificate"),
      "ticket": Riddle(instead: "a number to wait for", onlyTypes: ["UInt64", "Int"]),
      "sheaf": Riddle(instead: "batch"), "ear": Riddle(instead: "listener"),
    ]
    for (word, riddle) in riddles where word != "told" {
      riddles[word == "box" ? "boxes" : word == "sheaf" ? "sheaves" : word + "s"] = riddle
    }
    for (verb, instead) in [
      ("take", "receive or handle"), ("tell", "notify or update"), ("settle", "await"),
      ("put", "add or write"), ("lay", "set"), ("look", "read or style"), ("stand", "become"),
    ] {
      riddles[verb] = Riddle(instead: instead, isVerb: true)
    }
    return riddles
  }()

  /// The declarations and arguments that have one of these names.
  static func riddlingNames(_ file: SourceFile) -> [String] {
    guard !file.isGenerated else { return [] }
    return Name.all(in: file).compactMap { name in
      guard let riddle = riddles[name.text], !riddle.modules.contains(file.testedModule),
        !riddle.isVerb || name.isFunction,
        !riddle.types.contains(where: name.type.hasSuffix),
        riddle.onlyTypes.isEmpty || riddle.onlyTypes.contains(where: name.type.hasSuffix)
      else { return nil }
      let line = file.line(at: name.offset)
      return "\(file.path):\(line): \(name.text) is a riddle; say \(riddle.instead)"
    }
  }
}

extension SourceFile {
  /// The module of the file, or the module that the file tests.
  fileprivate var testedModule: String {
    guard path.hasPrefix("Tests/") else { return target }
    let folder = path.split(separator: "/").dropFirst().first ?? ""
    return String(folder.hasSuffix("Tests") ? folder.dropLast("Tests".count) : folder)
  }
}

/// A name that is declared, or the label of an argument.
private struct Name {
  let text: String
  let offset: Int
  let isFunction: Bool
  /// The written type without the marks of an array or an optional; empty where none is written.
  let type: String

  static func all(in file: SourceFile) -> [Name] {
    let (words, code) = (file.words, file.code)
    return words.indices.compactMap { index in
      let word = words[index]
      let before = index > 0 ? words[index - 1].text : ""
      let end = word.offset + word.text.utf8.count
      let isLabel = end < code.count && code[end] == UInt8(ascii: ":")
      let isCase = before == "case" && !isAfterDot(word.offset, code)
      let isBound = isCase || ["let", "var", "func", "for"].contains(before)
      let isInPattern = isInPattern(word.offset, code)
      let next = index + 1 < words.count ? words[index + 1].text : ""
      let isClosureParameter = next == "in" && isFollowed(by: words[index + 1].offset, end, code)
      guard isLabel || isBound || isInPattern || isClosureParameter else { return nil }
      return Name(
        text: word.text, offset: word.offset, isFunction: before == "func" || isCase,
        type: isLabel ? type(at: end + 1, code) : "")
    }
  }

  private static func isAfterDot(_ offset: Int, _ code: [UInt8]) -> Bool {
    offset > 0 && code[offset - 1] == UInt8(ascii: ".")
  }

  private static func isFollowed(by offset: Int, _ end: Int, _ code: [UInt8]) -> Bool {
    code[end..<offset].allSatisfy { $0 == UInt8(ascii: " ") || $0 == 10 }
  }

  /// Whether a word stands in the parentheses of `let (a, b)`, `var (a, b)` or `for (a, b)`.
  private static func isInPattern(_ offset: Int, _ code: [UInt8]) -> Bool {
    var at = offset - 1
    while at >= 0, code[at].isPatternByte { at -= 1 }
    guard at > 0, code[at] == UInt8(ascii: "(") else { return false }
    let head = String(decoding: code[..<at].suffix(5), as: UTF8.self)
    return ["let ", "var ", "for "].contains(where: head.hasSuffix)
  }

  private static func type(at start: Int, _ code: [UInt8]) -> String {
    let ends = Array("=,){\n".utf8)
    let text = String(decoding: code[start...].prefix { !ends.contains($0) }, as: UTF8.self)
    return text.filter { !" []?!".contains($0) }
  }
}

extension UInt8 {
  /// A byte of the names before a name in a pattern.
  fileprivate var isPatternByte: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: " ") || self == UInt8(ascii: "_")
      || (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
  }
}
