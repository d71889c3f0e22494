import BoardModel
import CellFrame
import EaselBase
import ScreenContract

/// Guesses that a user writes, although letters are commands: three letters come within a second, right
/// after one shape was drawn or clicked.
struct WritingGuess {
  /// The shape that was drawn or clicked last; nil after any input but letters.
  private(set) var shape: EntryID?
  private var letters: [Letter] = []
  /// Whether the user was asked.
  private(set) var isAsked = false
  /// The last letters, whose commands cannot be taken back: they wait for further letters.
  private var held: [(key: Key, modifiers: Modifiers)] = []
  /// The uptime in milliseconds at which the commands of the held letters are carried out; nil if no letter
  /// is held.
  private(set) var holdsUntil: Int64?

  /// A letter, and what it takes to undo its command.
  private struct Letter {
    let letter: Character
    let uptime: Int64
    /// The tools before the command.
    let tools: ToolSettings
    /// The command that takes back the change of the board; nil if there was none.
    var reversal: Command?
  }

  /// The longest time for the letters, in milliseconds.
  static let milliseconds: Int64 = 1_000
  static let lettersMin = 3
  /// The time for which a letter is held, in milliseconds.
  static let holding: Int64 = 400

  /// The letters so far.
  var words: String { String(letters.map(\.letter)) }
  /// The tools before the first letter.
  var tools: ToolSettings? { letters.first?.tools }
  /// The commands that take back what the letters did, the last one first.
  var reversals: [Command] { letters.reversed().compactMap(\.reversal) }

  init(after shape: EntryID? = nil) { self.shape = shape }

  /// Adds a letter, and forgets the letters that came too long before it.
  mutating func add(_ letter: Character, at now: Int64, _ tools: ToolSettings) {
    if !isAsked { letters.removeAll { now &- $0.uptime > Self.milliseconds } }
    letters.append(Letter(letter: letter, uptime: now, tools: tools))
    if letters.count >= Self.lettersMin { isAsked = true }
  }

  /// Holds a letter until the next one comes, or until the time is over.
  mutating func hold(_ key: Key, _ modifiers: Modifiers, at now: Int64) {
    held.append((key, modifiers))
    holdsUntil = now &+ Self.holding
  }

  /// Returns the held letters, and holds none of them any longer.
  mutating func removeHeld() -> [(key: Key, modifiers: Modifiers)] {
    defer { (held, holdsUntil) = ([], nil) }
    return held
  }

  mutating func removeLast() { letters.removeLast() }

  /// Notes the command that takes back what the last letter did.
  mutating func note(reversal: Command) { letters[letters.count - 1].reversal = reversal }
}

// The letters of a user who may be writing.
extension Whiteboard {
  /// Notes the shape that an input has drawn or clicked, for the letters that follow.
  ///
  /// - Parameter before: the selected shape before the input.
  mutating func followWriting(_ input: InputEvent, after before: EntryID?) {
    guard !input.isMove else { return }
    let shape = drawing.editor.selection.shape
    if case .mouse = input {
      writing = WritingGuess(after: shape)
    } else {
      writing = WritingGuess(after: shape == before ? nil : shape)
    }
  }

  /// Carries out the commands of the letters that were held, because no further letter came.
  mutating func performHeldLetters() {
    let held = writing.removeHeld()
    guard !held.isEmpty else { return }
    writing = WritingGuess()
    for (key, modifiers) in held { handleOne(key, modifiers) }
  }

  /// Handles a key that may be a letter of a text.
  ///
  /// - Returns: whether the key is handled.
  mutating func handleWriting(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let shape = writing.shape, modifiers.isSubset(of: .shift), !isTypingText,
      drawing.recorder.mayDraw, replay == nil, !drawing.surface.view.isTooSmall
    else { return false }
    if writing.isAsked { return answer(key) }
    guard case .character(let letter) = key,
      letter.isLetter || !writing.words.isEmpty && (letter.isNumber || letter == " ")
    else { return false }
    let movesPen = drawing.editor.keyPen != nil && Direction(key) != nil
    guard !movesPen, !sheets.isOpen || isChoosingColor else {
      writing = WritingGuess()
      return false
    }
    let command = setup.keymap.command(key, modifiers)
    let entry = drawing.recorder.nextEntry
    writing.add(letter, at: drawing.uptime, drawing.editor.tools)
    if writing.isAsked {
      _ = writing.removeHeld()
      takeBackLetters(after: shape)
      askWhetherWriting()
    } else if writing.holdsUntil != nil || !isChoosingColor && !command.isReversible {
      writing.hold(key, modifiers, at: drawing.uptime)
    } else {
      handleOne(key, modifiers)
      if drawing.recorder.nextEntry != entry {
        writing.note(reversal: command == .undo ? .redo : .undo)
      }
    }
    return true
  }

  private var isChoosingColor: Bool {
    if case .colors? = sheets.kind { true } else { false }
  }

  /// Handles a key while the question is shown: further letters belong to the text.
  private mutating func answer(_ key: Key) -> Bool {
    guard case .writeInShape? = notices.shown?.command else {
      writing = WritingGuess()
      return false
    }
    switch key {
    case .character(let letter): writing.add(letter, at: drawing.uptime, drawing.editor.tools)
    case .backspace where writing.words.count > 1: writing.removeLast()
    case .escape, .backspace:
      notices.dismiss()
      writing = WritingGuess()
      return true
    default: return false
    }
    askWhetherWriting()
    return true
  }

  private mutating func takeBackLetters(after shape: EntryID) {
    closeSheet()
    for reversal in writing.reversals { perform(reversal) }
    if let tools = writing.tools { drawing.goBack(to: tools, selecting: shape) }
  }

  private func askWhetherWriting() {
    let (look, chrome) = (drawing.editor.selection.look, drawing.surface.chrome)
    let words = chrome.quoted(chrome.fit(writing.words, 30))
    let place = "\(look.hasNext ? "in" : "on") the \(look.kind ?? "shape")"
    requests.notify(
      "Were you writing? Enter writes \(words) \(place).", command: .writeInShape(writing.words))
  }
}

extension InputEvent {
  /// Whether the event is a move of the mouse without a button, or no input of the user.
  var isMove: Bool {
    switch self {
    case .mouse(let mouse): mouse.action == .move
    case .resize, .answer: true
    case .key, .paste: false
    }
  }
}

extension Command? {
  /// Whether what the command does can be taken back. A key without a command does nothing.
  fileprivate var isReversible: Bool {
    switch self {
    case nil, .tool, .color, .width, .thinner, .thicker, .letterSize, .toggleFill,
      .toggleConstraint, .toggleSticking, .toggleLook, .undo, .redo, .clear, .selection,
      .show(.colors), .show(.arrange):
      true
    default: false
    }
  }
}
