import BoardEditor
import BoardModel
import BoardRendering
import CellFrame
import ScreenContract

// Passes keys, pasted text and the mouse to the parts of the screen, from the top down.
extension Whiteboard {
  mutating func handle(_ input: InputEvent) {
    interruptKey.follow(input)
    if case .key(let key, let modifiers) = input, handleWriting(key, modifiers) { return }
    if !input.isMove { performHeldLetters() }
    let shape = drawing.editor.selection.shape
    defer { followWriting(input, after: shape) }
    switch input {
    case .key(let key, let modifiers): handle(key, modifiers)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): insert(pasted: text)
    case .resize(let columns, let rows):
      if drawing.resize(columns: columns, rows: rows) { sessions.presence.forgetHover() }
    case .answer(let answer): answers.note(answer)
    }
  }

  // MARK: The mouse

  private mutating func handle(_ mouse: MouseEvent) {
    guard !drawing.surface.view.isTooSmall, wall == nil || sheets.isOpen else { return }
    let isOverPalette = palette.followPointer(
      to: mouse.at.cell, isIdle: !sheets.isOpen && drawing.editor.gesture.isIdle)
    sessions.presence.noteHover(
      mouse, isCovered: sheets.isOpen || isOverPalette, in: drawing.surface.view)
    if case .press = mouse.action {
      drawing.editor.releaseButton()
      drawing.finishGesture()
      heldPress = nil
    } else if let held = heldPress {
      switch held.step(after: mouse) {
      case .wait: return
      case .click: return click(held)
      case .draw(let button): beginDrawing(button, from: held.press)
      case .none: break
      }
    }
    for part in ScreenParts.fromTop where part.handle(mouse, in: &self) { return }
  }

  private mutating func click(_ held: HeldPress) {
    heldPress = nil
    switch held.target {
    case .sheet:
      if let sheet = sheetInput { SheetPart.click(sheet, at: held.press.at.cell, in: &self) }
    case .button(let command): if let command { perform(command) }
    }
  }

  private mutating func beginDrawing(_ button: MouseEvent.Button, from press: MouseEvent) {
    heldPress = nil
    guard replay == nil else { return }
    closeSheet()
    CanvasPart.press(button, press, in: &self)
  }

  /// Makes room for a pen.
  mutating func giveWay(to cell: CellPoint) {
    palette.giveWay(to: cell)
    toast.giveWay(to: cell)
  }

  // MARK: Keys

  /// The topmost part that takes keys, and its use of them.
  private var keyPart: (part: any ScreenPart.Type, use: KeyUse) {
    for part in ScreenParts.fromTop {
      if let use = part.keys(in: self) { return (part, use) }
    }
    return (CanvasPart.self, KeyUse())
  }

  /// The use of the keys by the part that has them now.
  var keyUse: KeyUse { keyPart.use }

  /// Whether letters go into a text on the board.
  package var isTypingText: Bool { keyPart.part == TextPart.self }

  /// Whether a guest waits for an answer.
  var isAsked: Bool { !sessions.panel.admissions.waiting.isEmpty }

  /// See `KeyUse.quits`.
  package func isQuit(_ event: Event, afterInput isLater: Bool) -> Bool {
    keyUse.quits(by: event, setup.keymap, afterInput: isLater)
  }

  private mutating func handle(_ key: Key, _ modifiers: Modifiers) {
    let use = keyUse
    if case .character = key, modifiers.contains(.alt), !modifiers.contains(.control),
      use.ignoresAlt(with: key, setup.keymap)
    {
      return requests.notify("Alt does nothing while you type. Esc ends it.", about: .typing)
    }
    guard use.isEscapeGlued(to: key, modifiers) else {
      return handleOne(key, modifiers)
    }
    handleOne(.escape, [])
    carryOutRequests()
    drawing.showPicture()
    handleOne(key, modifiers.subtracting([.alt, .afterEscape]))
  }

  mutating func handleOne(_ key: Key, _ modifiers: Modifiers) {
    if modifiers.contains(.control), case .character = key,
      let command = setup.keymap.command(key, modifiers), command.isAlwaysHeard
    {
      return perform(command)
    }
    guard !drawing.surface.view.isTooSmall else {
      if key == .character("q"), !drawing.editor.text.isTyping { perform(.quit) }
      return
    }
    for part in ScreenParts.fromTop where part.keys(in: self) != nil {
      if part.handle(key, modifiers, in: &self) { return }
    }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  private mutating func insert(pasted text: String) {
    guard !drawing.surface.view.isTooSmall, !text.isEmpty else { return }
    keyPart.part.insert(pasted: text, in: &self)
  }
}
