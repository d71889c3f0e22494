import BoardModel
import BoardRendering
import CellFrame

// Input goes to the topmost part that is open: a sheet, a text, the canvas, and last the key map.
extension Whiteboard {
  mutating func handle(_ input: InputEvent) {
    interruptKey.follow(input)
    switch input {
    case .key(let key, let modifiers): handle(key, modifiers)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): insert(pasted: text)
    case .resize(let columns, let rows): resize(columns: columns, rows: rows)
    case .answer(let answer): answers.note(answer)
    }
  }

  /// Takes over what the terminal has told, unless a gesture is under way. An answer may come late,
  /// and it ends no stroke that the user has begun.
  mutating func adoptAnswers() {
    guard editor.gesture.isIdle else { return }
    if let shape = answers.shape, shape != workspace.view.shape { workspace.setShape(shape) }
    if let color = answers.background { workspace.setBackground(color) }
    if answers.hasDirectColor { workspace.adoptDirectColor() }
    answers = NewAnswers()
  }

  private mutating func resize(columns: Int, rows: Int) {
    guard columns != workspace.view.columns || rows != workspace.view.rows else { return }
    workspace.resize(columns: columns, rows: rows, isHeld: !editor.gesture.isIdle)
    // A screen that is too small ignores the mouse, so no release would end the gesture.
    if workspace.view.isTooSmall { editor.finishGesture(in: &workspace) }
    presence.forgetHover()
    editor.followResize(in: &workspace)
  }

  // MARK: The mouse

  private mutating func handle(_ mouse: MouseEvent) {
    guard !workspace.view.isTooSmall else { return }
    let isOverPalette = palette.followPointer(
      to: mouse.at.cell, isIdle: workspace.sheet == nil && editor.gesture.isIdle)
    presence.noteHover(mouse, isOverPalette: isOverPalette, in: workspace)
    switch mouse.action {
    case .press(let button):
      editor.releaseButton()
      editor.finishGesture(in: &workspace)
      press(button, mouse)
    case .drag(let button):
      editor.drag(button, touch(mouse), in: &workspace)
      beam(to: touch(mouse))
      if !editor.gesture.isIdle { palette.giveWay(to: mouse.at.cell) }
    case .release:
      beam(to: touch(mouse))
      editor.release(touch(mouse), in: &workspace)
    case .move: break
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: wheel(mouse)
    }
  }

  private mutating func press(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    let cell = mouse.at.cell
    if let sheet = sheetInput {
      // These sheets must not block drawing. A drag beside them begins a stroke; a click leaves no
      // dot.
      if !palette.contains(cell), sheet.letsDraw(at: cell, in: workspace) { editor.hold(button) }
      if let command = sheet.press(at: cell, in: &workspace) { perform(command) }
      return
    }
    if cell.row == 0 {
      if let command = composer.topCommand(at: cell.column) {
        perform(command)
      } else {
        workspace.notices.dismiss()
      }
      return
    }
    workspace.notices.dismiss(for: .openLast)
    if cell.row == workspace.view.rows - 1 {
      if let command = composer.bottomCommand(at: cell.column) { perform(command) }
      return
    }
    if palette.contains(cell) {
      if let command = palette.command(at: cell) { perform(command) }
      return
    }
    if editor.selecting.panel.contains(cell) {
      if let command = editor.selecting.panel.command(at: cell) { perform(command) }
      return
    }
    // A press beside text paper leaves no ink.
    guard cell.column >= workspace.view.boardColumns.lowerBound else { return }
    editor.press(button, touch(mouse), in: &workspace)
    beam(to: touch(mouse))
    if !editor.gesture.isIdle { palette.giveWay(to: cell) }
  }

  /// Shows the laser at the pointer while the laser is on.
  private mutating func beam(to touch: Touch) {
    if editor.gesture.isBeaming { presence.beam(to: touch.point, in: &workspace) }
  }

  /// Returns the place of a mouse report on the canvas.
  private func touch(_ mouse: MouseEvent) -> Touch {
    var pointer = workspace.view.besideMargin(mouse.at)
    pointer.cell.row -= View.top
    return Touch(
      pointer: pointer, point: workspace.view.viewport.boardPoint(pointer),
      modifiers: mouse.modifiers)
  }

  private mutating func wheel(_ mouse: MouseEvent) {
    if let sheet = sheetInput {
      if mouse.action == .wheelUp { sheet.move(by: -1, in: &workspace) }
      if mouse.action == .wheelDown { sheet.move(by: 1, in: &workspace) }
      return
    }
    editor.finishGesture(in: &workspace)
    let sideways = mouse.modifiers.contains(.shift)
    let pointer = touch(mouse).pointer
    switch mouse.action {
    case .wheelLeft: workspace.pan(columns: -4, rows: 0)
    case .wheelRight: workspace.pan(columns: 4, rows: 0)
    case .wheelUp where sideways: workspace.pan(columns: -4, rows: 0)
    case .wheelDown where sideways: workspace.pan(columns: 4, rows: 0)
    case .wheelUp where workspace.view.isPaper: workspace.pan(columns: 0, rows: -3)
    case .wheelDown where workspace.view.isPaper: workspace.pan(columns: 0, rows: 3)
    case .wheelUp: workspace.zoom(by: Workspace.zoomStep, about: pointer)
    case .wheelDown: workspace.zoom(by: 1 / Workspace.zoomStep, about: pointer)
    default: break
    }
  }

  // MARK: Keys

  private mutating func handle(_ key: Key, _ modifiers: Modifiers) {
    let sheet = sheetInput
    if isAltWhileTyping(key, modifiers, sheet) {
      return workspace.notify("Alt does nothing while you type. Esc ends it.")
    }
    let hasOpen =
      sheet != nil || editor.text.isTyping || presence.talk.isTyping || search.isOpen
    guard isEscapeGlued(to: key, modifiers, hasOpen: hasOpen) else {
      return handleOne(key, modifiers)
    }
    handleOne(.escape, [])
    handleOne(key, modifiers.subtracting([.alt, .afterEscape]))
  }

  /// Whether the event is a key that quits.
  ///
  /// - Parameter isLater: whether other input before it is not handled yet. A letter may then belong to
  ///   a text, so that only the key that always quits counts.
  package func isQuit(_ event: Event, afterInput isLater: Bool) -> Bool {
    guard case .input(.key(let key, let modifiers)) = event else { return false }
    return switch workspace.keymap.command(key, modifiers) {
    case .copyOrQuit: true
    case .quit: !isLater && sheetInput == nil && !editor.text.isTyping && !presence.talk.isTyping
    default: false
    }
  }

  /// Whether the key answers a person who asks to join. It does so from any sheet, because a notice
  /// tells the user to press it.
  private func answersKnock(_ key: Key, _ modifiers: Modifiers, _ sheet: SheetInput) -> Bool {
    if case .knock = workspace.sheet?.kind { return false }
    return !panel.admissions.requests.isEmpty && !sheet.isTyping
      && workspace.keymap.command(key, modifiers) == .session(.share)
  }

  /// Whether Alt is held while the user types. The program ignores such a key. If it gave a
  /// command, the text could end, and the next letters would become commands too. Keys of tools are
  /// not ignored in a text: tmux turns Esc and the next key, if it comes soon, into Alt and this key.
  private func isAltWhileTyping(
    _ key: Key, _ modifiers: Modifiers, _ sheet: SheetInput?
  ) -> Bool {
    guard case .character = key, modifiers.contains(.alt), !modifiers.contains(.control) else {
      return false
    }
    if let sheet { return sheet.isTyping }
    guard editor.text.isTyping else { return presence.talk.isTyping || search.isOpen }
    if case .tool = workspace.keymap.command(key, []) { return false }
    return true
  }

  /// Whether the event stands for two keys: Esc and the next key. If both arrive in a single
  /// packet, they look like the next key with Alt. Alt with a letter or an arrow has no meaning
  /// while a sheet or text is open. Elsewhere it only moves the pen.
  private func isEscapeGlued(to key: Key, _ modifiers: Modifiers, hasOpen: Bool) -> Bool {
    guard modifiers.contains(.alt) else { return false }
    if case .character = key { return hasOpen || Direction(key) == nil }
    return hasOpen && modifiers.contains(.afterEscape)
  }

  private mutating func handleOne(_ key: Key, _ modifiers: Modifiers) {
    if modifiers.contains(.control), case .character = key,
      let command = workspace.keymap.command(key, modifiers), command.isAlwaysHeard
    {
      return perform(command)
    }
    guard !workspace.view.isTooSmall else {
      if key == .character("q"), !editor.text.isTyping { perform(.quit) }
      return
    }
    if let sheet = sheetInput {
      if answersKnock(key, modifiers, sheet) { return perform(.show(.knock)) }
      if let command = sheet.handle(key, in: &workspace) { perform(command) }
      return
    }
    if editor.text.isTyping {
      editor.type(key, modifiers, in: &workspace)
      return pointAtCaret()
    }
    if presence.talk.handle(key, modifiers, in: &workspace) { return }
    let cancelsGesture = key == .escape && !editor.gesture.isIdle
    if !cancelsGesture, search.handle(key, modifiers, in: &workspace) { return }
    if workspace.notices.shown?.command == .openLast {
      workspace.notices.dismiss()
      if key == .enter { return perform(.openLast) }
    }
    if key == .escape { return stepBack() }
    if editor.steer(key, modifiers, in: &workspace) {
      if let pen = editor.keyPen, editor.gesture.isBeaming {
        presence.beam(to: workspace.view.viewport.boardPoint(pen.pointer), in: &workspace)
      }
      if let pen = editor.keyPenOnScreen { palette.giveWay(to: pen) }
      return
    }
    if let command = workspace.keymap.command(key, modifiers) { perform(command) }
  }

  /// Steps back on Esc: ends the activity that the user began last.
  private mutating func stepBack() {
    if !editor.gesture.isIdle {
      editor.abandonGesture(in: &workspace)
    } else if presence.returnToOwnView(in: &workspace) || presence.talk.drop() {
      return
    } else if !editor.selection.isEmpty {
      editor.deselect()
    } else if editor.keyPen != nil {
      editor.hideKeyPen()
    } else {
      workspace.notices.dismiss()
    }
  }

  /// Moves the pointer that other participants see to the caret, so that the pointer does not cover
  /// the text.
  private mutating func pointAtCaret() {
    if let caret = editor.text.visibleCaret(in: workspace.view) { presence.point(at: caret) }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  private mutating func insert(pasted text: String) {
    guard !workspace.view.isTooSmall, !text.isEmpty else { return }
    if let sheet = sheetInput { return sheet.paste(text, in: &workspace) }
    if presence.talk.isTyping { return presence.talk.insert(text, in: &workspace) }
    if search.isOpen { return search.paste(text, in: &workspace) }
    workspace.notices.dismiss(for: .openLast)
    editor.insert(pasted: text, in: &workspace)
    pointAtCaret()
  }
}
