import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The frame of a picture that hangs at the pointer.
enum PicturePart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    whiteboard.pictures.hanging == nil ? nil : KeyUse(movesPen: true, quits: true)
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    let view = whiteboard.drawing.surface.view
    switch key {
    case .enter: place(in: &whiteboard)
    case .escape:
      let text = whiteboard.pictures.drop()
      whiteboard.requests.append(.notice(.dismiss))
      if let text { TextPart.insert(pasted: text, in: &whiteboard) }
    default:
      guard let direction = Direction(key, modifiers), direction.isArrow else { return false }
      whiteboard.pictures.move(direction, in: view)
    }
    return true
  }

  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    _ = whiteboard.pictures.drop()
    CanvasPart.insert(pasted: text, in: &whiteboard)
  }

  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    guard whiteboard.pictures.hanging != nil else { return false }
    let touch = whiteboard.drawing.touch(mouse)
    switch mouse.action {
    case .move: whiteboard.pictures.follow(touch.pointer)
    case .press(.left):
      whiteboard.pictures.follow(touch.pointer)
      whiteboard.pictures.press(at: touch.point)
    case .drag(.left): whiteboard.pictures.follow(touch.pointer)
    case .release:
      whiteboard.pictures.follow(touch.pointer)
      if whiteboard.pictures.hanging?.start != nil { place(in: &whiteboard) }
    case .press, .drag, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: return false
    }
    return true
  }

  private static func place(in whiteboard: inout Whiteboard) {
    whiteboard.drawing.finishAll()
    let view = whiteboard.drawing.surface.view
    whiteboard.pictures.place(with: &whiteboard.drawing.recorder, in: view)
    whiteboard.drawing.followPicture()
  }

  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool {
    whiteboard.pictures.hanging != nil
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard let hanging = whiteboard.pictures.hanging else { return }
    let surface = whiteboard.drawing.surface
    let view = surface.view
    let box = hanging.box(in: view)
    let (low, high) = (
      view.viewport.cell(of: BoardPoint(x: box.minX, y: box.minY)),
      view.viewport.cell(of: BoardPoint(x: box.maxX, y: box.maxY))
    )
    let style = Style(foreground: surface.theme.foreground, background: surface.theme.background)
    let chrome = surface.chrome
    func set(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard view.hasOnCanvas(CellPoint(column: column, row: row)) else { return }
      overlay.set(Cell(glyph, style), column: column, row: row + view.top)
    }
    // A frame that reaches far beyond the screen costs only its part on the screen.
    for column in max(low.column, 0)...max(min(high.column, view.columns), max(low.column, 0)) {
      for row in [low.row, high.row] { set(chrome.ruleAcross, column, row) }
    }
    for row in max(low.row, 0)...max(min(high.row, view.canvasRows), max(low.row, 0)) {
      for column in [low.column, high.column] { set(chrome.ruleDown, column, row) }
    }
    let corners = [
      (low.column, low.row), (high.column, low.row), (low.column, high.row),
      (high.column, high.row),
    ]
    for (corner, glyph) in zip(corners, chrome.corners) { set(glyph, corner.0, corner.1) }
    let room = high.column - low.column - 1
    let name = chrome.fit(hanging.picture.name.string, max(room, 0))
    let row = (low.row + high.row) / 2
    guard room > 2, view.hasOnCanvas(CellPoint(column: low.column + 1, row: row)) else { return }
    overlay.write(
      name, at: CellPoint(column: low.column + 1, row: row + view.top), style: style)
  }
}
