/// The last requests to the shell, so that it is asked again only after a change.
struct ShellRequests: Sendable {
  /// Whether the terminal reports the mouse.
  private var hasMouse = true
  /// Whether the terminal reports mouse moves without a button.
  private var hasHover = false
  private var tools: RememberedTools?
  /// The uptime of the next `.wake`, in milliseconds.
  private var wake: Int64?

  mutating func wake(at uptime: Int64, in workspace: inout Workspace) {
    guard uptime != wake else { return }
    wake = uptime
    workspace.effects.append(.board(.wake(at: uptime)))
  }

  /// Forgets a wake whose time has come.
  mutating func expire(at uptime: Int64) {
    if let wake, wake <= uptime { self.wake = nil }
  }

  mutating func hover(on isOn: Bool, in workspace: inout Workspace) {
    guard isOn != hasHover else { return }
    hasHover = isOn
    workspace.effects.append(.hover(on: isOn))
  }

  /// Asks to remember the tools. The first tools need no request, because the shell has them.
  mutating func remember(_ tools: RememberedTools, in workspace: inout Workspace) {
    defer { self.tools = tools }
    if let known = self.tools, known != tools { workspace.effects.append(.rememberTools(tools)) }
  }

  mutating func toggleMouse(in workspace: inout Workspace) {
    hasMouse.toggle()
    workspace.effects.append(.mouse(on: hasMouse))
    workspace.notify(
      hasMouse
        ? "The mouse draws again."
        : "Mouse released: select text; M takes it back.")
  }
}
