import CellFrame
import ScreenContract

// The keys that move the pen, the selection or the view.
extension Editor {
  /// The effect of a key on the keyboard's pen, the selection or the view.
  package enum KeyEffect: Hashable, Sendable {
    /// The gesture ends.
    case finish(isReleased: Bool)
    /// The pen goes down; after Enter it lifts at once.
    case tap
    case nudge(Direction, Modifiers)
    /// The next shape is made in this direction.
    case makeNext(Direction)
    case pan(columns: Double, rows: Double)
    /// The pen moves, after a move of the selection has ended.
    case move(Direction, Modifiers)
    case ignored
  }

  /// Returns the effect of a key that moves the pen, the selection or the view; nil for any other
  /// key. Space puts the pen down or lifts it. Enter only lifts it, because the user may press it to
  /// answer a question that has just gone; after an arrow key it taps with the tools that need a
  /// single tap.
  package mutating func effect(
    of key: Key, _ modifiers: Modifiers, isPaper: Bool
  ) -> KeyEffect? {
    let makesNext = awaitsDirection || modifiers.contains(.control)
    awaitsDirection = false
    if key == .enter || key == .character(" ") {
      if isNudging { return .finish(isReleased: false) }
      guard gesture.isIdle else { return .finish(isReleased: true) }
      let isWholeTap = tools.tool == .select || tools.tool == .eraser
      return key == .enter && (keyPen == nil || !isWholeTap) ? .ignored : .tap
    }
    guard let direction = Direction(key, modifiers) else { return nil }
    if makesNext, direction.isArrow, selecting.shapeBeforeNext != nil {
      return .makeNext(direction)
    }
    let modifiers = direction.isShifted ? modifiers.union(.shift) : modifiers
    let canNudge = !selection.isEmpty && direction.isArrow && (gesture.isIdle || isNudging)
    if canNudge { return .nudge(direction, modifiers) }
    guard tools.tool == .hand || direction.isArrow && isPaper && keyPen == nil else {
      return .move(direction, modifiers)
    }
    let cells = modifiers.contains(.shift) ? 8.0 : 1.0
    return .pan(
      columns: Double(direction.right) * cells * 2, rows: Double(direction.down) * cells)
  }

  /// Whether the selection moves by arrow keys.
  var isNudging: Bool { gesture.finishesAt != nil }
}
