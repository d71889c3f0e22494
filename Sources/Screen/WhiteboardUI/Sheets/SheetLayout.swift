import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The place of each part of an open sheet, used both for drawing and for finding the clicked part.
struct SheetLayout: Hashable, Sendable {
  let page: SheetPage
  let selected: Int
  /// The place of the sheet on the screen, including its edge.
  let rect: CellRect
  /// The rows of the page that have room.
  let shown: Range<Int>
  /// The part of the heading that has room.
  private let heading: [SheetLine]
  private let buttons: BarLayout?
  /// The part beside the rows; nil if there is no room for it.
  private let preview: SheetPreview?
  /// The columns of the rows, without the edge.
  private let rowColumns: Int
  private let chrome: Chrome

  init(_ page: SheetPage, selected: Int, in screen: CellRect, chrome: Chrome) {
    self.page = page
    self.chrome = chrome
    let lead = page.isList ? Self.lead : 1
    let texts = page.rows.map { Self.width(of: $0) + lead }
    let buttonsWidth = page.buttons.reduce(1) { $0 + $1.columns }
    let headings = page.heading.map { $0.columns + 2 }
    let wanted = max(
      texts.max() ?? 0, headings.max() ?? 0, page.title.displayWidth + 4, buttonsWidth,
      page.query == nil ? 16 : Self.searchColumns)
    let besides = page.preview.map { $0.columns + 2 } ?? 0
    let hasPreview = besides > 0 && screen.columns >= Self.previewedColumns.lowerBound + besides + 2
    preview = hasPreview ? page.preview : nil
    rowColumns =
      hasPreview
      ? min(screen.columns - besides - 2, Self.previewedColumns.upperBound)
      : min(wanted, screen.columns - 2)
    let width = rowColumns + 2 + (hasPreview ? besides : 0)
    let hasButtons = !page.buttons.isEmpty && screen.rows >= 6
    let edges = hasButtons ? 3 : 2
    let room = max(screen.rows - edges, 1)
    let query = page.query.map { [SheetLine.text("\(page.querySign) \($0)")] } ?? []
    let count = min(page.rows.count, max(room - query.count, 1))
    let heading = query + Self.fit(page.heading, room - count - query.count, columns: width - 2)
    let last = max(page.rows.count - count, 0)
    let top = page.isList ? selected - count / 2 : selected
    let first = min(max(top, 0), last)
    self.selected = page.isList ? min(max(selected, 0), max(page.rows.count - 1, 0)) : first
    shown = first..<first + count
    self.heading = heading
    let height = min(
      max(heading.count + count, preview?.rows ?? 0) + edges, screen.rows)
    rect = CellRect(
      column: screen.column + (screen.columns - width) / 2,
      row: page.query == nil || hasPreview
        ? screen.row + (screen.rows - height) / 2 : screen.row,
      columns: width, rows: height)
    buttons =
      hasButtons
      ? BarLayout(
        [BarGroup([page.buttons, page.shortButtons])], folds: [0], columns: width - 2) : nil
  }

  /// The columns of rows beside a preview: at least and at most.
  private static let previewedColumns = 24...44

  /// Returns the part of the heading that fits. A picture is shown completely or not at all. If
  /// there is little room, the text stays and the picture is left out.
  private static func fit(
    _ heading: [SheetLine], _ rows: Int, columns: Int
  ) -> [SheetLine] {
    let isRoomy = heading.count <= rows && heading.allSatisfy { $0.columns + 1 <= columns }
    return isRoomy ? heading : Array(heading.filter(\.isText).prefix(max(rows, 0)))
  }

  /// The least width of a sheet with a search. With it, and with its upper edge at the top, the sheet
  /// stands still while the results change.
  private static let searchColumns = 46

  /// The number of columns before a label: a sign for the selected row and two blanks. In a page
  /// without a choice it is one blank.
  private static let lead = 3

  /// Returns the width of the label, two blanks and the key.
  private static func width(of row: SheetRow) -> Int {
    let key = row.key.isEmpty ? 0 : row.key.displayWidth + 2
    return (row.swatch == nil ? 0 : 3) + row.label.displayWidth + key
  }

  /// Whether this layout, in less room, has all that another layout of the sheet shows.
  func showsAll(of other: SheetLayout) -> Bool {
    page == other.page && shown == other.shown && heading == other.heading
      && rect.columns == other.rect.columns
  }

  enum Hit: Hashable, Sendable {
    case row(Int)
    case button(Command)
    /// The edge of the sheet or an empty place in it.
    case inside
    case outside
  }

  func hit(_ point: CellPoint) -> Hit {
    guard rect.contains(point) else { return .outside }
    let line = point.row - rect.row - 1 - heading.count
    let isInRows = rect.shrunk(by: 1).contains(point) && point.column <= rect.column + rowColumns
    if line >= 0, line < shown.count, isInRows {
      return .row(shown.lowerBound + line)
    }
    let isButtonRow = point.row == rect.row + rect.rows - 2
    if isButtonRow, let command = buttons?.piece(at: point.column - rect.column - 1)?.command {
      return .button(command)
    }
    return .inside
  }

  // MARK: Drawing

  func frame(_ theme: Theme) -> Frame {
    var frame = Frame(
      columns: rect.columns, rows: rect.rows, filledWith: Cell(.space, theme[.sheet]))
    drawEdge(in: &frame, theme)
    for (line, heading) in heading.enumerated() {
      draw(heading, line: line + 1, in: &frame, theme)
    }
    drawPreview(in: &frame, theme)
    for (line, index) in shown.enumerated() {
      draw(page.rows[index], index, line: heading.count + line + 1, in: &frame, theme)
    }
    if let cells = buttons?.cells(theme) {
      for (column, cell) in cells.enumerated() {
        frame[column + 1, rect.rows - 2] = cell
      }
    }
    return frame
  }

