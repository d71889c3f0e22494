import CellFrame

/// A direction, from an arrow key or one of the keys h, j, k and l.
package struct Direction: Hashable, Sendable {
  package var right = 0
  package var down = 0
  package var isArrow = true
  /// Whether the key was a capital letter, which counts as Shift and the key.
  package var isShifted = false

  package static let right = Direction(1, 0)
  package static let left = Direction(-1, 0)
  package static let up = Direction(0, -1)
  package static let down = Direction(0, 1)

  private init(_ right: Int, _ down: Int) { (self.right, self.down) = (right, down) }

  /// Nil for any other key, and for a letter with Ctrl, which is a command.
  package init?(_ key: Key, _ modifiers: Modifiers = []) {
    if case .character = key, modifiers.contains(.control) { return nil }
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
