import CellFrame

/// The options by which the caller overrides the environment.
package struct TerminalOptions: Hashable, Sendable {
  /// The colour depth. If nil, `TERM`, `COLORTERM`, `NO_COLOR` and terminfo determine the depth.
  package var depth: ColorDepth?
  /// Whether the mouse is reported from the start.
  package var mouse = true

  package init(depth: ColorDepth? = nil, mouse: Bool = true) {
    self.depth = depth
    self.mouse = mouse
  }
}
