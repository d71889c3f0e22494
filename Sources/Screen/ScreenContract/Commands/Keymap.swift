import CellFrame
import EaselBase

/// The command of each key while no sheet is open and the user types no text.
package struct Keymap: Hashable, Sendable {
  /// The user's own keys, which come before the built-in ones; nil for a key without a command.
  private let own: [KeyStroke: Command?]

  /// Creates the built-in keys.
  package init() { own = [:] }

  private init(own: [KeyStroke: Command?]) { self.own = own }

  /// The number of the user's own keys.
  package var ownCount: Int { own.count }

  /// A fault in the user's own keys.
  package enum Fault: Error, Hashable, Sendable {
    case noSuchKey
    /// Easel needs the key itself; the value says for what.
    case reserved(String)
    /// No command has this name; the value is a similar name.
    case noSuchCommand(nearest: String?)
    /// Another line gives the same key a command.
    case clash
  }

  /// Gives a key another command.
  ///
  /// - Parameters:
  ///   - key: a character, `ctrl-` and a letter, `f1` … `f24`, or a name such as `home`.
  ///   - command: a name of `commandNames`, or `none`.
  package mutating func assign(_ key: String, to command: String) throws(Fault) {
    let stroke = try KeyStroke(named: key)
    guard !own.keys.contains(stroke) else { throw .clash }
    var changed = own
    if command == Self.none {
      changed.updateValue(nil, forKey: stroke)
    } else if let named = CommandList.command(named: command) {
      changed.updateValue(named, forKey: stroke)
    } else {
      throw .noSuchCommand(nearest: nearest(to: command, among: Self.commandNames))
    }
    self = Keymap(own: changed)
  }

  /// The name for a key without a command.
  package static let none = "none"
  /// The names of all commands that a key can have.
  static let commandNames = CommandList.all.map(\.name) + [none]

  package func command(_ key: Key, _ modifiers: Modifiers) -> Command? {
    let stroke = KeyStroke(key, isControl: modifiers.contains(.control))
    if let mine = own[stroke] { return mine }
    return Self.builtIn[stroke]
  }

  /// Returns the key to show beside a command; empty if it has none.
  package func name(of command: Command) -> String {
    let mine = own.filter { $0.value == command }.keys.map(\.shortName)
    if let first = mine.min() { return first }
    let stroke = Self.table.first { $0.command == command && !own.keys.contains($0.stroke) }?.stroke
    if stroke == nil, command == .quit { return name(of: .copyOrQuit) }
    return stroke?.shortName ?? ""
  }

  /// Every built-in key. If a command has several keys, lists show the first.
  static let table = toolKeys + letters + controls + named

  private static let toolKeys: [(stroke: KeyStroke, command: Command)] =
    Tool.allCases.map { (KeyStroke(.character($0.key)), .tool($0)) }
    + ToolSettings.widths.map { (KeyStroke(.character(Character(String($0)))), .width($0)) }

  private static let letters: [(stroke: KeyStroke, command: Command)] = strokes([
    ("c", .show(.colors)), ("f", .toggleFill), ("z", .toggleConstraint), (";", .toggleGuides),
    ("[", .thinner), ("]", .thicker),
    ("u", .undo), ("U", .redo), ("R", .restore),
    ("C", .clear), ("N", .show(.newSession)), ("B", .show(.boards)), ("E", .show(.export)),
    ("T", .show(.themes)), ("V", .replay(.open)), ("n", .show(.notices)), ("M", .toggleMouse),
    ("?", .show(.help)),
    (":", .show(.commands)),
    ("#", .toggleLineNumbers), ("+", .zoomIn), ("=", .zoomIn), ("-", .zoomOut), ("0", .fit),
    ("9", .fill),
    ("y", .selection(.copy)), ("x", .selection(.cut)), ("v", .selection(.paste)),
    ("A", .show(.arrange)), ("W", .show(.picture)), ("D", .selection(.duplicate)),
    ("{", .selection(.toBack)),
    ("}", .selection(.toFront)),
    ("q", .quit),
    ("S", .session(.share)), ("I", .show(.invite)), ("P", .show(.people)),
    ("Q", .show(.leaving)), ("F", .session(.toggleFollow)), ("!", .session(.lookHere)),
    ("\"", .session(.speak)), ("'", .session(.speak)), ("<", .session(.previousBoard)),
  ])

  private static let controls: [(stroke: KeyStroke, command: Command)] = strokes(
    [
      ("k", .show(.commands)), ("a", .selection(.selectAll)), ("c", .copyOrQuit),
      ("d", .selection(.duplicate)), ("f", .search(.open)),
      ("g", .selection(.toggleGroup)), ("l", .redraw), ("r", .redo),
      ("s", .show(.export)), ("v", .selection(.paste)),
      ("x", .selection(.cut)), ("y", .redo), ("z", .undo),
    ], isControl: true)

  private static let named: [(stroke: KeyStroke, command: Command)] = [
    (KeyStroke(.delete), .selection(.delete)), (KeyStroke(.backspace), .selection(.delete)),
    (KeyStroke(.home), .home), (KeyStroke(.end), .end), (KeyStroke(.pageUp), .pageUp),
    (KeyStroke(.pageDown), .pageDown), (KeyStroke(.tab), .foldPalette),
    (KeyStroke(.backTab), .foldPalette), (KeyStroke(.function(1)), .show(.help)),
  ]

  private static func strokes(
    _ keys: [(Character, Command)], isControl: Bool = false
  ) -> [(stroke: KeyStroke, command: Command)] {
    keys.map { (KeyStroke(.character($0.0), isControl: isControl), $0.1) }
  }

  private static let builtIn = Dictionary(table.map { ($0.stroke, $0.command) }) { first, _ in
    first
  }
}

