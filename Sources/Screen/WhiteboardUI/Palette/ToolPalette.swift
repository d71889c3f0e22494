import BoardEditor
import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The tool palette: a panel over the left of the canvas that shows the tools, the colour and the
/// width. It is drawn again only if it changes, so it costs nothing while the user draws.
struct ToolPalette: Sendable {
  /// The form that the user chose.
  private(set) var form: PaletteForm
  private(set) var side = Side.left
  /// The place at the left that the palette has left to a pen.
  private var home: CellRect?
  /// The cell of the screen under the pointer; nil if the pointer is not over the palette.
  private var hovered: CellPoint?
  private var shown = Shown()

  /// The palette stands at the left. While a pen comes near, it moves to the right, and disappears
  /// if the pen comes near there as well.
  enum Side: Hashable, Sendable { case left, right, none }

  /// The palette as the screen shows it.
  private struct Shown: Sendable {
    var layout: PaletteLayout?
    var hovered: CellPoint?
    var theme: Theme?
    var frame: Frame?
  }

  init(_ form: PaletteForm) { self.form = form }

  /// Changes to the next form: names, icons, hidden.
  mutating func fold(in view: View, _ requests: Requests) {
    guard view.bars == .all else {
      return requests.notify("Without bars, Easel has no tool palette.")
    }
    guard view.columns >= PaletteLayout.columnsMin else {
      return requests.notify("This screen is too narrow for the tool palette.")
    }
    form = form.next
    hovered = nil
  }

  // MARK: The place on the screen

  /// Nil if the palette is not on the screen.
  var rect: CellRect? { shown.layout?.rect }
  /// Nil if the palette is not on the screen.
  var frame: Frame? { shown.frame }
  var isOnScreen: Bool { rect != nil }

  /// The columns that text paper leaves free for the palette, with a blank after them. Nil while the
  /// palette has moved aside, because the text does not move with it.
  var columnsAtLeft: Int? {
    if form == .hidden { return 0 }
    guard side == .left else { return nil }
    return rect.map { $0.column + $0.columns + 1 } ?? 0
  }

  func contains(_ cell: CellPoint) -> Bool { rect?.contains(cell) ?? false }

  /// Returns the command of a click; nil for an edge or a rule.
  func command(at cell: CellPoint) -> Command? { shown.layout?.command(at: cell) }

  /// Returns a sentence about the element under the pointer; nil if there is none.
  func explanation(_ keymap: Keymap, mayDraw: Bool) -> String? {
    shown.hovered.flatMap {
      shown.layout?.explanation(at: $0, keymap, mayDraw: mayDraw)
    }
  }

  /// Shows the tools of a drawing, unless a film takes its place or the screen has no bars.
  mutating func show(_ drawing: DrawingController, unless isReplay: Bool = false) {
    if isReplay || drawing.surface.view.bars == .none { return shown = Shown() }
    show(
      drawing.editor.tools, available: drawing.recorder.availableTools, in: drawing.panelStyle)
  }

  /// Lays the palette out, and draws it if it changed.
  mutating func show(_ tools: ToolSettings, available: [Tool], in style: PanelStyle) {
    let layout = PaletteLayout(self, tools, available: available, in: style)
    let theme = style.theme
    guard layout != shown.layout || theme != shown.theme || hovered != shown.hovered else { return }
    shown = Shown(
      layout: layout, hovered: hovered, theme: theme,
      frame: layout?.frame(theme, hovered: hovered))
  }

  /// Whether `show` has to be called: the pointer has moved over the palette, or the palette has
  /// moved.
  func differs(from other: ToolPalette) -> Bool {
    hovered != other.hovered || side != other.side || form != other.form
  }

  // MARK: The pointer and the pen

  /// - Returns: whether the pointer is over the palette.
  mutating func followPointer(to cell: CellPoint, isIdle: Bool) -> Bool {
    let isOver = contains(cell)
    hovered = isOver && isIdle ? cell : nil
    return isOver
  }

  /// Moves aside if the pen comes near, so that the user sees the ink.
  mutating func giveWay(to pen: CellPoint) {
    guard let rect, Self.isNear(pen, rect) else { return }
    if side == .left { home = rect }
    side = side == .left ? .right : .none
    hovered = nil
  }

  /// Moves back to the left, unless the keyboard's pen is still there.
  mutating func comeBack(besides pen: CellPoint?) {
    guard side != .left else { return }
    if let pen, let home, Self.isNear(pen, home) { return }
    (side, home) = (.left, nil)
  }

  private static func isNear(_ pen: CellPoint, _ rect: CellRect) -> Bool {
    rect.shrunk(by: -distance).contains(pen)
  }

  /// The number of cells that the palette keeps between itself and a pen.
  private static let distance = 2
}
