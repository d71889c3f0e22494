import BoardEditor
import ScreenContract

/// The last requests to the shell, so that it is asked again only after a change.
struct ShellRequests {
  /// Whether the terminal reports the mouse.
  private var hasMouse = true
  /// Whether the terminal reports mouse moves without a button.
  private var hasHover = false
  private var tools: RememberedTools?
  /// The uptime of the next `.wake`, in milliseconds.
  private var wake: Int64?
  /// The uptime at which the bell rang last, in milliseconds; nil if it never rang.
  private var rangAt: Int64?
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  mutating func wake(at uptime: Int64) {
    guard uptime != wake else { return }
    wake = uptime
    requests.append(.board(.wake(at: uptime)))
  }

  /// Asks for a wake at this time, unless an earlier one comes.
  mutating func wake(noLaterThan uptime: Int64) {
    if wake.map({ uptime < $0 }) ?? true { wake(at: uptime) }
  }

  /// Whether the time of the next wake has come.
  func isDue(at uptime: Int64) -> Bool { wake.map { $0 <= uptime } ?? false }

  /// Forgets a wake whose time has come.
  mutating func expire(at uptime: Int64) {
    if let wake, wake <= uptime { self.wake = nil }
  }

  mutating func hover(on isOn: Bool) {
    guard isOn != hasHover else { return }
    hasHover = isOn
    requests.append(.hover(on: isOn))
  }

  /// Asks to remember the tools. The first tools need no request, because the shell has them.
  private mutating func remember(_ tools: RememberedTools) {
    defer { self.tools = tools }
    if let known = self.tools, known != tools { requests.append(.rememberTools(tools)) }
  }

  mutating func remember(_ drawing: DrawingController, _ palette: PaletteForm) {
    let tools = drawing.editor.tools.remembered(
      with: palette, showsLineNumbers: drawing.surface.showsLineNumbers)
    remember(tools)
  }

  /// The shortest time between two rings of the bell, in milliseconds: no other person can make it ring
  /// without a pause.
  static let bellMilliseconds: Int64 = 5_000

  /// Whether the bell may ring now; notes that it does so.
  mutating func mayRing(at uptime: Int64) -> Bool {
    if let rangAt, uptime - rangAt < Self.bellMilliseconds { return false }
    rangAt = uptime
    return true
  }

  mutating func toggleMouse() {
    hasMouse.toggle()
    requests.append(.mouse(on: hasMouse))
    requests.notify(
      hasMouse
        ? "The mouse draws again."
        : "Mouse released: select text; M takes it back.")
  }
}
