import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The place of each element of the tool palette, used both for drawing and for finding the clicked
/// element.
struct PaletteLayout: Hashable, Sendable {
  let tools: ToolSettings
  let chrome: Chrome
  /// The key that opens the colours, before the key of a colour; empty if it is longer than one column.
  private let colorsKey: String
  /// The key that asks for a picture; empty if it is longer than one column.
  private let pictureKey: String
  let isFolded: Bool
  /// The place on the screen, including the edge.
  let rect: CellRect
  private let rows: [Row]

  /// One line of the palette.
  private enum Row: Hashable, Sendable {
    case tool(Tool)
    case rule
    case picture
    /// The present colour, with its name if there is room.
    case color
    case swatches([PaletteColor])
    case width
  }

  /// The smallest screen that has room for the palette. A smaller one has the tools in the control
  /// bar.
  static let columnsMin = 60

  /// Nil if the palette is hidden or if the canvas has no room for it.
  init?(
    _ palette: ToolPalette, _ tools: ToolSettings, available: [Tool], in style: PanelStyle
  ) {
    let (canvas, mayDraw) = (style.canvas, style.mayDraw)
    guard palette.form != .hidden, palette.side != .none, canvas.columns >= Self.columnsMin else {
      return nil
    }
    self.tools = tools
    chrome = style.chrome
    let key = style.keymap.name(of: .show(.colors))
    colorsKey = key.count == 1 ? key : ""
    let ofPicture = style.keymap.name(of: .show(.picture))
    pictureKey = ofPicture.count == 1 ? ofPicture : ""
    isFolded = palette.form == .icons
    let groups = Tool.groups.map { $0.filter(available.contains).map(Row.tool) }
      .filter { !$0.isEmpty }
    let ink: [Row] = mayDraw ? [.picture, .color, .width] : []
    let colors = Array(PaletteColor.allCases)
    let swatches = stride(from: 0, to: colors.count, by: Self.swatchesInRow).map {
      Row.swatches(Array(colors[$0..<min($0 + Self.swatchesInRow, colors.count)]))
    }
    let tight = groups.flatMap { $0 } + ink
    let roomy = Array((groups + (mayDraw ? [ink] : [])).joined(separator: [.rule]))
    let full = roomy + (mayDraw && !isFolded ? [.rule] + swatches : [])
    let room = canvas.rows - Self.edges
    guard let rows = [full, roomy, tight].first(where: { $0.count <= room }) else { return nil }
    self.rows = rows
    let columns = (isFolded ? Self.foldedColumns : Self.columns) + Self.edges
    rect = CellRect(
      column: palette.side == .left
        ? canvas.column + 1 : canvas.column + canvas.columns - columns - 1,
      row: canvas.row, columns: columns, rows: rows.count + Self.edges)
  }

  /// The columns inside of the edges, in each form.
  private static let columns = 11
  private static let foldedColumns = 4
  private static let edges = 2
  private static let swatchesInRow = 4
  private static let swatchColumns = 2

  // MARK: The mouse

  /// Returns the command of a click; nil for an edge or a rule.
  func command(at cell: CellPoint) -> Command? {
    guard let (row, column) = element(at: cell) else { return nil }
    switch row {
    case .tool(let tool): return .tool(tool)
    case .rule: return nil
    case .picture: return .show(.picture)
    case .color: return .show(.colors)
    case .width: return 2 * column < rect.columns - Self.edges ? .thinner : .thicker
    case .swatches(let colors):
      return swatch(of: colors, atColumn: column).map { .color($0.color) }
    }
  }

  /// Returns a sentence about the element under the pointer.
  func explanation(at cell: CellPoint, _ keymap: Keymap, mayDraw: Bool) -> String? {
    guard let (row, column) = element(at: cell) else { return nil }
    switch row {
    case .tool(let tool):
      let words = tool.explanation(mayDraw: mayDraw)
      return "\(tool.title) \(keymap.name(of: .tool(tool))): \(words)"
    case .rule: return nil
    case .picture:
      return "Picture \(keymap.name(of: .show(.picture))): put a PNG or JPEG file on the board"
    case .color:
      return "Colour \(keymap.name(of: .show(.colors))): \(tools.colorName); click for more"
    case .width:
      let isThinner = 2 * column < rect.columns - Self.edges
      if tools.tool == .text {
        return isThinner
          ? "Normal letters \(keymap.name(of: .width(1)))"
          : "Large letters \(keymap.name(of: .width(2)))"
      }
      return isThinner
        ? "Thinner \(keymap.name(of: .thinner))" : "Thicker \(keymap.name(of: .thicker))"
    case .swatches(let colors):
      return swatch(of: colors, atColumn: column).map { color in
        let key = keymap.name(of: .show(.colors))
        return "Colour \(key.isEmpty ? "" : "\(key) \(color.key)"): \(color.name)"
      }
    }
  }

