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
    /// Lines of text in the middle of the pane. One of them may be emphasised.
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
    var screen = Frame(columns: columns, rows: rows, filledWith: Cell(.space, theme.ground))
    for (index, pane) in panes.prefix(layout.count).enumerated() {
      let rect = layout.pane(index)
      let rule = String(repeating: isASCII ? "-" : "─", count: rect.columns + 1)
      screen.write(rule, column: rect.column, row: rect.row - 1, hints)
      screen.write(" \(pane.name) ", column: rect.column + 2, row: rect.row - 1, theme[.title])
      for row in 0..<rect.rows where rect.column > 0 {
        screen.write(isASCII ? "|" : "│", column: rect.column - 1, row: rect.row + row, hints)
      }
      show(pane, in: rect, on: &screen)
    }
    guard rows > 0 else { return screen }
    let bar = theme[.bar]
    let room = columns - hint.displayWidth - 3
    screen.write(String(repeating: " ", count: columns), column: 0, row: rows - 1, bar)
    screen.write(String(caption.prefix(max(room - 1, 0))), column: 1, row: rows - 1, bar)
    screen.write(
      hint, column: max(columns - hint.displayWidth - 1, 0), row: rows - 1, theme[.notice])
    return screen
  }

  private func show(_ pane: Pane, in rect: CellRect, on screen: inout Frame) {
    switch pane.content {
    case .whiteboard(let frame):
      for row in 0..<min(frame.rows, rect.rows) {
        for (column, cell) in frame.cells(row: row).prefix(rect.columns).enumerated() {
          screen[rect.column + column, rect.row + row] = cell
        }
      }
      if pane.hasCursor, let cursor = frame.cursor {
        screen.cursor = CellPoint(column: rect.column + cursor.column, row: rect.row + cursor.row)
      }
    case .text(let lines, let current):
      let width = lines.map(\.displayWidth).max() ?? 0
      let column = rect.column + max((rect.columns - width) / 2, 1)
      let top = rect.row + max((rect.rows - lines.count) / 2, 0)
      for (index, line) in lines.prefix(rect.rows).enumerated() {
        screen.write(
          line, column: column, row: top + index,
          index == current ? theme[.title] : theme[.hint], until: rect.column + rect.columns)
      }
    }
  }
}

extension Theme {
  fileprivate var ground: Style { Style(foreground: foreground, background: background) }
}

extension Frame {
  /// Writes a text of narrow characters; cells beyond `end` or the frame stay.
  fileprivate mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, until end: Int = .max
  ) {
    for (offset, character) in text.enumerated() {
      let place = CellPoint(column: column + offset, row: row)
      guard place.column < end, contains(place), let glyph = Glyph(character.unicodeScalars) else {
        continue
      }
      self[place] = Cell(glyph, style)
    }
  }
}
