import BoardModel
import BoardPaper
import EaselBase

/// Reads lines of paper: `| "plain" bold fg #ff0000 "red"`. The words of a look stand before the
/// run that has this look.
extension LineParser {
  mutating func paperLine() throws(ScriptError) -> PaperText.Line {
    _ = try scanner.next()
    var runs: [PaperText.Run] = []
    while try scanner.peek() != nil {
      let look = try parseLook()
      let word = try scanner.next()
      guard let quoted = word?.quoted else {
        throw scanner.mismatch(
          "a text in quotes, or how it looks", word,
          among: Self.looks.map(\.word.description) + ["fg", "bg"])
      }
      let text = try whole(
        HiddenCharacters.shown(in: quoted), .line, "a line of paper", "columns", at: word)
      runs.append(PaperText.Run(text: text, look: look))
    }
    return PaperText.Line(runs: runs)
  }

  fileprivate static let looks: [(word: String, attribute: PaperText.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  private mutating func parseLook() throws(ScriptError) -> PaperText.Look {
    var look = PaperText.Look()
    while true {
      if try scanner.accept("fg") {
        look.foreground = try tone()
      } else if try scanner.accept("bg") {
        look.background = try tone()
      } else if let attribute = try attribute() {
        look.attributes.insert(attribute)
      } else {
        return look
      }
    }
  }

  private mutating func attribute() throws(ScriptError) -> PaperText.Attributes? {
    for (word, attribute) in Self.looks where try scanner.accept(word) { return attribute }
    return nil
  }

  private mutating func tone() throws(ScriptError) -> PaperText.Tone {
    let word = try scanner.next()
    let text = word?.text ?? ""
    if let index = UInt8(text) { return .indexed(index) }
    guard text.hasPrefix("#"), let (color, hasAlpha) = ScriptText.color(text), !hasAlpha else {
      throw scanner.mismatch("a colour like #ff0000 or a number from 0 to 255", word)
    }
    return .rgb(color.rgb)
  }
}

extension ScriptText {
  static func paperLine(_ line: PaperText.Line) -> String {
    (["|"]
      + line.runs.map { run in
        (words(run.look) + [quoted(run.text.string)]).joined(separator: " ")
      }).joined(separator: " ")
  }

  private static func words(_ look: PaperText.Look) -> [String] {
    var words = LineParser.looks.filter { look.attributes.contains($0.attribute) }
      .map(\.word.description)
    if let tone = word(look.foreground) { words += ["fg", tone] }
    if let tone = word(look.background) { words += ["bg", tone] }
    return words
  }

  private static func word(_ tone: PaperText.Tone) -> String? {
    switch tone {
    case .plain: nil
    case .indexed(let index): String(index)
    case .rgb(let value): "#" + hex(value & 0xFF_FFFF, digits: 6)
    }
  }
}
