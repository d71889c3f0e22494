import CellFrame

/// What the caller wants otherwise than the environment says.
public struct TerminalOptions: Hashable, Sendable {
  /// Nil: what `TERM`, `COLORTERM`, `NO_COLOR` and terminfo give.
  public var depth: ColorDepth?
  /// Whether the mouse is reported from the start.
  public var mouse = true

  public init(depth: ColorDepth? = nil, mouse: Bool = true) {
    self.depth = depth
    self.mouse = mouse
  }
}