  private func swatch(of colors: [PaletteColor], atColumn column: Int) -> PaletteColor? {
    let index = (column - 1) / Self.swatchColumns
    return column >= 1 && colors.indices.contains(index) ? colors[index] : nil
  }

  private func element(at cell: CellPoint) -> (row: Row, column: Int)? {
    let (line, column) = (cell.row - rect.row - 1, cell.column - rect.column - 1)
    guard rows.indices.contains(line), (0..<rect.columns - Self.edges).contains(column) else {
      return nil
    }
    return (rows[line], column)
  }

  // MARK: Drawing

  /// - Parameter hovered: the cell of the screen under the pointer.
  func frame(_ theme: Theme, hovered: CellPoint?) -> Frame {
    var frame = Frame(
      columns: rect.columns, rows: rect.rows, filledWith: Cell(.space, theme[.sheet]))
    frame.drawEdge(chrome, theme[.edge])
    let hoveredRow = hovered.flatMap { element(at: $0) == nil ? nil : $0.row - rect.row - 1 }
    for (line, row) in rows.enumerated() {
      draw(row, line: line + 1, isHovered: line == hoveredRow, in: &frame, theme)
    }
    return frame
  }

  private func draw(
    _ row: Row, line: Int, isHovered: Bool, in frame: inout Frame, _ theme: Theme
  ) {
    let hover: Style.Attributes = isHovered ? .underline : []
    func write(_ text: String, at column: Int, _ style: Style) {
      var style = style
      style.attributes.formUnion(hover)
      frame.write(text, at: CellPoint(column: column, row: line), style: style)
    }
    switch row {
    case .tool(let tool): draw(tool, write, theme)
    case .rule:
      frame[0, line] = Cell(chrome.ruleJoints.left, theme[.edge])
      frame[rect.columns - 1, line] = Cell(chrome.ruleJoints.right, theme[.edge])
      for column in 1..<rect.columns - 1 {
        frame[column, line] = Cell(chrome.ruleAcross, theme[.edge])
      }
    case .picture:
      let icon = chrome.isASCII ? "%" : "▣"
      if isFolded { write(icon, at: 2, theme[.sheet]) }
      write(pictureKey, at: isFolded ? 4 : 2, theme[.key].on(theme[.sheet]))
      if !isFolded { write(" Picture", at: 3, theme[.sheet]) }
    case .color:
      let style = theme[.sheet]
      let swatch = String(repeating: chrome.swatch, count: isFolded ? 2 : 1)
      write(swatch, at: 2, style.showing(tools.color, in: theme))
      write(colorsKey, at: isFolded ? 4 : 1, theme[.key].on(style))
      if !isFolded { write(chrome.fit(tools.colorName, Self.columns - 3), at: 4, style) }
    case .swatches(let colors):
      for (index, color) in colors.enumerated() {
        let column = 2 + index * Self.swatchColumns
        let sign = color.color == tools.color ? chrome.heldSwatch : chrome.swatch
        write(String(color.key), at: column, theme[.sheet].on(color.color, in: theme))
        write(sign, at: column + 1, theme[.sheet].showing(color.color, in: theme))
      }
    case .width:
      let size = isFolded ? " \(tools.shortSize)" : " \(chrome.pad(tools.sizeName, 7)) "
      let key = theme[.key].on(theme[.sheet])
      write("[", at: 1, key)
      write(size, at: 2, theme[.sheet])
      write("]", at: 2 + size.displayWidth, key)
    }
  }

  private func draw(_ tool: Tool, _ write: (String, Int, Style) -> Void, _ theme: Theme) {
    let isHeld = tool == tools.tool
    let style = isHeld ? theme[.active] : theme[.sheet]
    let key = isHeld ? style : theme[.key].on(theme[.sheet])
    if isFolded {
      write(isHeld ? chrome.chosen : " ", 1, style)
      write(tool.icon(isASCII: chrome.isASCII) + " ", 2, style)
      write(String(tool.key), 4, key)
    } else {
      write(" ", 1, style)
      write(String(tool.key), 2, key)
      write(" " + chrome.pad(tool.title, 7), 3, style)
      write(isHeld ? chrome.chosenBack : " ", Self.columns, style)
    }
  }
}
