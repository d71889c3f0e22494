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

public enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 … F24.
  case function(Int)
}

public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let shift = Modifiers(rawValue: 1)
  public static let alt = Modifiers(rawValue: 2)
  public static let control = Modifiers(rawValue: 4)
  /// Set together with Alt if an ESC byte came before the key's own bytes. This ESC may also have
  /// been the key Esc.
  public static let afterEscape = Modifiers(rawValue: 8)
}

public struct MouseEvent: Hashable, Sendable {
  public enum Button: Hashable, Sendable { case left, middle, right }
  public enum Action: Hashable, Sendable {
    case press(Button)
    case drag(Button)
    case release(Button)
    /// A movement without a button. The program requests these events only while it uses them.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  public var action: Action
  public var at: Pointer
  public var modifiers: Modifiers

  public init(_ action: Action, at: Pointer, modifiers: Modifiers = []) {
    self.action = action
    self.at = at
    self.modifiers = modifiers
  }
}

/// The position of the mouse: a cell, and the place within this cell.
public struct Pointer: Hashable, Sendable {
  public var cell: CellPoint
  /// In 1/256 of a cell from its left and upper edge; 128 is the middle.
  public var fractionX: UInt8
  public var fractionY: UInt8
  /// Whether the terminal reports parts of cells. If it does not, the fractions are 128.
  public var isFine: Bool

  public init(
    _ cell: CellPoint, fractionX: UInt8 = 128, fractionY: UInt8 = 128, isFine: Bool = false
  ) {
    self.cell = cell
    self.fractionX = fractionX
    self.fractionY = fractionY
    self.isFine = isFine
  }
}

public enum TerminalAnswer: Hashable, Sendable {
  /// The terminal's own background, `0xRRGGBB` (OSC 11).
  case background(UInt32)
  /// Mouse reports now come in pixels (DECRQM 1016, and TIOCGWINSZ gives pixels).
  case pixelMouse
  /// The size of one cell in pixels, as far as it is known.
  case cellPixels(width: Int, height: Int)
}
