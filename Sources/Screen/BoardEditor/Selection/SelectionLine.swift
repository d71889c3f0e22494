import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The line above the bottom bar that shows the properties of the selection. Its pieces are buttons.
/// It stands only in cells without ink. It is drawn again only if it changes.
package struct SelectionLine: Sendable {
  /// The line as the screen shows it; nil if it is not on the screen.
  package private(set) var shown: Shown?

  package struct Shown: Hashable, Sendable {
    /// The first cell on the screen.
    package let at: CellPoint
    package let frame: Frame
    fileprivate let layout: BarLayout
    fileprivate let content: Content
  }

  fileprivate struct Content: Hashable, Sendable {
    let look: SelectionLook
    let style: PanelStyle
    let room: Range<Int>
  }

  /// The fewest free columns in which the line appears.
  private static let columnsMin = 24

  /// Lays the line out, and draws it if it changed.
  ///
  /// - Parameters:
  ///   - look: the look of the selection; without any shape, the line disappears.
  ///   - room: the columns without ink in the last row of the canvas.
  package mutating func show(_ look: SelectionLook, in room: Range<Int>, _ style: PanelStyle) {
    guard look.count > 0, style.mayDraw, room.count >= Self.columnsMin else { return shown = nil }
    let content = Content(look: look, style: style, room: room)
    guard shown?.content != content else { return }
    let layout = BarLayout(content.groups, folds: Content.folds, columns: room.count)
    let end = layout.placedPieces.map(\.columns.upperBound).max() ?? 0
    let columns = min(end + 1, room.count)
    var frame = Frame(columns: columns, rows: 1)
    frame.replace(row: 0, by: Array(layout.cells(style.theme).prefix(columns)))
    let row = style.canvas.row + style.canvas.rows - 1
    shown = Shown(
      at: CellPoint(column: room.lowerBound, row: row), frame: frame, layout: layout,
      content: content)
  }

  package func contains(_ cell: CellPoint) -> Bool {
    guard let shown, cell.row == shown.at.row else { return false }
    return (0..<shown.frame.columns).contains(cell.column - shown.at.column)
  }

  /// Returns the command of a click; nil between two buttons.
  package func command(at cell: CellPoint) -> Command? {
    guard let shown, contains(cell) else { return nil }
    return shown.layout.piece(at: cell.column - shown.at.column)?.command
  }
}

/// The values on which the look of a panel over the canvas depends.
package struct PanelStyle: Hashable, Sendable {
  /// The place of the canvas on the screen.
  package let canvas: CellRect
  package let chrome: Chrome
  package let theme: Theme
  package let keymap: Keymap
  package let mayDraw: Bool
}

extension SelectionLine.Content {
  /// The order in which the groups become narrower: the actions lose their words first.
  static let folds = [5, 4, 9, 10, 6, 7, 3, 2, 5, 1, 4, 3, 8]

  var groups: [BarGroup] {
    [
      BarGroup([[BarPiece(look.name(style.chrome), .title)]]), color, sizes, fill, line, order,
      arrange, group, next, action(.duplicate, "duplicate"), action(.delete, "delete"),
    ]
  }

  private func key(_ command: Command) -> String { style.keymap.name(of: command) }

  /// Returns a button: its key, and its words after the key.
  private func button(_ words: String, _ command: Command) -> [BarPiece] {
    let key = key(command)
    guard !key.isEmpty else { return [BarPiece(words, command)] }
    return [BarPiece(key, .key, command)] + (words.isEmpty ? [] : [BarPiece(" " + words, command)])
  }

  private func action(_ command: SelectionCommand, _ words: String) -> BarGroup {
    BarGroup([button(words, .selection(command)), button("", .selection(command))])
  }

  /// The arrows make the next shape.
  private var next: BarGroup {
    guard look.hasNext else { return BarGroup([]) }
    let signs = style.chrome.moreInk
    let arrows = [
      (signs.left, Direction.left), (signs.above, .up), (signs.below, .down), (signs.right, .right),
    ].map { BarPiece(" " + $0, .selection(.next($1))) }
    return BarGroup([button("next", .show(.arrange)) + arrows, []])
  }

  private var group: BarGroup {
    if look.isGroup { return action(.toggleGroup, "ungroup") }
    return look.count > 1 && look.kind == nil ? action(.toggleGroup, "group") : BarGroup([])
  }

  /// The button that brings several things into line.
  private var arrange: BarGroup {
    guard look.count > 1, look.kind == nil else { return BarGroup([]) }
    return BarGroup([button("align", .show(.arrange)), button("", .show(.arrange))])
  }

  private var color: BarGroup {
    guard look.color != .none else { return BarGroup([]) }
    let colors = Command.show(.colors)
    let swatch = look.color.value.map {
      [BarPiece(" ", colors), BarPiece(style.chrome.swatch, swatch: $0, colors)]
    }
    let name = look.color.value?.name ?? "mixed colours"
    let short = button("", colors) + (swatch ?? [BarPiece(" mixed", colors)])
    return BarGroup([button("", colors) + (swatch ?? []) + [BarPiece(" " + name, colors)], short])
  }

  /// The width of the lines, or the size of the letters if there are no lines.
  private var sizes: BarGroup {
    func steps(_ text: String, _ less: Command, _ more: Command) -> [BarPiece] {
      [
        BarPiece(key(.thinner), .key, less), BarPiece(text, .bar),
        BarPiece(key(.thicker), .key, more),
      ]
    }
    if look.width != .none {
      let width = look.width.value.map(String.init) ?? "mixed"
      return BarGroup([
        steps(" width \(width) ", .thinner, .thicker), steps(width, .thinner, .thicker),
      ])
    }
    guard look.letterSize != .none else { return BarGroup([]) }
    let size = look.letterSize.value.map { "\($0) letters" } ?? "mixed letters"
    return BarGroup([
      steps(" \(size) ", .letterSize(.normal), .letterSize(.large)),
      steps(" ", .letterSize(.normal), .letterSize(.large)),
    ])
  }

  private var fill: BarGroup {
    guard look.fill != .none else { return BarGroup([]) }
    let state = look.fill.value.map { $0 ? "filled" : "outlined" } ?? "mixed fill"
    let tone = look.strokeLook.contains(.solid) ? "full" : "pale"
    let tones = look.fill.value == true ? [BarPiece(" " + tone, .toggleLook(.solid))] : []
    return BarGroup([button(state, .toggleFill) + tones, button("", .toggleFill), []])
  }

  /// The dashes, and the corners of boxes.
  private var line: BarGroup {
    guard look.possible.contains(.dashed) else { return BarGroup([]) }
    let dashes = BarPiece(
      look.strokeLook.contains(.dashed) ? "dashed" : "unbroken", .toggleLook(.dashed))
    guard look.possible.contains(.rounded) else { return BarGroup([[dashes], []]) }
    let corners = look.strokeLook.contains(.rounded) ? "round" : "square"
    return BarGroup([
      [dashes, BarPiece(" ", .bar), BarPiece(corners, .toggleLook(.rounded))], [],
    ])
  }

  private var order: BarGroup {
    let (back, front) = (Command.selection(.toBack), Command.selection(.toFront))
    return BarGroup([
      button("to back", back) + [BarPiece("  ", .bar)] + button("to front", front),
      button("", back) + [BarPiece(" ", .bar)] + button("", front), [],
    ])
  }
}
