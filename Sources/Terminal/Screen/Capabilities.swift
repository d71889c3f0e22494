import CNcurses
import Rendering

/// What a terminfo entry says about showing cells.
///
/// Strings are without their padding: it made printing terminals wait, and Easel waits for nobody.
struct Capabilities: Sendable {
  /// Move to a row and a column; every other string may be missing.
  let move: [UInt8]
  let begin: [UInt8]
  let end: [UInt8]
  let clear: [UInt8]?
  let clearToEndOfLine: [UInt8]?
  let showCursor: [UInt8]?
  let hideCursor: [UInt8]?
  let wrapOn: [UInt8]?
  let wrapOff: [UInt8]?
  let ink: [UInt8]?
  let ground: [UInt8]?
  /// Back to the terminal's own two colours; nil where it has none that can be asked for.
  let ownColors: [UInt8]?
  /// Ends all attributes.
  let plain: [UInt8]
  let attributes: [(attribute: Style.Attributes, on: [UInt8])]
  /// Attributes that cannot be had together with colours.
  let uncolored: Style.Attributes
  /// Whether a move and an SGR sequence are those of ECMA-48, which have shorter forms.
  let movesByStandard: Bool
  let stylesByStandard: Bool
  /// Whether erased cells take the ground that is written with.
  let erasesInGround: Bool
  /// Whether the cursor may be moved while it writes with attributes.
  let movesStyled: Bool
  /// Whether cells can be coloured.
  let hasColors: Bool
  /// What happens behind the last column of a row.
  let margin: Margin

  enum Margin: Sendable {
    /// The cursor stays where it is.
    case stays
    /// It waits there, and goes to the next row with the next glyph.
    case waits
    /// It goes to the next row at once; at the end of the last one everything scrolls.
    case goes
  }

  /// Of the entry that is open; nil where the cursor cannot be moved.
  init?() {
    guard let move = Self.text("cup") else { return nil }
    self.move = move
    begin = (Self.text("smcup") ?? []) + (Self.text("smkx") ?? [])
    end = (Self.text("rmkx") ?? []) + (Self.text("rmcup") ?? []) + [UInt8(ascii: "\r")]
    clear = Self.text("clear")
    clearToEndOfLine = Self.text("el")
    showCursor = Self.text("cnorm")
    hideCursor = Self.text("civis")
    wrapOn = Self.text("smam")
    wrapOff = Self.text("rmam")
    ink = Self.text("setaf")
    ground = Self.text("setab")
    ownColors = Self.text("op")
    plain = Self.text("sgr0") ?? []
    movesByStandard = move == Self.standardMove
    stylesByStandard =
      movesByStandard && plain.contains(UInt8(ascii: "m"))
      && (ownColors == nil || ownColors == Self.standardColors)
    erasesInGround = tigetflag("bce") > 0
    movesStyled = tigetflag("msgr") > 0
    margin = tigetflag("am") <= 0 ? .stays : tigetflag("xenl") > 0 ? .waits : .goes
    // Attributes that take a cell of their own on the screen would move everything beside them.
    let takesCells = tigetnum("xmc") >= 0
    hasColors = !takesCells && ink != nil && ground != nil
    attributes =
      takesCells
      ? []
      : Self.names.compactMap { name, attribute, _ in
        Self.text(name).map { (attribute, $0) }
      }
    let mask = Int(tigetnum("ncv"))
    uncolored = Style.Attributes(
      Self.names.filter { mask > 0 && mask & $0.bit != 0 }.map(\.attribute))
  }

  /// In terminfo, and as `ncv` counts them.
  private static let names: [(name: String, attribute: Style.Attributes, bit: Int)] = [
    ("bold", .bold, 32), ("dim", .dim, 16), ("sitm", .italic, 32_768), ("smul", .underline, 2),
    ("rev", .reverse, 4),
  ]
  private static let standardMove = Array("\u{1B}[%i%p1%d;%p2%dH".utf8)
  private static let standardColors = Array("\u{1B}[39;49m".utf8)

  private static func text(_ name: String) -> [UInt8]? {
    TerminalEntry.text(name).map(withoutPadding)
  }

  /// Padding is `$<50>`, a number of milliseconds with perhaps `*` and `/` behind it.
  static func withoutPadding(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    var kept: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
      }
    }
    return kept
  }

  /// A string with its parameters in place.
  static func expand(_ text: [UInt8], _ first: Int, _ second: Int = 0) -> [UInt8] {
    let expanded = (text + [0]).withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { easel_expand($0.baseAddress, first, second) }
    }
    return expanded.map { Array(String(cString: $0).utf8) } ?? []
  }
}
