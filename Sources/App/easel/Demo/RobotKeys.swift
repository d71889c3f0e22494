import BoardModel
import CellFrame

/// The whiteboard's keys that robots use.
enum RobotKeys {
  /// Does the next step in a call; shares the board if no session has begun.
  static let share = Key.character("S")
  static let pen = Key.character("p")
  static let text = Key.character("t")
  static let laser = Key.character("w")
  static let speak = Key.character("'")
  static let clear = Key.character("C")
  static let restore = Key.character("R")

  /// The key of the tool that draws strokes of this kind; nil for freehand lines.
  static func shape(_ kind: Stroke.Kind) -> Key? {
    switch kind {
    case .line: .character("/")
    case .arrow: .character("a")
    case .rectangle: .character("r")
    case .ellipse: .character("o")
    case .diamond: .character("d")
    case .pen, .marker, .region: nil
    }
  }
}
