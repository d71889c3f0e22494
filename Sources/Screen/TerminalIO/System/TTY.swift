import CellFrame
import EaselPlatform

/// A terminal device that Easel opens itself. Easel makes its own descriptor non-blocking, and this
/// does not affect the descriptors of the shell.
struct TTY {
  let descriptor: Int32
  /// The terminal's settings when Easel opened it.
  let settings: termios

  struct Size: Hashable {
    var columns: Int
    var rows: Int
    /// The size of one cell; nil if the terminal does not report it.
    var cell: CellPixelSize?
  }

  enum Input {
    case bytes(Int)
    case nothing
    /// The terminal has hung up.
    case end
  }

  enum Output {
    case written(Int)
    /// The terminal accepts no more bytes for now.
    case blocked
    case end
  }

  /// Opens the controlling terminal. If there is none, opens standard input or output if it is a
  /// terminal that this user may open.
  static func open() throws(TerminalError) -> TTY {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK
    let inherited = [0, 1, 2].filter { isatty($0) == 1 }
    for path in ["/dev/tty"] + inherited.map({ "/proc/self/fd/\($0)" }) {
      let descriptor = EaselPlatform.open(path, flags)
      guard descriptor >= 0 else { continue }
      var settings = termios()
      if tcgetattr(descriptor, &settings) == 0 {
        return TTY(descriptor: descriptor, settings: settings)
      }
      close(descriptor)
    }
    throw inherited.isEmpty ? .noTerminal : .notOurs
  }

  /// Sets raw mode. Every key arrives at once and unchanged, and the system does not change the
  /// output.
  func setRaw() throws(TerminalError) {
    var raw = settings
    cfmakeraw(&raw)
    guard tcsetattr(descriptor, TCSADRAIN, &raw) == 0 else {
      throw .refused(call: "tcsetattr", errno: errno)
    }
  }

  func setAsFound() {
    var found = settings
    tcsetattr(descriptor, TCSANOW, &found)
  }

  /// Returns the size of the window; a window that reports no size counts as 80 × 24.
  func size() -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return Size(columns: 80, rows: 24)
    }
    // The size is limited, because ncurses uses signed numbers of 16 bits.
    let columns = window.ws_col == 0 ? 80 : min(Int(window.ws_col), 32_000)
    let rows = window.ws_row == 0 ? 24 : min(Int(window.ws_row), 32_000)
    let cell = CellPixelSize(Int(window.ws_xpixel) / columns, Int(window.ws_ypixel) / rows)
    return Size(columns: columns, rows: rows, cell: cell)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Input {
    while true {
      let count = EaselPlatform.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .nothing : .end
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Output {
    while true {
      let count = bytes.withUnsafeBytes {
        EaselPlatform.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return .written(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .blocked : .end
    }
  }

  /// Waits until the terminal can be read or written, for at most this many milliseconds.
  func wait(for events: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  var isHungUp: Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  func discardOutput() { tcflush(descriptor, TCOFLUSH) }
  func discardInput() { tcflush(descriptor, TCIFLUSH) }
}
