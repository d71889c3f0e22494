import CellFrame

/// Ctrl-C. With a selection it copies, as in many programs. A second Ctrl-C at once quits, and so
/// does Ctrl-C in every other state.
struct InterruptKey: Sendable {
  /// The uptime in milliseconds of the copy; nil after any other input.
  private var copied: Int64?

  /// The greatest time between the key that copies and the key that quits.
  static let milliseconds: Int64 = 2_000

  /// Returns whether the key copies the selection, and notes the copy. If not, the key quits.
  ///
  /// - Parameter canCopy: whether there is a selection that the user sees.
  mutating func copies(canCopy: Bool, at now: Int64) -> Bool {
    let isSecond = copied.map { now &- $0 <= Self.milliseconds } ?? false
    guard canCopy, !isSecond else { return false }
    copied = now
    return true
  }

  /// Forgets the copy at any input but Ctrl-C and a move of the mouse without a button.
  mutating func follow(_ input: InputEvent) {
    switch input {
    case .key(.character("c"), let modifiers) where modifiers.contains(.control): break
    case .mouse(let mouse) where mouse.action == .move: break
    case .key, .mouse, .paste: copied = nil
    case .resize, .answer: break
    }
  }
}
