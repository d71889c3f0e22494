import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// The text that the user types.
extension Editor {
  /// Adds the typed text to the board, and leaves the view where the caret moved it. If the board
  /// does not accept the text, the text goes to the clipboard. The whiteboard then drops the
  /// preview.
  mutating func keepText(with recorder: inout BoardRecorder) {
    if let lost = text.keep(with: &recorder) {
      selecting.replaceClipboard(by: CopiedThings([.label(lost)]))
    }
  }

  /// Returns to the view from before the text, once the text is finished.
  mutating func returnToView(on surface: inout Surface) { text.returnToView(on: &surface) }

  /// Follows the edits of others that were merged.
  mutating func followTexts(in change: BoardChange, with recorder: inout BoardRecorder) {
    text.follow(change, with: &recorder)
  }

  /// Handles a key other than Esc while the user types a text.
  package mutating func type(
    _ key: Key, _ modifiers: Modifiers, in board: BoardReplica, on surface: inout Surface
  ) {
    text.type(key, modifiers, in: board, on: &surface)
  }

  /// Begins a text at the keyboard's pen.
  mutating func startText(on surface: inout Surface, at uptime: Int64) {
    tools.use(.text)
    let pen = keyPen ?? KeyPen(surface.view)
    text.start(
      at: Pointer(pen.cell, fractionX: 128, fractionY: 128), tools, on: &surface, at: uptime)
  }

  /// Inserts pasted text where the user types.
  package mutating func insert(
    pasted added: String, in board: BoardReplica, on surface: inout Surface
  ) {
    text.insert(added, in: board, on: &surface)
  }

  /// Begins a text in the only selected shape, or edits its text. Returns false if there is no such
  /// shape.
  mutating func writeInShape(in recorder: BoardRecorder, on surface: inout Surface) -> Bool {
    guard gesture.isIdle,
      let shape = selection.shape.flatMap({ recorder.picture.thing($0) })
    else { return false }
    guard recorder.accepts(.draw) else { return true }
    selecting.deselect()
    requests.append(.notice(.dismiss))
    text.start(in: shape, tools, in: recorder, on: &surface)
    return true
  }

  /// Forgets the view from before the text, because the user has chosen another view. The end of
  /// the text then does not move the view.
  package mutating func forgetViewBeforeTyping() { text.forgetView() }
}
