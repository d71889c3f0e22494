import BoardEditor
import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The canvas: the mouse draws on it, and keys are commands or move the pen.
enum CanvasPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    KeyUse(movesPen: true, quits: true)
  }

  // MARK: The mouse

  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    if mouse.action == .press(.left),
      let edge = MarksOfMore.edge(at: mouse.at.cell, in: whiteboard)
    {
      // A click on a mark goes there. A drag from a mark draws.
      whiteboard.heldPress = HeldPress(press: mouse, target: .button(.goBeyond(edge)))
      return true
    }
    switch mouse.action {
    case .press(let button): press(button, mouse, in: &whiteboard)
    case .drag(let button):
      let touch = whiteboard.drawing.touch(mouse)
      whiteboard.drawing.drag(button, touch)
      beam(to: touch.point, in: &whiteboard)
      if !whiteboard.drawing.editor.gesture.isIdle { whiteboard.giveWay(to: mouse.at.cell) }
    case .release:
      let touch = whiteboard.drawing.touch(mouse)
      beam(to: touch.point, in: &whiteboard)
      whiteboard.drawing.release(touch)
    case .move: break
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: whiteboard.drawing.wheel(mouse)
    }
    return true
  }

  static func press(
    _ button: MouseEvent.Button, _ mouse: MouseEvent, in whiteboard: inout Whiteboard
  ) {
    // A press beside text paper leaves no ink.
    let columns = whiteboard.drawing.surface.view.boardColumns
    guard mouse.at.cell.column >= columns.lowerBound else { return }
    whiteboard.drawing.press(button, whiteboard.drawing.touch(mouse))
    beam(to: whiteboard.drawing.touch(mouse).point, in: &whiteboard)
    if !whiteboard.drawing.editor.gesture.isIdle { whiteboard.giveWay(to: mouse.at.cell) }
  }

  /// Shows the laser at the pointer while the laser is on.
  private static func beam(to point: BoardPoint, in whiteboard: inout Whiteboard) {
    guard whiteboard.drawing.editor.gesture.isBeaming else { return }
    whiteboard.sessions.presence.beam(to: point, at: whiteboard.drawing.uptime)
  }

  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool {
    whiteboard.drawing.editor.showsSticking
  }

  // MARK: Keys

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    let offered = whiteboard.notices.shown?.command
    if offered == .openLast { whiteboard.notices.dismiss() }
    if key == .enter, let offered, offered.isDoneByEnter {
      whiteboard.perform(offered)
    } else if key == .escape {
      stepBack(in: &whiteboard)
    } else if whiteboard.drawing.steer(key, modifiers) {
      if let pen = whiteboard.drawing.editor.keyPen {
        let view = whiteboard.drawing.surface.view
        beam(to: view.viewport.boardPoint(pen.pointer), in: &whiteboard)
      }
      if let pen = whiteboard.drawing.keyPenOnScreen { whiteboard.giveWay(to: pen) }
    } else if let command = whiteboard.setup.keymap.command(key, modifiers) {
      whiteboard.perform(command)
    }
    return true
  }

  /// Steps back on Esc: ends the activity that the user began last.
  private static func stepBack(in whiteboard: inout Whiteboard) {
    if !whiteboard.drawing.editor.gesture.isIdle {
      whiteboard.drawing.abandonGesture()
    } else if whiteboard.sessions.presence.returnToOwnView()
      || whiteboard.sessions.presence.dropSpeech()
    {
      return
    } else if !whiteboard.drawing.editor.stepBack() {
      whiteboard.requests.append(.notice(.dismiss))
    }
  }

  /// Asks for the picture of a pasted path, or begins a text with pasted words.
  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    if let file = NamedPicture(pasted: text) { return whiteboard.pictures.ask(for: file) }
    TextPart.insert(pasted: text, in: &whiteboard)
  }

  // MARK: Changes

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    if changes.surface.isMovedByUser { whiteboard.drawing.editor.forgetViewBeforeTyping() }
  }

  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    [whiteboard.drawing.editor.gesture.finishesAt, whiteboard.writing.holdsUntil]
      .compactMap { $0 }.min()
  }

  static func expire(in whiteboard: inout Whiteboard) {
    whiteboard.drawing.expire()
    if let end = whiteboard.writing.holdsUntil, end <= whiteboard.drawing.uptime {
      whiteboard.performHeldLetters()
    }
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.film.mode == nil else { return }
    if whiteboard.drawing.editor.isIdle, whiteboard.wall == nil {
      MarksOfMore.draw(in: &overlay, of: whiteboard)
    }
    if whiteboard.pictures.hanging == nil { FirstHint.draw(in: &overlay, of: whiteboard) }
    SelectionSigns.draw(
      whiteboard.drawing, from: whiteboard.sessions.presence.resting, in: &overlay)
    drawKeyPen(in: &overlay, of: whiteboard)
  }

  /// Draws the keyboard's pen, unless the user types. Ink under the pen stays visible. In a blank cell,
  /// a sign shows whether the pen is up or down.
  private static func drawKeyPen(
    in overlay: inout Overlay, of whiteboard: borrowing Whiteboard
  ) {
    guard let pen = whiteboard.drawing.editor.keyPen,
      whiteboard.drawing.editor.text.draft == nil
    else { return }
    let surface = whiteboard.drawing.surface
    var cell = surface.cell(column: pen.cell.column, row: pen.cell.row)
    let isBlank = cell.glyph == .space || cell.glyph == .shadow || cell.glyph.isWide
    if isBlank {
      cell.glyph = whiteboard.drawing.editor.gesture.isIdle ? Glyph("+") : Glyph("*")
    }
    cell.style = surface.theme[.pointer]
    let at = pen.cellOnScreen(in: surface.view)
    overlay.set(cell, column: at.column, row: at.row)
    overlay.cursor = at
  }
}

extension Command {
  /// Whether Enter carries out the command of a notice, as a click does.
  fileprivate var isDoneByEnter: Bool {
    switch self {
    case .openLast, .replay(.watchAgain), .writeInShape: true
    default: false
    }
  }
}