  /// The place of the cursor on the screen while the user types.
  var cursor: CellPoint? {
    if let query = page.query {
      let column = 4 + query.displayWidth
      return CellPoint(column: rect.column + min(column, rowColumns), row: rect.row + 1)
    }
    guard let row = page.typing, shown.contains(row) else { return nil }
    let column =
      Self.lead + page.rows[row].label.displayWidth + (page.rows[row].swatch == nil ? 0 : 3)
    return CellPoint(
      column: rect.column + min(column, rowColumns),
      row: rect.row + 1 + heading.count + row - shown.lowerBound)
  }

  private func draw(
    _ heading: SheetLine, line: Int, in frame: inout Frame, _ theme: Theme
  ) {
    switch heading {
    case .text(let text):
      let shown = chrome.fit(text, rowColumns - 1)
      frame.write(shown, at: CellPoint(column: 2, row: line), style: theme[.sheet])
    case .cells(let cells):
      let start = max((rowColumns + 2 - cells.count) / 2, 1)
      for (column, cell) in cells.enumerated() where start + column <= rowColumns {
        frame[start + column, line] = cell
      }
    }
  }

  private func drawPreview(in frame: inout Frame, _ theme: Theme) {
    guard let preview else { return }
    let (rule, start) = (rowColumns + 1, rowColumns + 3)
    let count = max(rect.rows - (buttons == nil ? 2 : 3), 0)
    for line in 0..<count { frame[rule, line + 1] = Cell(chrome.ruleDown, theme[.edge]) }
    for (line, heading) in preview.lines.prefix(count).enumerated() {
      switch heading {
      case .text(let text):
        frame.write(
          chrome.fit(text, preview.columns), at: CellPoint(column: start, row: line + 1),
          style: theme[.sheet])
      case .cells(let cells):
        for (column, cell) in cells.prefix(preview.columns).enumerated() {
          frame[start + column, line + 1] = cell
        }
      }
    }
  }

  private func drawEdge(in frame: inout Frame, _ theme: Theme) {
    frame.drawEdge(chrome, theme[.edge])
    let right = rect.columns - 1
    guard right > 0 else { return }
    let title = chrome.fit(" \(page.title) ", right - 2)
    frame.write(title, at: CellPoint(column: 2, row: 0), style: theme[.title])
    drawMore(in: &frame, theme[.edge])
  }

  /// Shows at the lower edge how many rows there are, if the sheet does not show all of them.
  private func drawMore(in frame: inout Frame, _ style: Style) {
    guard shown.count < page.rows.count else { return }
    let text = " \(shown.upperBound)/\(page.rows.count) "
    let column = rect.columns - 1 - text.displayWidth
    guard column > 0 else { return }
    frame.write(text, at: CellPoint(column: column, row: rect.rows - 1), style: style)
  }

  private func draw(
    _ spans: [SheetSpan], line: Int, in frame: inout Frame, _ theme: Theme
  ) {
    var column = 2
    for span in spans {
      let text = chrome.fit(span.text, max(rect.columns - 1 - column, 0))
      frame.write(
        text, at: CellPoint(column: column, row: line),
        style: theme[span.part].on(theme[.sheet]))
      column += text.displayWidth
    }
  }

  private func draw(
    _ row: SheetRow, _ index: Int, line: Int, in frame: inout Frame, _ theme: Theme
  ) {
    if !row.spans.isEmpty { return draw(row.spans, line: line, in: &frame, theme) }
    if row.isHeading {
      let text = chrome.fit(row.label, rowColumns - 1)
      _ = frame.write(
        text, at: CellPoint(column: 2, row: line), style: theme[.title].on(theme[.sheet]))
      return
    }
    let isSelected = page.isList && index == selected
    let style = isSelected ? theme[.selection] : theme[.sheet]
    let room = rowColumns
    let sign = isSelected ? chrome.chosen : row.isCurrent ? chrome.mark : " "
    let lead = page.isList ? "\(sign) " : ""
    let blank = row.swatch == nil ? "" : "   "
    let key = row.key.isEmpty ? "" : "  \(row.key)"
    let label = chrome.pad(
      lead + blank + row.label, max(room - 1 - key.displayWidth, 0))
    frame.write(
      chrome.pad("\(label)\(key) ", room), at: CellPoint(column: 1, row: line), style: style)
    if index == page.typing, page.isTypingSelected {
      // The text is reversed compared with its row, to show that the next letter replaces it.
      let columns = max(min(row.label.displayWidth, room - 1 - Self.lead + 1), 0)
      for column in Self.lead..<Self.lead + columns {
        frame[column, line].style.attributes.formSymmetricDifference(.reverse)
      }
    }
    if let color = row.swatch {
      frame.write(
        chrome.swatch + chrome.swatch, at: CellPoint(column: 3, row: line),
        style: style.showing(color, in: theme))
    }
  }
}

extension CellRect {
  /// Whether this block and another one have cells in common.
  func meets(_ other: CellRect) -> Bool {
    column < other.column + other.columns && other.column < column + columns
      && row < other.row + other.rows && other.row < row + rows
  }

  /// Returns the part of this block beside a panel at its left or right end, with a column between.
  func beside(_ panel: CellRect) -> CellRect {
    var rest = self
    if 2 * (panel.column - column) + panel.columns <= columns {
      rest.column = panel.column + panel.columns + 1
      rest.columns = column + columns - rest.column
    } else {
      rest.columns = panel.column - 1 - column
    }
    return CellRect(column: rest.column, row: rest.row, columns: rest.columns, rows: rest.rows)
  }
}
