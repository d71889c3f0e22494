import BoardDocument
import BoardModel
import CellFrame

extension Whiteboard {
  mutating func startText(_ touch: Touch) {
    draft = TextDraft(
      at: touch.pointer.cell, in: view.viewport, color: kit.color, began: now.uptime)
  }

  /// Keeps the typed text on the board, if there is any, and returns to the earlier view.
  mutating func finishText() {
    keepText()
    returnFromCaret()
  }

  /// Keeps the typed text, and leaves the view where the caret moved it.
  mutating func keepText() {
    guard let done = draft else { return }
    draft = nil
    typingEnded(isKept: done.label != nil && mayDraw)
    guard let label = done.label,
      !make([.make(.label(label))], lasted: now.uptime &- done.began, wasBegun: true)
    else { return }
    clipboard = [.label(label)]
    effects.append(.copy(label.text.string))
    let reason = mayDraw ? "The board is full" : "You are watching now"
    say("\(reason): what you typed is in the clipboard.", isWarning: true)
  }

  mutating func type(_ key: Key, _ modifiers: Modifiers) {
    edit(key, modifiers)
    revealCaret()
    pointAtCursor()
  }

  /// Sets the pointer that other participants see to the cursor, so that it does not cover the
  /// text.
  private mutating func pointAtCursor() {
    guard let draft, together.seat != nil else { return }
    let cell = caret(of: draft, in: view)
    if view.hasOnCanvas(cell) { together.hover = Pointer(cell) }
  }

  private mutating func edit(_ key: Key, _ modifiers: Modifiers) {
    switch key {
    case .escape: finishText()
    case .enter: insert("\n")
    case .tab: insert("  ")
    case .character(let character):
      if !modifiers.contains(.control) { insert(String(character)) }
    case .backspace: draft?.deleteBackward()
    case .delete: draft?.deleteForward()
    case .left: draft?.moveLeft()
    case .right: draft?.moveRight()
    case .up: draft?.moveLine(by: -1)
    case .down: draft?.moveLine(by: 1)
    case .home: draft?.moveToLineStart()
    case .end: draft?.moveToLineEnd()
    default: break
    }
  }

  private mutating func insert(_ text: String) {
    guard draft?.insert(text) == false else { return }
    say("One text holds \(Limits.labelScalars) characters; the rest was left out.")
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  mutating func insert(pasted text: String) {
    guard !view.isTooSmall, !text.isEmpty else { return }
    if sheet != nil { return pasteIntoSheet(text) }
    if isSpeaking { return addToSpeech(text) }
    dismissOffer()
    if draft == nil {
      guard mayDraw else { return sayOnlyWatching() }
      if let lack = board.lack(for: .draw) { return showNotice(of: lack) }
      finishGesture()
      kit.tool = .text
      let pen = keyPen ?? KeyPen(view)
      draft = TextDraft(at: pen.cell, in: view.viewport, color: kit.color, began: now.uptime)
    }
    insert(text)
    revealCaret()
    pointAtCursor()
  }
}
