import CellFrame
import ScreenContract

/// The use of the keys by the part of the screen that has them.
struct KeyUse {
  /// The meaning of letters.
  enum Letters {
    case commands
    /// They are text.
    case text
    /// They are text, but Alt with the key of a tool chooses the tool: tmux turns Esc and the next key, if
    /// it comes soon, into Alt and this key.
    case textBesideTools
  }

  var letters = Letters.commands
  /// Whether arrows and the like move the pen.
  var movesPen = false
  /// Whether the key that quits does so.
  var quits = false
  /// Returns whether a key gives its command, because the part has no meaning of its own for it.
  var isFree: (String) -> Bool = { _ in true }

  /// Whether Alt with this key does nothing. If it gave a command, the text could end, and the next
  /// letters would become commands too.
  func ignoresAlt(with key: Key, _ keymap: Keymap) -> Bool {
    switch letters {
    case .commands: return false
    case .text: return true
    case .textBesideTools:
      if case .tool = keymap.command(key, []) { return false }
      return true
    }
  }

  /// Whether the event is a key that quits now.
  ///
  /// - Parameter isLater: whether other input before it is not handled yet. A letter may then belong to
  ///   a text, so that only the key that always quits counts.
  func quits(by event: Event, _ keymap: Keymap, afterInput isLater: Bool) -> Bool {
    guard case .input(.key(let key, let modifiers)) = event else { return false }
    switch keymap.command(key, modifiers) {
    case .copyOrQuit: return true
    case .quit: return !isLater && quits
    default: return false
    }
  }

  /// Whether the event stands for two keys: Esc and the next key. If both arrive in a single
  /// packet, they look like the next key with Alt. Alt with a letter or an arrow has no meaning
  /// while a sheet or text is open. Elsewhere it only moves the pen.
  func isEscapeGlued(to key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.contains(.alt) else { return false }
    if case .character = key { return !movesPen || Direction(key) == nil }
    return !movesPen && modifiers.contains(.afterEscape)
  }
}
