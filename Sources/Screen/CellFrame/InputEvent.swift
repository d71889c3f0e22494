/// An event that a terminal sends to its program.
public enum InputEvent: Hashable, Sendable {
  case key(Key, Modifiers = [])
  case mouse(MouseEvent)
  /// The text of a bracketed paste, unchanged.
  case paste(String)
  case resize(columns: Int, rows: Int)
  /// An answer to a question asked at the start.
  case answer(TerminalAnswer)
}

/// A key of the keyboard, without the modifiers held with it.
public enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 … F24.
  case function(Int)
}

/// The modifier keys that were held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each modifier, from Shift in the lowest bit to `afterEscape` in the fourth.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// The Alt or Meta key; a terminal may send it as ESC before the key's own bytes.
  public static let alt = Modifiers(rawValue: 2)
  /// The Control key.
  public static let control = Modifiers(rawValue: 4)
  /// Set together with Alt if an ESC byte came before the key's own bytes. This ESC may also have
  /// been the key Esc.
  public static let afterEscape = Modifiers(rawValue: 8)
}

/// One report of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: Hashable, Sendable { case left, middle, right }
  /// The action that the mouse reports.
  public enum Action: Hashable, Sendable {
    case press(Button)
    case drag(Button)
    case release(Button)
    /// A movement without a button. The program requests these events only while it uses them.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// The action, with its button if it has one.
  public var action: Action
  /// The position at which it happened.
  public var at: Pointer
  /// The modifier keys that were held at this time.
  public var modifiers: Modifiers

  /// Creates a report.
  public init(_ action: Action, at: Pointer, modifiers: Modifiers = []) {
    self.action = action
    self.at = at
    self.modifiers = modifiers
  }
}

/// The position of the mouse: a cell, and the place within this cell.
public struct Pointer: Hashable, Sendable {
  /// The cell under the mouse.
  public var cell: CellPoint
  /// The distance from the cell's left edge, in 1/256 of its width; 128 is the middle.
  public var fractionX: UInt8
  /// The distance from the cell's upper edge, in 1/256 of its height; 128 is the middle.
  public var fractionY: UInt8
  /// Whether the terminal reports parts of cells. If it does not, the fractions are 128.
  public var isFine: Bool

  /// Creates a position, by default the middle of a cell.
  public init(
    _ cell: CellPoint, fractionX: UInt8 = 128, fractionY: UInt8 = 128, isFine: Bool = false
  ) {
    self.cell = cell
    self.fractionX = fractionX
    self.fractionY = fractionY
    self.isFine = isFine
  }
}

/// A terminal's answer about its own abilities and look.
public enum TerminalAnswer: Hashable, Sendable {
  /// The terminal's own background, `0xRRGGBB` (OSC 11).
  case background(UInt32)
  /// From now on, mouse reports come in pixels. The terminal knows mode 1016, and the size of a
  /// cell is known.
  case pixelMouse
  /// The size of one cell in pixels, as far as it is known.
  case cellPixels(width: Int, height: Int)
  /// From now on, the screen has direct colour.
  case directColor
}
