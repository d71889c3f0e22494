import BoardEditor
import BoardModel
import BoardRendering
import CellFrame
import ScreenCommands

// The mouse goes to the topmost part that is open, the keys to the present mode.
extension Whiteboard {
  mutating func handle(_ input: InputEvent) {
    interruptKey.follow(input)
    switch input {
    case .key(let key, let modifiers): handle(key, modifiers)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): insert(pasted: text)
    case .resize(let columns, let rows):
      if drawing.resize(columns: columns, rows: rows, &requests) { sessions.presence.forgetHover() }
    case .answer(let answer): answers.note(answer)
    }
  }

  // MARK: The mouse

  private mutating func handle(_ mouse: MouseEvent) {
    guard !drawing.surface.view.isTooSmall else { return }
    let isOverPalette = palette.followPointer(
      to: mouse.at.cell, isIdle: !sheets.isOpen && drawing.editor.gesture.isIdle)
    sessions.presence.noteHover(
      mouse, isCovered: sheets.isOpen || isOverPalette, in: drawing.surface.view)
    if case .press = mouse.action {
      drawing.editor.releaseButton()
      drawing.finishGesture(&requests)
      let cell = mouse.at.cell
      if toast.contains(cell), toast.command(at: cell) == nil { notices.dismiss() }
      let line = replay == nil ? drawing.editor.selecting.line : nil
      heldPress = HeldPress(mouse, on: toast, or: sheetInput, sheets.kind, or: line)
      if heldPress != nil { return }
    }
    if let held = heldPress {
      switch held.step(after: mouse) {
      case .wait: return
      case .click: return click(held)
      case .draw(let button): beginDrawing(button, from: held.press)
      case .none: break
      }
    }
    if replay != nil, !sheets.isOpen || replay?.isHeld == true { return handleInReplay(mouse) }
    switch mouse.action {
    case .press(let button): press(button, mouse)
    case .drag(let button): drag(button, mouse)
    case .release:
      beam(to: drawing.touch(mouse))
      drawing.release(drawing.touch(mouse), &requests)
    case .move: break
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: wheel(mouse)
    }
  }

  private mutating func click(_ held: HeldPress) {
    heldPress = nil
    switch held.target {
    case .sheet: if let sheet = sheetInput { click(sheet, at: held.press.at.cell) }
    case .button(let command): if let command { perform(command) }
    }
  }

  private mutating func beginDrawing(_ button: MouseEvent.Button, from press: MouseEvent) {
    heldPress = nil
    guard replay == nil else { return }
    closeSheet()
    pressOnBoard(button, press)
  }

  private mutating func press(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    let cell = mouse.at.cell
    if let sheet = sheetInput {
      // These sheets must not block drawing. A drag beside them begins a stroke; a click leaves no
      // dot.
      let letsDraw = sheet.letsDraw(at: cell, sheets.kind, in: drawing.surface.view.canvas)
      if !palette.contains(cell), letsDraw, replay == nil { drawing.editor.hold(button) }
      return click(sheet, at: cell)
    }
    if cell.row > 0 { notices.dismiss(for: .openLast) }
    if composer.isBar(cell.row) || palette.contains(cell) {
      if let command = composer.command(at: cell) ?? palette.command(at: cell) { perform(command) }
      return
    }
    pressOnBoard(button, mouse)
  }

  private mutating func click(_ sheet: SheetInput, at cell: CellPoint) {
    let command = sheet.press(at: cell, in: &sheets, &requests)
    carryOutRequests()
    if let command { perform(command) }
  }

  private mutating func pressOnBoard(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    // A press beside text paper leaves no ink.
    guard mouse.at.cell.column >= drawing.surface.view.boardColumns.lowerBound else { return }
    drawing.press(button, drawing.touch(mouse), &requests)
    beam(to: drawing.touch(mouse))
    if !drawing.editor.gesture.isIdle { giveWay(to: mouse.at.cell) }
  }

  private mutating func handleInReplay(_ mouse: MouseEvent) {
    let command = film.mode?.handle(
      mouse, over: composer.command(at: mouse.at.cell), composer.bottomLayout,
      at: drawing.uptime, &requests)
    if let command { perform(command) }
  }

  private mutating func drag(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    let touch = drawing.touch(mouse)
    drawing.drag(button, touch, &requests)
    beam(to: touch)
    if !drawing.editor.gesture.isIdle { giveWay(to: mouse.at.cell) }
  }

  /// Makes room for a pen.
  mutating func giveWay(to cell: CellPoint) {
    palette.giveWay(to: cell)
    toast.giveWay(to: cell)
  }

  /// Shows the laser at the pointer while the laser is on.
  private mutating func beam(to touch: Touch) {
    if drawing.editor.gesture.isBeaming {
      sessions.presence.beam(to: touch.point, at: drawing.uptime)
    }
  }

  private mutating func wheel(_ mouse: MouseEvent) {
    if let sheet = sheetInput { return sheet.turnWheel(mouse, in: &sheets, &requests) }
    drawing.wheel(mouse, &requests)
  }

  // MARK: Keys

  private mutating func handle(_ key: Key, _ modifiers: Modifiers) {
    let mode = mode
    if case .character = key, modifiers.contains(.alt), !modifiers.contains(.control),
      mode.ignoresAlt(with: key, setup.keymap)
    {
      return requests.notify("Alt does nothing while you type. Esc ends it.")
    }
    guard mode.isEscapeGlued(to: key, modifiers) else {
      return handleOne(key, modifiers)
    }
    handleOne(.escape, [])
    carryOutRequests()
    drawing.showPicture()
    handleOne(key, modifiers.subtracting([.alt, .afterEscape]))
  }

  /// See `InputMode.quits`.
  package func isQuit(_ event: Event, afterInput isLater: Bool) -> Bool {
    mode.quits(by: event, setup.keymap, afterInput: isLater)
  }

  private mutating func handleOne(_ key: Key, _ modifiers: Modifiers) {
    if modifiers.contains(.control), case .character = key,
      let command = setup.keymap.command(key, modifiers), command.isAlwaysHeard
    {
      return perform(command)
    }
    guard !drawing.surface.view.isTooSmall else {
      if key == .character("q"), !drawing.editor.text.isTyping { perform(.quit) }
      return
    }
    pass(key, modifiers)
  }
}
