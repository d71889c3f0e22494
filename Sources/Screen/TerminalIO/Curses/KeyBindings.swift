import CEaselNcurses
import CellFrame

/// The meanings of ncurses' key codes. ncurses has its own codes for the keys that terminfo names.
/// Easel adds codes for further sequences with `define_key`.
struct KeyBindings {
  /// A sequence whose beginning is bound; the rest holds its parameters.
  enum Prefix: CaseIterable, Sendable {
    /// ESC [ <, mouse reports in decimal numbers (modes 1006 and 1016).
    case mouse
    /// ESC [ M, mouse reports in three bytes.
    case oldMouse
    /// ESC [ ?, answers to queries.
    case answer
    /// ESC ], an operating system command, which answers a question about a colour.
    case string

    var sequence: String {
      switch self {
      case .mouse: "\u{1B}[<"
      case .oldMouse: "\u{1B}[M"
      case .answer: "\u{1B}[?"
      case .string: "\u{1B}]"
      }
    }

    var isMouse: Bool { self == .mouse || self == .oldMouse }
  }

  enum Meaning {
    case press(KeyPress)
    case prefix(Prefix)
  }

  private var own: [Meaning] = []

  /// The first key code of Easel. It lies above the codes of ncurses, which uses codes from KEY_MAX
  /// on for terminfo's extended names.
  private static let firstOwn: Int32 = 0x4000

  /// Binds keys on the screen that is open.
  ///
  /// - Parameter hasMouse: whether the terminal reports the mouse. If not, ESC [ M may be a
  ///   function key, so it is not bound.
  init(hasMouse: Bool) {
    bindExtendedNames()
    for key in Self.lettered { bindForms(of: key.key, letter: key.letter) }
    for key in Self.numbered { bindForms(of: key.key, number: key.number) }
    bindRxvtForms()
    bindKeypad()
    for prefix in Prefix.allCases where hasMouse || !prefix.isMouse {
      bind(prefix.sequence, .prefix(prefix))
    }
  }

  /// Returns the meaning of a key code; nil for a key that has no meaning in Easel.
  func meaning(of code: Int32) -> Meaning? {
    let index = Int(code - Self.firstOwn)
    if own.indices.contains(index) { return own[index] }
    if (KEY_F0 + 1...KEY_F0 + 63).contains(code) {
      return .press(KeyPress(.function(Int(code - KEY_F0))))
    }
    return Self.named[code].map { .press($0) }
  }

  private static let named: [Int32: KeyPress] = [
    KEY_UP: KeyPress(.up), KEY_DOWN: KeyPress(.down), KEY_LEFT: KeyPress(.left),
    KEY_RIGHT: KeyPress(.right), KEY_HOME: KeyPress(.home), KEY_END: KeyPress(.end),
    KEY_LL: KeyPress(.end), KEY_FIND: KeyPress(.home), KEY_SELECT: KeyPress(.end),
    KEY_PPAGE: KeyPress(.pageUp), KEY_NPAGE: KeyPress(.pageDown), KEY_IC: KeyPress(.insert),
    KEY_DC: KeyPress(.delete), KEY_BACKSPACE: KeyPress(.backspace), KEY_ENTER: KeyPress(.enter),
    KEY_BTAB: KeyPress(.backTab), KEY_SR: KeyPress(.up, .shift), KEY_SF: KeyPress(.down, .shift),
    KEY_SLEFT: KeyPress(.left, .shift), KEY_SRIGHT: KeyPress(.right, .shift),
    KEY_SHOME: KeyPress(.home, .shift), KEY_SEND: KeyPress(.end, .shift),
    KEY_SPREVIOUS: KeyPress(.pageUp, .shift), KEY_SNEXT: KeyPress(.pageDown, .shift),
    KEY_SIC: KeyPress(.insert, .shift), KEY_SDC: KeyPress(.delete, .shift),
  ]

  /// Keys whose ECMA-48 sequence ends with a letter, and the names of these keys in terminfo.
  private static let lettered: [(key: Key, letter: String, name: String)] = [
    (.up, "A", "UP"), (.down, "B", "DN"), (.right, "C", "RIT"), (.left, "D", "LFT"),
    (.end, "F", "END"), (.home, "H", "HOM"), (.function(1), "P", ""), (.function(2), "Q", ""),
    (.function(3), "R", ""), (.function(4), "S", ""),
  ]

