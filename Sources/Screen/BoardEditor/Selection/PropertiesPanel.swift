import BoardModel
import BoardView
import CellFrame
import ScreenCommands

/// The panel at the right of a large screen that shows the properties of the selection. Its rows
/// are buttons. It is drawn again only if it changes.
package struct PropertiesPanel: Sendable {
  /// The panel as the screen shows it; nil if it is not on the screen.
  package private(set) var shown: Shown?

  package struct Shown: Hashable, Sendable {
    /// The upper left corner on the screen.
    package let at: CellPoint
    package let frame: Frame
    fileprivate let content: Content
  }

  fileprivate struct Content: Hashable, Sendable {
    package let look: SelectionLook
    let keymap: Keymap
    package let chrome: Chrome
    package let theme: Theme
    package let at: CellPoint
  }

  /// The smallest canvas that has room for the panel.
  private static let columnsMin = 120
  private static let rowsMin = 30

  /// Lays the panel out, and draws it if it changed.
  ///
  /// - Parameters:
  ///   - look: the look of the selection; without any thing, the panel disappears.
  ///   - palette: the place of the tool palette. The panel disappears if both do not have room.
  package mutating func show(
    _ look: SelectionLook, besides palette: CellRect?, in style: PanelStyle
  ) {
    let canvas = style.canvas
    let at = CellPoint(
      column: canvas.column + canvas.columns - Self.columns - 1, row: canvas.row)
    let isFree = palette.map { $0.column + $0.columns < at.column } ?? true
    guard look.count > 0, style.mayDraw, isFree, canvas.columns >= Self.columnsMin,
      canvas.rows >= Self.rowsMin
    else {
      shown = nil
      return
    }
    let content = Content(
      look: look, keymap: style.keymap, chrome: style.chrome, theme: style.theme, at: at)
    if shown?.content != content {
      shown = Shown(at: at, frame: content.frame, content: content)
    }
  }

  package func contains(_ cell: CellPoint) -> Bool { row(at: cell) != nil }

  /// Returns the command of a click; nil for an edge.
  package func command(at cell: CellPoint) -> Command? {
    guard let shown, let line = row(at: cell) else { return nil }
    let rows = shown.content.rows
    guard rows.indices.contains(line - 1) else { return nil }
    let isLeft = 2 * (cell.column - shown.at.column) < Self.columns
    return isLeft ? rows[line - 1].command : rows[line - 1].rightCommand
  }

  /// Returns the row of the panel under a cell of the screen; row 0 is the upper edge.
  private func row(at cell: CellPoint) -> Int? {
    guard let shown else { return nil }
    let (column, row) = (cell.column - shown.at.column, cell.row - shown.at.row)
    let isInside = (0..<Self.columns).contains(column) && (0..<shown.frame.rows).contains(row)
    return isInside ? row : nil
  }

  /// The columns, including the edges.
  fileprivate static let columns = 28
}

/// The values on which the look of a panel over the canvas depends.
package struct PanelStyle: Hashable, Sendable {
  /// The place of the canvas on the screen.
  package let canvas: CellRect
  package let chrome: Chrome
  package let theme: Theme
  let keymap: Keymap
  package let mayDraw: Bool
}

/// One row of the panel. The left half and the right half can have different commands.
private struct PropertyRow {
  let keys: String
  package let text: String
  var swatch: InkColor?
  package let command: Command
  let rightCommand: Command

  init(
    _ keys: String, _ text: String, swatch: InkColor? = nil, _ command: Command,
    right: Command? = nil
  ) {
    (self.keys, self.text, self.swatch, self.command) = (keys, text, swatch, command)
    rightCommand = right ?? command
  }
}

extension PropertiesPanel.Content {
  fileprivate var rows: [PropertyRow] {
    func key(_ command: Command) -> String { keymap.name(of: command) }
    let color = PropertyRow(
      key(.show(.colors)), look.color.value?.name ?? "mixed colours",
      swatch: look.color.value, .show(.colors))
    let (back, front) = (Command.selection(.toBack), Command.selection(.toFront))
    var rows = [color]
    if look.letterSize != .none {
      let size = look.letterSize.value.map { "\($0) letters" } ?? "mixed letters"
      // The keys change the width of the lines, if there are any.
      let keys = look.width == .none ? "1\(chrome.dash)2" : ""
      rows.append(
        PropertyRow(
          keys, "\(key(.thinner)) \(size) \(key(.thicker))", .letterSize(.normal),
          right: .letterSize(.large)))
    }
    if look.width != .none {
      let number = look.width.value.map(String.init) ?? "mixed"
      rows.append(
        PropertyRow(
          "1\(chrome.dash)8", "\(key(.thinner)) width \(number) \(key(.thicker))", .thinner,
          right: .thicker))
    }
    if look.fill != .none {
      let state = look.fill.value.map { $0 ? "filled" : "outlined" } ?? "mixed fill"
      if look.fill.value == true {
        let tone = look.strokeLook.contains(.solid) ? "full" : "pale"
        rows.append(
          PropertyRow(
            key(.toggleFill), "\(state) \(chrome.dot) \(tone)", .toggleFill,
            right: .toggleLook(.solid)))
      } else {
        rows.append(PropertyRow(key(.toggleFill), state, .toggleFill))
      }
    }
    if look.possible.contains(.dashed) { rows.append(lineRow) }
    rows.append(
      PropertyRow(
        key(back) + " " + key(front), "to back \(chrome.dot) to front", back, right: front))
    for (command, title) in [(SelectionCommand.duplicate, "duplicate"), (.delete, "delete")] {
      rows.append(PropertyRow(key(.selection(command)), title, .selection(command)))
    }
    return rows
  }

  /// The row of dashes, and of the corners of boxes.
  private var lineRow: PropertyRow {
    let line = look.strokeLook.contains(.dashed) ? "dashed" : "unbroken"
    guard look.possible.contains(.rounded) else {
      return PropertyRow("", line, .toggleLook(.dashed))
    }
    let corners = look.strokeLook.contains(.rounded) ? "round" : "square"
    return PropertyRow(
      "", "\(line) \(chrome.dot) \(corners)", .toggleLook(.dashed), right: .toggleLook(.rounded))
  }

  fileprivate var frame: Frame {
    let (rows, columns) = (rows, PropertiesPanel.columns)
    var frame = Frame(
      columns: columns, rows: rows.count + 2, filledWith: Cell(.space, theme[.sheet]))
    frame.drawEdge(chrome, theme[.edge])
    frame.write(
      " " + chrome.fit("Selected: \(look.name)", columns - 6) + " ",
      at: CellPoint(column: 2, row: 0),
      style: theme[.title].on(theme[.sheet]))
    for (line, row) in rows.enumerated() {
      func write(_ text: String, at column: Int, _ style: Style) {
        frame.write(text, at: CellPoint(column: column, row: line + 1), style: style)
      }
      write(chrome.fit(row.keys, Self.keyColumns), at: 2, theme[.key].on(theme[.sheet]))
      var column = 2 + Self.keyColumns + 1
      if let swatch = row.swatch {
        write(chrome.swatch, at: column, theme[.sheet].showing(swatch, in: theme))
        column += 2
      }
      write(chrome.fit(row.text, columns - column - 1), at: column, theme[.sheet])
    }
    return frame
  }

  private static let keyColumns = 3
}
