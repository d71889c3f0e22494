import CellFrame

// A key goes to the topmost open part: a sheet, a text, the pen, and last the key map.
extension Whiteboard {
  mutating func handle(_ key: Key, _ modifiers: Modifiers) {
    if isAltWhileTyping(key, modifiers) {
      return say("Alt does nothing while you type. Esc ends the text.")
    }
    let hasOpen = sheet != nil || draft != nil || isSpeaking
    guard isEscapeGlued(to: key, modifiers, hasOpen: hasOpen) else {
      return takeOne(key, modifiers)
    }
    takeOne(.escape, [])
    takeOne(key, modifiers.subtracting([.alt, .afterEscape]))
  }

  /// Whether Alt is held while the user types. Such a key is neither a letter nor a command: if it
  /// were a command, the letters typed next would become commands too.
  private func isAltWhileTyping(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard case .character = key, modifiers.contains(.alt), !modifiers.contains(.control) else {
      return false
    }
    return sheet == nil ? draft != nil || isSpeaking : isTypingInSheet
  }

  /// Whether the key stands for Esc and the next key. In a single packet these look like that key
  /// with Alt. Alt with a letter or an arrow means nothing while a sheet or text is open, and
  /// elsewhere only moves the pen.
  private func isEscapeGlued(to key: Key, _ modifiers: Modifiers, hasOpen: Bool) -> Bool {
    guard modifiers.contains(.alt) else { return false }
    if case .character = key { return hasOpen || Way(key) == nil }
    return hasOpen && modifiers.contains(.afterEscape)
  }

  private mutating func takeOne(_ key: Key, _ modifiers: Modifiers) {
    if modifiers.contains(.control), case .character(let character) = key,
      let command = Keymap.control(character), isAlwaysHeard(command)
    {
      return perform(command)
    }
    guard !view.isTooSmall else {
      if key == .character("q"), draft == nil { perform(.quit) }
      return
    }
    if sheet != nil { return takeInSheet(key, modifiers) }
    if draft != nil { return type(key, modifiers) }
    if speak(key, modifiers) { return }
    if notice?.command == .openLast {
      notice = nil
      if key == .enter { return perform(.openLast) }
    }
    if key == .escape { return stepBack() }
    if steer(key, modifiers) { return }
    if let command = Keymap.command(key, modifiers) { perform(command) }
  }

  private func isAlwaysHeard(_ command: Command) -> Bool {
    command == .quit || command == .suspend || command == .redraw
  }

  /// Steps back on Esc: leaves what was begun last.
  private mutating func stepBack() {
    if !gesture.isIdle {
      abandonGesture()
    } else if let guidance = together.guidance {
      goBack(from: guidance)
    } else if together.speech != nil {
      together.speech = nil
    } else if !selection.isEmpty {
      selection = Selection()
    } else if keyPen != nil {
      keyPen = nil
    } else {
      notice = nil
    }
  }

  /// Handles keys that move the pen, the selection or the view. Returns false for any other key.
  private mutating func steer(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if key == .enter || key == .character(" ") {
      tap(with: key, modifiers)
      return true
    }
    guard let way = Way(key) else { return false }
    let modifiers = way.isShifted ? modifiers.union(.shift) : modifiers
    let canNudge = !selection.isEmpty && way.isArrow && (gesture.isIdle || isNudging)
    if canNudge {
      nudge(columns: way.right, rows: way.down, by: modifiers)
    } else if kit.tool == .hand || way.isArrow && view.isPaper && keyPen == nil {
      let cells = modifiers.contains(.shift) ? 8.0 : 1.0
      pan(columns: Double(way.right) * cells * 2, rows: Double(way.down) * cells)
    } else {
      movePen(way, modifiers)
    }
    return true
  }

  private var isNudging: Bool { gesture.settles != nil }

  private mutating func movePen(_ way: Way, _ modifiers: Modifiers) {
    if isNudging { finishGesture() }
    guard var pen = keyPen else {
      // The first press only shows the pen.
      keyPen = KeyPen(view)
      return
    }
    let dots = modifiers.contains(.shift) ? 10 : modifiers.contains(.alt) ? 1 : 2
    let beyond = pen.move(right: way.right, down: way.down, dots: dots, in: view)
    keyPen = pen
    if !gesture.isIdle {
      drag(to: touch(pen, []))
    } else if beyond.columns != 0 || beyond.rows != 0 {
      pan(columns: Double(beyond.columns), rows: Double(beyond.rows))
    }
  }

  /// Handles Space and Enter: pen down, pen up. With a tool that needs a single tap, Enter does
  /// both at once.
  private mutating func tap(with key: Key, _ modifiers: Modifiers) {
    if isNudging { return finishGesture() }
    let pen = keyPen ?? KeyPen(view)
    keyPen = pen
    guard gesture.isIdle else { return finishGesture() }
    press(kit.tool, touch(pen, modifiers))
    let isWholeTap = kit.tool == .select || kit.tool == .eraser
    if key == .enter, isWholeTap { finishGesture() }
  }

  private func touch(_ pen: KeyPen, _ modifiers: Modifiers) -> Touch {
    Touch(
      pointer: pen.pointer, point: view.viewport.boardPoint(pen.pointer), modifiers: modifiers)
  }
}

/// A direction, given by arrow or by hjkl.
struct Way: Hashable, Sendable {
  var right = 0
  var down = 0
  var isArrow = true
  /// Whether a capital letter stands for Shift.
  var isShifted = false

  init?(_ key: Key) {
    switch key {
    case .left: right = -1
    case .right: right = 1
    case .up: down = -1
    case .down: down = 1
    case .character(let letter):
      isArrow = false
      isShifted = letter.isUppercase
      switch letter {
      case "h", "H": right = -1
      case "j", "J": down = 1
      case "k", "K": down = -1
      case "l", "L": right = 1
      default: return nil
      }
    default: return nil
    }
  }
}
