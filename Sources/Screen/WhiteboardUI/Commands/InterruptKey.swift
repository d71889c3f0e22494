import CellFrame

/// Ctrl-C. With a selection it copies, as in many programs; in every other state it says which keys quit.
/// A second Ctrl-C at once quits.
struct InterruptKey: Sendable {
  /// The uptime in milliseconds of the first Ctrl-C; nil after any other input.
  private var pressed: Int64?

  /// The greatest time between the first key and the key that quits.
  static let milliseconds: Int64 = 2_000

  /// Returns whether the key quits, because it is the second one.
  mutating func quits(at now: Int64) -> Bool {
    let isSecond = pressed.map { now &- $0 <= Self.milliseconds } ?? false
    pressed = isSecond ? nil : now
    return isSecond
  }

  /// Forgets the first key at any input but Ctrl-C and a move of the mouse without a button.
  mutating func follow(_ input: InputEvent) {
    switch input {
    case .key(.character("c"), let modifiers) where modifiers.contains(.control): break
    case .mouse(let mouse) where mouse.action == .move: break
    case .key, .mouse, .paste: pressed = nil
    case .resize, .answer: break
    }
  }
}
