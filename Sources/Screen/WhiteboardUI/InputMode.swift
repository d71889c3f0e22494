import CellFrame
import ScreenCommands

/// The mode that has the keys and the pasted text. `Whiteboard+Modes` is the one place that chooses
/// the mode and passes input to it.
enum InputMode {
  /// A sheet is open.
  case sheet(SheetInput)
  /// The user types a text on the board.
  case text
  /// The user types words that the other participants see at the pointer.
  case speech
  /// The search in text paper is open.
  case search
  /// The film of the board is shown.
  case replay
  /// Keys are commands, and some of them move the pen.
  case canvas

  var isCanvas: Bool {
    switch self {
    case .sheet, .text, .speech, .search, .replay: false
    case .canvas: true
    }
  }

  /// Whether Alt with this key does nothing. If it gave a command, the text could end, and the next
  /// letters would become commands too. Keys of tools are not ignored in a text: tmux turns Esc and
  /// the next key, if it comes soon, into Alt and this key.
  func ignoresAlt(with key: Key, _ keymap: Keymap) -> Bool {
    switch self {
    case .sheet(let sheet): return sheet.isTyping
    case .text:
      if case .tool = keymap.command(key, []) { return false }
      return true
    case .speech, .search: return true
    case .replay, .canvas: return false
    }
  }

  /// Whether a key gives its command, because the mode has no meaning of its own for it.
  func isKeyFree(_ key: String) -> Bool {
    switch self {
    case .sheet(let sheet): sheet.isKeyFree(key)
    case .text, .speech, .search: false
    case .replay, .canvas: true
    }
  }

  /// Whether the event is a key that quits in this mode.
  ///
  /// - Parameter isLater: whether other input before it is not handled yet. A letter may then belong to
  ///   a text, so that only the key that always quits counts.
  func quits(by event: Event, _ keymap: Keymap, afterInput isLater: Bool) -> Bool {
    guard case .input(.key(let key, let modifiers)) = event else { return false }
    switch keymap.command(key, modifiers) {
    case .copyOrQuit: return true
    case .quit: return !isLater && quitsByKey
    default: return false
    }
  }

  /// Whether the key that quits does so in this mode.
  private var quitsByKey: Bool {
    switch self {
    case .sheet, .text, .speech, .replay: false
    case .search, .canvas: true
    }
  }

  /// Whether the event stands for two keys: Esc and the next key. If both arrive in a single
  /// packet, they look like the next key with Alt. Alt with a letter or an arrow has no meaning
  /// while a sheet or text is open. Elsewhere it only moves the pen.
  func isEscapeGlued(to key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.contains(.alt) else { return false }
    if case .character = key { return !isCanvas || Direction(key) == nil }
    return !isCanvas && modifiers.contains(.afterEscape)
  }
}
