import BoardView
import CellFrame
import ScreenContract

/// The open sheet.
enum SheetPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    whiteboard.sheetInput.map { sheet in
      KeyUse(letters: sheet.isTyping ? .text : .commands, isFree: sheet.isKeyFree)
    }
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    guard let sheet = whiteboard.sheetInput else { return false }
    let keymap = whiteboard.setup.keymap
    if whiteboard.isAsked,
      sheet.answersKnock(keymap.command(key, modifiers), whiteboard.sheets.kind)
    {
      whiteboard.perform(.show(.knock))
      return true
    }
    let rows = max(whiteboard.drawing.surface.view.canvasRows - 3, 1)
    let command = sheet.handle(key, keymap, pageRows: rows, in: &whiteboard.sheets)
    whiteboard.carryOutRequests()
    if let command { whiteboard.perform(command) }
    return true
  }

  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    whiteboard.sheetInput?.paste(text, in: &whiteboard.sheets)
  }

  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    guard whiteboard.replay?.isHeld != true, let sheet = whiteboard.sheetInput else {
      return false
    }
    let (cell, kind) = (mouse.at.cell, whiteboard.sheets.kind)
    switch mouse.action {
    case .press where sheet.opensByItself(kind) && sheet.covers(cell):
      whiteboard.heldPress = HeldPress(press: mouse, target: .sheet)
    case .press(let button):
      // Some sheets must not block drawing. A drag beside them begins a stroke; a click leaves no dot.
      let letsDraw = sheet.letsDraw(at: cell, kind, in: whiteboard.drawing.surface.view.canvas)
      if !whiteboard.palette.contains(cell), letsDraw, whiteboard.replay == nil {
        whiteboard.drawing.editor.hold(button)
      }
      click(sheet, at: cell, in: &whiteboard)
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      sheet.turnWheel(mouse, in: &whiteboard.sheets)
    case .drag, .release, .move: return false
    }
    return true
  }

  /// Presses the row or the button at this cell.
  static func click(
    _ sheet: SheetInput, at cell: CellPoint, in whiteboard: inout Whiteboard
  ) {
    let command = sheet.press(at: cell, in: &whiteboard.sheets)
    whiteboard.carryOutRequests()
    if let command { whiteboard.perform(command) }
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.sheets.isOpen else { return }
    let pages = SheetPages(whiteboard)
    if let code = pages.codeLayout, let picture = code.picture {
      overlay.draw(picture.frame, at: code.at)
    }
    guard let sheet = pages.layout else { return }
    overlay.draw(
      sheet.frame(whiteboard.shownSurface.theme),
      at: CellPoint(column: sheet.rect.column, row: sheet.rect.row))
    overlay.cursor = sheet.cursor
  }
}
