import BoardEditor
import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// A part of the screen: something that takes keys or the mouse, that lies above the canvas, or that changes
/// by itself.
///
/// A part says what the whiteboard does with the state that belongs to it. That state is a property of the
/// whiteboard, and has methods of its own. A new part is a file with a type like this, and a line in
/// `ScreenParts.fromTop`.
protocol ScreenPart: SendableMetatype {
  /// The use of the keys by this part; nil if it does not take keys now.
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse?
  /// Handles a key, if the part takes keys.
  ///
  /// - Returns: whether the part used the key. If not, the next part below that takes keys has it.
  static func handle(_ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard) -> Bool
  /// Inserts pasted text, if the part takes keys.
  static func insert(pasted text: String, in whiteboard: inout Whiteboard)
  /// Handles a report of the mouse.
  ///
  /// - Returns: whether the part used the report. If not, the next part below has it.
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool
  /// Whether the part follows the mouse while no button is held.
  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool
  /// Adapts the part to what changed.
  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard)
  /// Returns the uptime in milliseconds at which the part changes by itself; nil if it does not.
  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64?
  /// Ends notices, moves and other states whose time is over.
  static func expire(in whiteboard: inout Whiteboard)
  /// Draws what lies above the canvas, over the parts below.
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard)
}

extension ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? { nil }
  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool { false }
  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {}
  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool { false }
  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool { false }
  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {}
  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? { nil }
  static func expire(in whiteboard: inout Whiteboard) {}
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {}
}

/// The changes since the parts last followed.
struct ScreenChanges {
  let isPictureNew: Bool
  let surface: Surface.Changes
}

/// The parts of the screen.
enum ScreenParts {
  /// All parts, the topmost first. Keys and the mouse go to the first part that uses them. Changes and the
  /// overlay go from the lowest part upwards.
  static let fromTop: [any ScreenPart.Type] = [
    ToastPart.self, SheetPart.self, LeavingPart.self, WallPart.self, FilmScreenPart.self,
    BarsPart.self, PalettePart.self,
    SelectionLinePart.self, PresencePart.self, PicturePart.self, SpeechPart.self, TextPart.self,
    SearchPart.self,
    CanvasPart.self, PixelPart.self, PaperPart.self,
  ]
  static let fromBelow = Array(fromTop.reversed())

  /// Returns what lies above the canvas.
  static func overlay(of whiteboard: borrowing Whiteboard) -> Overlay {
    var overlay = Overlay()
    for part in fromBelow { part.draw(in: &overlay, of: whiteboard) }
    if overlay.cursor == nil, !whiteboard.setup.surface.canHideCursor {
      overlay.cursor =
        whiteboard.drawing.keyPenOnScreen
        ?? KeyPen(whiteboard.shownSurface.view).cellOnScreen(in: whiteboard.shownSurface.view)
    }
    return overlay
  }
}
