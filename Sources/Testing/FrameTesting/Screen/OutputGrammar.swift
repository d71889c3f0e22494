/// An allow-list of the sequences that Easel may write to a terminal.
///
/// Even with hostile boards, papers, themes and scripts, these sequences can only draw, and switch
/// modes that the program restores. The list has no title, clipboard, notification or device
/// string, with these exceptions: the question for the background colour, the two questions about
/// direct colour, the commands for tiles of ink, and the clipboard if the test expects a copy.
public struct OutputGrammar: Sendable {
  /// Allows OSC 52, which Easel sends only after the viewer copied something.
  public var allowsClipboard: Bool
  /// Allows the bell, which Easel rings when a person asks to join, shares a board or shows a film.
  public var allowsBell: Bool

  /// Creates the list; allows the clipboard or the bell only if the test expects a copy or a ring.
  public init(allowsClipboard: Bool = false, allowsBell: Bool = false) {
    (self.allowsClipboard, self.allowsBell) = (allowsClipboard, allowsBell)
  }

  private static let bell: UInt8 = 7

  /// The C0 controls besides the bell. Shift in (15) is allowed, because many terminals end
  /// attributes with it.
  private static let controls: Set<UInt8> = [8, 9, 10, 13, 15]

  /// The sequences that ncurses draws with: moving, erasing, inserting, repeating; SGR; the
  /// scrolled region.
  private static let kinds: Set<String> = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "P", "S", "T", "X", "Z",
    "@", "`", "a", "b", "d", "e", "f", "m", "r",
  ]

  /// Cursor keys, wrap, cursor blink and visibility, alternate screens, mouse, paste, synchronised
  /// output.
  private static let modes: Set<Int> = [
    1, 7, 9, 12, 25, 47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1034, 1047,
    1048, 1049, 2004, 2026,
  ]

  /// Save and restore the cursor, keypad, line moves, the end of a string. The usual character set; also the
  /// line-drawing set as G1, to which the program never switches.
  private static let escapes: Set<String> = ["7", "8", "=", ">", "M", "D", "E", "(B", ")0", "\\"]

  /// Returns every token outside the list, as text for a report.
  public func violations(in tokens: [TerminalOutputToken]) -> [String] {
    tokens.filter { !allows($0) }.map { String(describing: $0) }
  }

  private func allows(_ token: TerminalOutputToken) -> Bool {
    switch token {
    case .text(let scalar): scalar.isHarmless
    case .control(let byte):
      Self.controls.contains(byte) || allowsBell && byte == Self.bell
    case .escape(let intermediates, let final):
      Self.escapes.contains(String(decoding: intermediates + [final], as: UTF8.self))
    case .csi(let sequence): allows(sequence)
    case .string(UInt8(ascii: "]"), let content): allows(osc: content)
    case .string(UInt8(ascii: "P"), let content):
      ["$qm", "+q524742"].contains { content.elementsEqual($0.utf8) }
    case .string(UInt8(ascii: "_"), let content): Self.allows(image: content)
    case .string: false
    case .malformed: false
    }
  }

  private func allows(_ sequence: ControlSequence) -> Bool {
    switch sequence.kind {
    case "?h", "?l": sequence.parameters.allSatisfy { Self.modes.contains(Int($0) ?? -1) }
    // Insert mode (4), and the mode with which GNU screen shows the cursor (34).
    case "h", "l": sequence.parameters == ["4"] || sequence.parameters == ["34"]
    // The Linux console's cursor.
    case "?c": sequence.parameters == ["0"] || sequence.parameters == ["1"]
    // The questions at the start: modes, name, primary attributes, cell and window size.
    case "?$p": true
    case ">q": sequence.parameters == ["0"]
    case "c": sequence.number(0, default: 0) == 0
    case "t": ["14", "16", "18", "22", "23"].contains(sequence.parameters.first)
    default: Self.kinds.contains(sequence.kind)
    }
  }

  /// The commands for images, with `#` in place of each number, and without the bytes of an image.
  private static let imageCommands: Set<String> = [
    "Gm=#,q=#", "Gi=#,s=#,v=#,a=q,t=d,f=#", "Ga=t,f=#,i=#,q=#,m=#", "Gq=#,m=#",
    "Ga=p,i=#,p=#,c=#,r=#,z=#,C=#,q=#", "Ga=d,d=i,i=#,p=#,q=#", "Ga=d,d=A,q=#",
  ]

  private static func allows(image content: [UInt8]) -> Bool {
    let parts = content.split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    var shape = ""
    for character in String(decoding: parts[0], as: UTF8.self) {
      let isDigit = "0"..."9" ~= character
      if !isDigit || shape.last != "#" { shape.append(isDigit ? "#" : character) }
    }
    return imageCommands.contains(shape) && (parts.count < 2 || isBase64(parts[1]))
  }

  private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
    let base64 = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
    return bytes.allSatisfy(base64.contains)
  }

  private func allows(osc content: [UInt8]) -> Bool {
    if content.elementsEqual("11;?".utf8) { return true }
    guard allowsClipboard, content.starts(with: "52;c;".utf8) else { return false }
    return Self.isBase64(content.dropFirst(5))
  }
}

extension Unicode.Scalar {
  /// True unless the scalar is a C1 control or changes the layout of its neighbours.
  fileprivate var isHarmless: Bool {
    if value == 0x200D { return true }  // joins emoji; the SafeText tests check that
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default: return true
    }
  }
}