  /// Keys whose sequence ends with a number and `~`.
  private static let numbered: [(key: Key, number: Int, name: String)] =
    [
      (.home, 1, ""), (.insert, 2, "IC"), (.delete, 3, "DC"), (.end, 4, ""), (.pageUp, 5, "PRV"),
      (.pageDown, 6, "NXT"), (.home, 7, ""), (.end, 8, ""),
    ]
    + [11...15, 17...21, 23...26, 28...29, 31...34].joined().enumerated().map {
      (.function($0.offset + 1), $0.element, "")
    }

  /// Modifiers as xterm counts them: one more than the sum of Shift 1, Alt 2, Ctrl 4 and Meta 8.
  /// Meta has no meaning here.
  private static let modified = 1...16

  /// Binds the keys with modifiers that a terminfo entry describes by non-standard names. For
  /// example, `kUP5` is Ctrl with the upward arrow, and `kUP` is Shift with the upward arrow.
  private mutating func bindExtendedNames() {
    let names =
      Self.lettered.map { ($0.key, $0.name) } + Self.numbered.map { ($0.key, $0.name) }
    for (key, name) in names where !name.isEmpty {
      for modifier in 2...8 {
        let number = modifier == 2 ? "" : String(modifier)
        let sequence = TerminalEntry.text("k\(name)\(number)")
        guard !sequence.isEmpty else { continue }
        let press = KeyPress(key, Modifiers(parameter: modifier))
        bind(String(decoding: sequence, as: UTF8.self), .press(press))
      }
    }
  }

  /// Binds the forms that xterm and similar terminals send, even if their terminfo entry lacks
  /// them.
  private mutating func bindForms(of key: Key, letter: String) {
    // Some entries call these two forms of an arrow the arrow with Shift.
    bind("\u{1B}[" + letter, .press(KeyPress(key)))
    bindIfFree("\u{1B}O" + letter, .press(KeyPress(key)))
    for modifier in Self.modified {
      let press = Meaning.press(KeyPress(key, Modifiers(parameter: modifier)))
      bind("\u{1B}[1;\(modifier)\(letter)", press)
      bindIfFree("\u{1B}O\(modifier)\(letter)", press)
    }
  }

  private mutating func bindForms(of key: Key, number: Int) {
    bindIfFree("\u{1B}[\(number)~", .press(KeyPress(key)))
    for modifier in Self.modified {
      let press = KeyPress(key, Modifiers(parameter: modifier))
      bind("\u{1B}[\(number);\(modifier)~", .press(press))
    }
  }

  /// Binds the sequences that rxvt sends for keys with modifiers. Its terminfo entry has only some
  /// of them.
  private mutating func bindRxvtForms() {
    for key in Self.numbered {
      for (last, modifiers) in [
        ("$", Modifiers.shift), ("^", .control), ("@", [.shift, .control]),
      ] { bindIfFree("\u{1B}[\(key.number)\(last)", .press(KeyPress(key.key, modifiers))) }
    }
    for key in Self.lettered.prefix(4) {
      bindIfFree("\u{1B}[\(key.letter.lowercased())", .press(KeyPress(key.key, .shift)))
      bindIfFree("\u{1B}O\(key.letter.lowercased())", .press(KeyPress(key.key, .control)))
    }
  }

  /// Binds the sequences of a keypad to the characters printed on its keys. The code of the
  /// character is the last byte minus 64.
  private mutating func bindKeypad() {
    for last in UInt8(ascii: "j")...UInt8(ascii: "y") {
      let sign = Character(Unicode.Scalar(last - 64))
      bind("\u{1B}O\(Character(Unicode.Scalar(last)))", .press(KeyPress(.character(sign))))
    }
    for (last, key) in [
      ("X", Key.character("=")), (" ", .character(" ")), ("I", .tab), ("M", .enter),
    ] { bindIfFree("\u{1B}O\(last)", .press(KeyPress(key))) }
    bindIfFree("\u{1B}[Z", .press(KeyPress(.backTab)))
    // Some terminfo entries give this byte to Delete, but the key on the keyboard is Backspace.
    bind("\u{7F}", .press(KeyPress(.backspace)))
  }

  /// Binds a sequence that terminfo gives to no key, or only to a key that Easel does not use.
  private mutating func bindIfFree(_ sequence: String, _ meaning: Meaning) {
    let code = key_defined(sequence)
    if code == 0 || code > 0 && self.meaning(of: code) == nil { bind(sequence, meaning) }
  }

  private mutating func bind(_ sequence: String, _ meaning: Meaning) {
    if define_key(sequence, Self.firstOwn + Int32(own.count)) == OK { own.append(meaning) }
  }
}
