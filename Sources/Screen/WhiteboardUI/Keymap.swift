import CellFrame

/// Maps keys to commands while no sheet is open and the user types no text.
enum Keymap {
  static func command(_ key: Key, _ modifiers: Modifiers) -> Command? {
    switch key {
    case .character(let character):
      modifiers.contains(.control) ? control(character) : plain(character)
    case .delete, .backspace: .selection(.delete)
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .tab, .backTab: .show(.menu)
    case .function(1): .show(.help)
    default: nil
    }
  }

  private static func plain(_ character: Character) -> Command? {
    if let tool = Tool.allCases.first(where: { $0.key == character }) { return .tool(tool) }
    if let width = character.wholeNumberValue, ToolSettings.widths.contains(width) {
      return .width(width)
    }
    return table.first { $0.key == character }?.command
  }

  /// Maps the letters with Ctrl that terminals can distinguish from Tab, Enter, Esc and Backspace.
  static func control(_ character: Character) -> Command? {
    switch character {
    case "a", "A": .selection(.selectAll)
    case "c", "C": .quit
    case "d", "D": .selection(.duplicate)
    case "l", "L": .redraw
    case "r", "R": .redo
    case "v", "V": .selection(.paste)
    case "x", "X": .selection(.cut)
    case "z", "Z": .suspend
    default: nil
    }
  }

  static let table: [(key: Character, command: Command)] = [
    ("c", .show(.palette)), ("f", .toggleFill), ("z", .toggleConstraint),
    ("[", .thinner), ("]", .thicker),
    ("u", .undo), ("U", .redo), ("R", .restore),
    ("C", .clear), ("N", .show(.newSession)), ("B", .show(.boards)), ("E", .show(.export)),
    ("T", .show(.themes)), ("n", .show(.notices)), ("M", .toggleMouse), ("?", .show(.help)),
    ("+", .zoomIn), ("=", .zoomIn), ("-", .zoomOut), ("0", .fit), ("9", .fill),
    ("y", .selection(.copy)), ("x", .selection(.cut)), ("v", .selection(.paste)),
    ("D", .selection(.duplicate)),
    ("q", .quit),
    ("S", .session(.share)), ("I", .show(.invite)), ("P", .show(.people)),
    ("Q", .show(.leaving)), ("F", .session(.toggleFollow)), ("!", .session(.lookHere)),
    ("\"", .session(.speak)), ("'", .session(.speak)), ("<", .session(.previousBoard)),
  ]

  /// Returns the key to show beside a command; empty if it has none.
  static func name(of command: Command) -> String {
    switch command {
    case .tool(let tool): return String(tool.key)
    case .show(.menu): return "Tab"
    case .home: return "Home"
    case .end: return "End"
    case .selection(.selectAll): return "^A"
    case .redraw: return "^L"
    case .suspend: return "^Z"
    case .selection(.delete): return "Del"
    default: return table.first { $0.command == command }.map { String($0.key) } ?? ""
    }
  }
}
