import BoardEditor
import ScreenCommands

/// The last requests to the shell, so that it is asked again only after a change.
struct ShellRequests: Sendable {
  /// Whether the terminal reports the mouse.
  private var hasMouse = true
  /// Whether the terminal reports mouse moves without a button.
  private var hasHover = false
  private var tools: RememberedTools?
  /// The uptime of the next `.wake`, in milliseconds.
  private var wake: Int64?

  mutating func wake(at uptime: Int64, _ requests: inout Requests) {
    guard uptime != wake else { return }
    wake = uptime
    requests.append(.board(.wake(at: uptime)))
  }

  /// Whether the time of the next wake has come.
  func isDue(at uptime: Int64) -> Bool { wake.map { $0 <= uptime } ?? false }

  /// Forgets a wake whose time has come.
  mutating func expire(at uptime: Int64) {
    if let wake, wake <= uptime { self.wake = nil }
  }

  mutating func hover(on isOn: Bool, _ requests: inout Requests) {
    guard isOn != hasHover else { return }
    hasHover = isOn
    requests.append(.hover(on: isOn))
  }

  /// Asks to remember the tools. The first tools need no request, because the shell has them.
  private mutating func remember(_ tools: RememberedTools, _ requests: inout Requests) {
    defer { self.tools = tools }
    if let known = self.tools, known != tools { requests.append(.rememberTools(tools)) }
  }

  mutating func remember(
    _ drawing: DrawingController, _ palette: PaletteForm, _ requests: inout Requests
  ) {
    let tools = drawing.editor.tools.remembered(
      with: palette, showsLineNumbers: drawing.surface.showsLineNumbers)
    remember(tools, &requests)
  }

  mutating func toggleMouse(_ requests: inout Requests) {
    hasMouse.toggle()
    requests.append(.mouse(on: hasMouse))
    requests.notify(
      hasMouse
        ? "The mouse draws again."
        : "Mouse released: select text; M takes it back.")
  }
}

extension ShellRequests {
  /// Returns the next time at which a part of the screen changes by itself; nil if none does.
  static func nextWake(of whiteboard: Whiteboard) -> Int64? {
    let (drawing, sessions) = (whiteboard.drawing, whiteboard.sessions)
    let gesture = drawing.editor.gesture
    let moments =
      [
        whiteboard.notices.expires, gesture.finishesAt,
        gesture.isIdle ? sessions.previewDue(in: drawing.recorder) : nil,
        whiteboard.replay?.nextChange(after: drawing.uptime),
      ].compactMap { $0 } + sessions.expiries(after: drawing.uptime)
    return moments.min()
  }
}
