import BoardModel
import BoardRendering
import CellFrame

// The mode of the input: keys and pasted text go to the part that the user opened last.
extension Whiteboard {
  var mode: InputMode {
    if let sheet = sheetInput { return .sheet(sheet) }
    if replay != nil { return .replay }
    if drawing.editor.text.isTyping { return .text }
    if sessions.presence.talk.isTyping { return .speech }
    return search.isOpen ? .search : .canvas
  }

  /// Whether letters go into a text on the board.
  package var isTypingText: Bool { if case .text = mode { true } else { false } }

  /// Passes a key to the mode that has the keys.
  mutating func pass(_ key: Key, _ modifiers: Modifiers) {
    let isAsked = !sessions.panel.admissions.waiting.isEmpty
    switch mode {
    case .sheet(let sheet):
      if isAsked, sheet.answersKnock(setup.keymap.command(key, modifiers), sheets.kind) {
        return perform(.show(.knock))
      }
      let command = sheet.handle(
        key, setup.keymap, pageRows: max(drawing.surface.view.canvasRows - 3, 1), in: &sheets,
        &requests)
      carryOutRequests()
      if let command { perform(command) }
    case .replay:
      let command = film.mode?.handle(
        key, modifiers, setup.keymap, isAsked: isAsked, at: drawing.uptime, &requests)
      if let command { perform(command) }
    case .text:
      drawing.type(key, modifiers, &requests)
      pointAtCaret()
    case .speech:
      sessions.presence.handleSpeech(key, modifiers, at: drawing.uptime, &requests)
    case .search:
      let cancelsGesture = key == .escape && !drawing.editor.gesture.isIdle
      if cancelsGesture
        || !search.handle(
          key, modifiers, in: drawing.recorder.picture, on: &drawing.surface, &requests)
      {
        handleOnCanvas(key, modifiers)
      }
    case .canvas: handleOnCanvas(key, modifiers)
    }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  mutating func insert(pasted text: String) {
    guard !drawing.surface.view.isTooSmall, !text.isEmpty else { return }
    switch mode {
    case .sheet(let sheet): sheet.paste(text, in: &sheets, &requests)
    case .speech: sessions.presence.insertIntoSpeech(text, &requests)
    case .search: search.paste(text, in: drawing.recorder.picture, on: &drawing.surface, &requests)
    case .replay: break
    case .text, .canvas:
      notices.dismiss(for: .openLast)
      if drawing.insert(pasted: text, &requests) { pointAtCaret() }
    }
  }

  /// Moves the pointer that others see to the caret, so that the pointer does not cover the text.
  private mutating func pointAtCaret() {
    let caret = drawing.editor.text.visibleCaret(in: drawing.surface.view)
    if let caret { sessions.presence.point(at: caret) }
  }

  /// Handles a key while the canvas has the keys.
  private mutating func handleOnCanvas(_ key: Key, _ modifiers: Modifiers) {
    let offered = notices.shown?.command
    if offered == .openLast { notices.dismiss() }
    if key == .enter, let offered, [.openLast, .replay(.watchAgain)].contains(offered) {
      return perform(offered)
    }
    if key == .escape { return stepBack() }
    if drawing.steer(key, modifiers, &requests) {
      if let pen = drawing.editor.keyPen, drawing.editor.gesture.isBeaming {
        sessions.presence.beam(
          to: drawing.surface.view.viewport.boardPoint(pen.pointer), at: drawing.uptime)
      }
      if let pen = drawing.editor.keyPenOnScreen { giveWay(to: pen) }
      return
    }
    if let command = setup.keymap.command(key, modifiers) { perform(command) }
  }

  /// Steps back on Esc: ends the activity that the user began last.
  private mutating func stepBack() {
    if !drawing.editor.gesture.isIdle {
      drawing.abandonGesture(&requests)
    } else if sessions.presence.returnToOwnView(&requests) || sessions.presence.dropSpeech() {
      return
    } else if !drawing.editor.stepBack() {
      requests.append(.notice(.dismiss))
    }
  }
}
