import BoardEvents
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

// The text that the user types.
extension Editor {
  /// Adds the typed text to the board, and leaves the view where the caret moved it. If the board
  /// does not accept the text, the text goes to the clipboard. The whiteboard then drops the
  /// preview.
  mutating func keepText(with recorder: inout BoardRecorder, _ requests: inout Requests) {
    if let lost = text.keep(with: &recorder, &requests) {
      selecting.replaceClipboard(by: [.label(lost)])
    }
  }

  /// Returns to the view from before the text, once the text is finished.
  mutating func returnToView(on surface: inout Surface) { text.returnToView(on: &surface) }

  /// Follows the edits of others that were merged.
  mutating func followTexts(
    in change: BoardChange, with recorder: inout BoardRecorder, _ requests: inout Requests
  ) {
    text.follow(change, with: &recorder, &requests)
  }

  /// Handles a key other than Esc while the user types a text.
  package mutating func type(
    _ key: Key, _ modifiers: Modifiers, on surface: inout Surface, _ requests: inout Requests
  ) {
    text.type(key, modifiers, on: &surface, &requests)
  }

  /// Inserts pasted text where the user types.
  package mutating func insert(
    pasted added: String, on surface: inout Surface, _ requests: inout Requests
  ) {
    text.insert(added, on: &surface, &requests)
  }

  /// Forgets the view from before the text, because the user has chosen another view. The end of
  /// the text then does not move the view.
  package mutating func forgetViewBeforeTyping() { text.forgetView() }
}
