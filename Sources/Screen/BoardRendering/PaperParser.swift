import BoardModel
import BoardPaper
import CellFrame
import EaselBase

/// Turns raw text, as `git diff --color` or `man` prints it, into paper. Accepts bytes in pieces of
/// any size, and never keeps more text than its limits allow.
///
/// 1. The escape sequences for colours and attributes (SGR), for moves within the line, for erasing in
///    it and for sets of lines have an effect. All others are dropped, even if they are incomplete or
///    malformed.
/// 2. The division of the bytes among the calls of `feed` has no effect.
/// 3. All text that is neither applied nor dropped stays visible, see `HiddenCharacters`.
///    Letters that a diff overwrites, erases, shows as lines or has in dropped sequences are counted.
///    In other texts, which may be logs, only the letters of strings other than commands are counted.
/// 4. Moves count cells and not letters, as in a terminal.
/// 5. A mark at the beginning tells the encoding: UTF-8 or UTF-16. Without one it is UTF-8.
public struct PaperParser: Sendable {
  /// The part of the text so far that did not fit, or that no reader sees.
  public var cut: PaperCut {
    let whole = whole
    var cut = whole.limits
    cut.hidden = whole.hiddenAlways + (whole.isDiff ? whole.hiddenInDiff : 0)
    return cut
  }

  /// The limits that the text so far goes beyond.
  private var limits = PaperCut()

  private var decoder = MarkedTextDecoder()
  private var hidden = HiddenCharacters()
  private var escapes = EscapeFilter()
  private var sets = CharacterSets()
  private var line: PaperLine
  private var lines: [PaperText.Line] = []
  private var style = Style.plain
  /// Whether a line so far begins a hunk of a diff.
  private var isDiff = false
  /// The letters that no reader sees, if the text is a diff.
  private var hiddenInDiff = 0
  /// The letters that no reader sees, in a text of any kind.
  private var hiddenAlways = 0

  /// The usual maximum number of columns of a line that is wrapped afterwards.
  public static let columnsMaxToWrap = 200_000

  /// Creates a parser.
  ///
  /// - Parameter columnsMax: the part of a line beyond this column is left out.
  public init(columnsMax: Int = Limits.paperColumns) { line = PaperLine(columnsMax: columnsMax) }

  /// Reads the next bytes.
  public mutating func feed(_ bytes: some Swift.Sequence<UInt8>) {
    for byte in bytes {
      for scalar in decoder.decode(byte) { handle(scalar) }
    }
  }

  /// Returns the paper of all bytes so far. The parser can still read more bytes afterwards.
  public func finished() -> PaperText { PaperText(lines: whole.lines) }

  /// The parser after the end of the text.
  private var whole: PaperParser {
    var rest = self
    for scalar in rest.decoder.finish() { rest.handle(scalar) }
    if rest.line.isEmpty {
      rest.hiddenInDiff += rest.line.hiddenCount
    } else {
      rest.breakLine()
    }
    return rest
  }

  /// Parses a whole text at once; `cut` tells what did not fit.
  ///
  /// - Parameter columnsMax: the part of a line beyond this column is left out.
  public static func parse(
    _ bytes: some Swift.Sequence<UInt8>, columnsMax: Int = Limits.paperColumns
  ) -> (paper: PaperText, cut: PaperCut) {
    var parser = PaperParser(columnsMax: columnsMax)
    parser.feed(bytes)
    return (parser.finished(), parser.cut)
  }

  private mutating func handle(_ scalar: Unicode.Scalar) {
    switch escapes.filter(scalar) {
    case .text(let scalar): write(scalar)
    case .graphics(let parameters): SGR.apply(parameters, to: &style)
    case .control(let final, let parameters): move(final, parameters)
    case .escape(let final, let intermediate): obey(final, intermediate)
    case .commandLetter: hiddenInDiff += 1
    case .stringLetter: hiddenAlways += 1
    case .nothing: break
    }
  }

  private mutating func obey(_ final: Unicode.Scalar, _ intermediate: Unicode.Scalar?) {
    sets.apply(final, intermediate: intermediate)
    switch (intermediate, final) {
    case (nil, "7"): line.storePosition()
    case (nil, "8"): line.returnToStoredPosition()
    case (nil, "c"): style = .plain
    default: return
    }
    hidden.breakLine()
  }

  /// Obeys a control sequence that moves within the line, or erases in it.
  private mutating func move(_ final: Unicode.Scalar, _ parameters: [UInt8]) {
    let first = parameters.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
    let number = Int(String(decoding: first, as: UTF8.self)) ?? 0
    let count = min(max(number, 1), line.columnsMax)
    switch final {
    case "C", "a": line.move(by: count)
    case "D", "j": line.move(by: -count)
    case "G", "`": line.move(to: count - 1)
    // Erasing below the line has no meaning here, so only the rest of the line is erased.
    case "J" where number == 0: line.erase(.toEnd)
    case "K": if let part = PaperLine.Part(rawValue: number) { line.erase(part) }
    case "X": line.erase(count: count)
    case "P": line.remove(count: count)
    case "@": line.insert(count: count)
    case "s": line.storePosition()
    case "u": line.returnToStoredPosition()
    default: return
    }
    hidden.breakLine()
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    guard lines.count < Limits.paperRows else {
      limits.rows = Limits.paperRows
      return
    }
    let look = PaperText.Look(style)
    switch scalar {
    case "\n": breakLine()
    case "\r": line.goToStart()
    case "\u{08}": line.goBack()
    case "\t": line.tab(look)
    // Some terminals get a change of the set with each change of the colour.
    case "\u{0E}", "\u{0F}":
      sets.shift(out: scalar == "\u{0E}")
      return
    default:
      let sign = sets.sign(of: scalar)
      if sign != scalar { hiddenInDiff += 1 }
      if let shown = hidden.shown(sign) {
        for sign in shown.unicodeScalars { line.write(sign, look) }
      } else {
        line.write(sign, look)
      }
      if line.wasCut { limits.columns = line.columnsMax }
      return
    }
    hidden.breakLine()
    if line.wasCut { limits.columns = line.columnsMax }
  }

  private mutating func breakLine() {
    let runs = line.runs
    lines.append(PaperText.Line(runs: runs))
    hiddenInDiff += line.hiddenCount
    isDiff = isDiff || runs.beginHunk
    line = PaperLine(columnsMax: line.columnsMax)
  }
}

extension [PaperText.Run] {
  /// Whether the line is the header of a hunk, as `@@ -1 +1 @@`, or as `@@@ -1 -1 +1 @@@` in a merge.
  fileprivate var beginHunk: Bool {
    let signs = lazy.flatMap(\.text.string.unicodeScalars)
    return signs.starts(with: "@@".unicodeScalars)
      && signs.drop { $0 == "@" }.starts(with: " -".unicodeScalars)
  }
}

extension PaperText.Look {
  fileprivate init(_ style: Style) {
    self.init(
      foreground: PaperText.Tone(style.foreground), background: PaperText.Tone(style.background),
      attributes: PaperText.Attributes(rawValue: style.attributes.rawValue))
  }
}

extension PaperText.Tone {
  fileprivate init(_ tint: Tint) {
    self =
      switch tint.meaning {
      case .terminal: .plain
      case .indexed(let number): .indexed(number)
      case .rgb(let value): .rgb(value)
      }
  }
}
