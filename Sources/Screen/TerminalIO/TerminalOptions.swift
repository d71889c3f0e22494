import CellFrame

/// The options by which the caller overrides the environment.
public struct TerminalOptions: Hashable, Sendable {
  /// The colour depth. Nil stands for the depth that `TERM`, `COLORTERM`, `NO_COLOR` and terminfo
  /// give.
  public var depth: ColorDepth?
  /// Whether the mouse is reported from the start.
  public var mouse = true

  public init(depth: ColorDepth? = nil, mouse: Bool = true) {
    self.depth = depth
    self.mouse = mouse
  }
}