/// A key with or without Ctrl.
struct KeyStroke: Hashable, Sendable {
  package let key: Key
  let isControl: Bool

  /// A terminal sends the same byte for Ctrl with a capital and with a small letter.
  init(_ key: Key, isControl: Bool = false) {
    self.isControl = isControl
    if isControl, case .character(let letter) = key {
      self.key = .character(letter.lowercased().first ?? letter)
    } else {
      self.key = key
    }
  }

  /// The name in bars and lists, such as `u`, `^A` or `Home`.
  var shortName: String {
    switch key {
    case .character(" "): "Space"
    case .character(let letter): isControl ? "^\(letter.uppercased())" : String(letter)
    case .function(let number): "F\(number)"
    default: Self.names.first { $0.key == key }?.shown ?? ""
    }
  }

  fileprivate static let names: [(name: String, key: Key, shown: String)] = [
    ("delete", .delete, "Del"), ("backspace", .backspace, "Backspace"), ("insert", .insert, "Ins"),
    ("home", .home, "Home"), ("end", .end, "End"), ("page-up", .pageUp, "PgUp"),
    ("page-down", .pageDown, "PgDn"), ("tab", .tab, "Tab"), ("back-tab", .backTab, "Shift-Tab"),
  ]

  /// Reads a key of the settings: a character, `ctrl-` and a letter, `f1` … `f24`, or a name such as
  /// `home`.
  init(named text: String) throws(Keymap.Fault) {
    if text.count == 1, let character = text.first {
      if character == " " || Direction(.character(character)) != nil {
        throw .reserved("it moves or sets down the keyboard's pen")
      }
      self.init(.character(character))
      return
    }
    let lower = text.lowercased()
    if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isLetter,
      letter.isASCII
    {
      if let same = Self.sameByte[letter] { throw .reserved("terminals send it as \(same)") }
      if letter == "c" { throw .reserved("it copies the selection, or quits") }
      self.init(.character(letter), isControl: true)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...24).contains(number) {
      self.init(.function(number))
    } else if let named = Self.names.first(where: { $0.name == lower }) {
      self.init(named.key)
    } else {
      throw .noSuchKey
    }
  }

  private static let sameByte: [Character: String] = [
    "h": "Backspace", "i": "Tab", "j": "Enter", "m": "Enter",
  ]
}
