import BoardDocument
import BoardModel
import CellFrame

extension Whiteboard {
  mutating func startText(_ touch: Touch) {
    draft = TextDraft(
      at: touch.pointer.cell, in: view.viewport, color: kit.color, began: now.uptime)
  }

  /// Leaves what was typed on the board; nothing where nothing was.
  mutating func finishText() {
    keepText()
    returnFromCaret()
  }

  /// The same, and looks on at where the caret took the view.
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

  /// Others see the pointer where something is typed, and not over it.
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

  /// Pasted text goes where text is typed, and begins one where none is.
  mutating func insert(pasted text: String) {
    guard !view.isTooSmall, !text.isEmpty else { return }
    if sheet != nil { return pasteIntoSheet(text) }
    if isSpeaking { return addToSpeech(text) }
    dismissOffer()
    if draft == nil {
      guard mayDraw else { return sayOnlyWatching() }
      if let lack = board.lack(for: .draw) { return say(of: lack) }
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
