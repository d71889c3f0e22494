import BoardEditor
import BoardView
import ScreenContract

/// The text under the ink.
enum PaperPart: ScreenPart {
  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    if changes.isPictureNew { whiteboard.paper.follow(whiteboard.drawing.recorder.picture) }
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    overlay.runs = whiteboard.decoration.runs
  }
}
