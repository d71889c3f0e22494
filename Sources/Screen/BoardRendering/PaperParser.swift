import BoardModel
import CellFrame
import EaselBase

/// Turns raw text, as `git diff --color` or `man` prints it, into paper. Accepts bytes in pieces of
/// any size, and never keeps more text than its limits allow.
///
/// 1. The escape sequences for colours and attributes (SGR) have an effect. All others are dropped,
///    even if they are incomplete or malformed.
/// 2. The division of the bytes among the calls of `feed` has no effect.
public struct PaperParser: Sendable {
  /// The part of the text so far that did not fit.
  public private(set) var cut = PaperCut()

  private var decoder = UTF8Decoder()
  private var escapes = EscapeFilter()
  private var line: PaperLine
  private var lines: [PaperText.Line] = []
  private var style = Style.plain

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
  public func finished() -> PaperText {
    var rest = self
    if rest.decoder.isWithinScalar { rest.handle("\u{FFFD}") }
    if !rest.line.isEmpty { rest.breakLine() }
    return PaperText(lines: rest.lines)
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
    case .nothing: break
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    guard lines.count < Limits.paperRows else {
      cut.rows = Limits.paperRows
      return
    }
    switch scalar {
    case "\n": breakLine()
    case "\r": line.goToStart()
    case "\u{08}": line.goBack()
    case "\t": line.tab(PaperText.Look(style))
    default:
      // Other control characters have no place on paper.
      guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else { return }
      line.write(scalar, PaperText.Look(style))
    }
    if line.wasCut { cut.columns = line.columnsMax }
  }

  private mutating func breakLine() {
    lines.append(PaperText.Line(runs: line.runs))
    line = PaperLine(columnsMax: line.columnsMax)
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
