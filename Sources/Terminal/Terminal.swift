import Glibc
import Rendering

/// The terminal this process was started from, for as long as Easel fills its screen.
///
/// One at a time, made and used on the main thread. What it does to the terminal it undoes in
/// `restore`, in `suspend`, and from a signal handler when the process crashes.
public final class Terminal {
  public private(set) var columns = 80
  public private(set) var rows = 24
  public let depth: ColorDepth
  /// Whether the locale is UTF-8; without, only ASCII reaches the screen.
  public let isUTF8: Bool
  /// Whether the terminal reports the mouse at all.
  public let hasMouse: Bool

  /// Takes the screen over: raw mode, the alternate screen, the mouse, bracketed paste.
  public init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    depth = .none
    isUTF8 = false
    hasMouse = false
    throw .noTerminal
  }

  /// Shows a frame: only what differs from the last one is written. While the terminal is slow to
  /// take the last frame, the newest one waits here and replaces any other that waited.
  public func draw(_ frame: Frame) {}

  /// Whether a frame would be written at once; while not, composing one is wasted effort.
  public var isReady: Bool { true }

  /// Waits until something happens, without using the processor, and says what, in order.
  ///
  /// - Parameters:
  ///   - deadline: by `Terminal.uptime`; nil waits for ever, a past one does not wait.
  ///   - descriptors: others to watch for something to read.
  public func wait(until deadline: Int64?, also descriptors: [Int32] = []) -> [Wake] { [.hangUp] }

  /// Milliseconds on the clock that never goes back; the one `wait` goes by.
  public static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Mouse reports on or off; off, the terminal's own selection works.
  public func setMouse(on: Bool) {}

  /// Whether moves without a button are reported too.
  public func setHover(on: Bool) {}

  /// Offers text to the clipboard by OSC 52. Only our own text may be given. False where it is too
  /// long for what terminals take.
  public func copy(_ text: String) -> Bool { false }

  /// Gives the terminal back, stops the process group as Ctrl-Z does elsewhere, and takes the
  /// terminal again when continued; the last frame is painted anew and the size read again.
  public func suspend() {}

  /// Gives the terminal back as it was found. May be called any number of times; the last thing to
  /// do before printing anything else.
  public func restore() {}

  /// What `easel doctor` says of this terminal: one fact a line.
  public var facts: [(name: String, value: String)] { [] }

  /// Puts every mode that Easel, or a program killed in its place, may have left on to its default.
  public static let resetString = "\u{1B}[?1000;1002;1003;1006;1016;2004l"
}
