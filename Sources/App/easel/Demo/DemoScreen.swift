import CellFrame
import EaselBase

/// Composes the screen of the demo: the panes with the names above them, and the caption below.
struct DemoScreen {
  let layout: DemoLayout
  let theme: Theme
  let isASCII: Bool

  /// The content of one pane.
  enum Content: Hashable {
    case whiteboard(Frame)
    /// Lines of text in the middle of the pane. One line may be emphasised.
    case text([String], current: Int?)
  }

  struct Pane: Hashable {
    var name: String
    var content: Content
    /// Whether the cursor is in this pane.
    var hasCursor = false
  }

  /// - Parameters:
  ///   - caption: the text at the left of the last line.
  ///   - hint: the text at the right of the last line. It is never cut.
  func frame(columns: Int, rows: Int, _ panes: [Pane], caption: String, hint: String) -> Frame {
    let hints = theme[.hint]
    let (across, down) = (Glyph(isASCII ? "-" : "─"), Glyph(isASCII ? "|" : "│"))
    var screen = Frame(columns: columns, rows: rows, filledWith: Cell(.space, theme.ground))
    for (index, pane) in panes.prefix(layout.count).enumerated() {
      let rect = layout.pane(index)
      screen.fill(
        CellRect(column: rect.column, row: rect.row - 1, columns: rect.columns + 1, rows: 1),
        Cell(across, hints))
      screen.write(
        " \(pane.name) ", at: CellPoint(column: rect.column + 2, row: rect.row - 1),
        style: theme[.title], maxColumns: rect.columns - 4)
      screen.fill(
        CellRect(column: rect.column - 1, row: rect.row, columns: 1, rows: rect.rows),
        Cell(down, hints))
      show(pane, in: rect, on: &screen)
    }
    guard rows > 0 else { return screen }
    let bar = theme[.bar]
    let hintColumn = max(columns - hint.displayWidth - 1, 0)
    screen.fill(CellRect(column: 0, row: rows - 1, columns: columns, rows: 1), Cell(.space, bar))
    screen.write(
      caption, at: CellPoint(column: 1, row: rows - 1), style: bar, maxColumns: hintColumn - 3)
    screen.write(hint, at: CellPoint(column: hintColumn, row: rows - 1), style: theme[.notice])
    return screen
  }

  private func show(_ pane: Pane, in rect: CellRect, on screen: inout Frame) {
    switch pane.content {
    case .whiteboard(let frame):
      screen.draw(frame, at: CellPoint(column: rect.column, row: rect.row))
      if pane.hasCursor, let cursor = frame.cursor {
        screen.cursor = CellPoint(column: rect.column + cursor.column, row: rect.row + cursor.row)
      }
    case .text(let lines, let current):
      let width = lines.map(\.displayWidth).max() ?? 0
      let column = rect.column + max((rect.columns - width) / 2, 1)
      let top = rect.row + max((rect.rows - lines.count) / 2, 0)
      for (index, line) in lines.prefix(rect.rows).enumerated() {
        screen.write(
          line, at: CellPoint(column: column, row: top + index),
          style: theme[index == current ? .title : .hint],
          maxColumns: rect.column + rect.columns - column)
      }
    }
  }
}

extension Theme {
  fileprivate var ground: Style { Style(foreground: foreground, background: background) }
}
