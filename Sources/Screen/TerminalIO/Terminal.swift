import CEaselSystem
import CellFrame
import EaselPlatform
import SystemFiles

/// The terminal this process was started from, for as long as Easel fills its screen.
///
/// A process has one at a time, made and used on the main thread. It undoes its changes to the
/// terminal in `restore`, in `suspend`, and from a signal handler when the process crashes. It
/// never blocks on a terminal that accepts nothing.
package final class Terminal {
  package internal(set) var columns: Int
  package internal(set) var rows: Int
  package var depth: ColorDepth { entry.depth }
  /// Whether the locale is UTF-8; otherwise only ASCII reaches the screen.
  package let isUTF8: Bool
  /// Whether the terminal reports the mouse at all.
  package var hasMouse: Bool { entry.hasMouse }

  let entry: TerminalEntry
  let tty: TTY
  let signals: Signals
  let screen: CursesScreen
  let keyboard: CursesKeyboard
  var splitter: InputSplitter
  var output = OutputQueue()
  var answers = Answers()
  var modes: Modes
  /// The newest frame, while the terminal has not accepted the last one.
  var waiting: Frame?
  /// The frame that was drawn last, to be drawn again after a stop.
  var drawn: Frame?
  /// Signals that came outside of `wait`.
  var heard: Signals.Set = []
  /// The size of a cell as the program knows it.
  var toldCell: PixelSize?
  /// The events outside of `wait`, which its next call returns.
  var pending: [Wake] = []
  /// When the bytes read last count as complete, by `uptime`.
  var settleAt: Int64?
  var stage = Stage.entered
  /// The buffer into which input is read.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  enum Stage {
    case entered
    /// Given back; nothing is written any more.
    case left
    /// Hung up; nothing is written any more.
    case gone
  }

  /// The modes that the program wants, kept for the time after a stop.
  struct Modes {
    var mouse: Bool
    var hover = false
  }

  /// Takes the screen over: raw mode, the alternate screen, the mouse, bracketed paste.
  package init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    isUTF8 = Locale.begin()
    entry = try TerminalEntry.find(
      term: Environment["TERM"] ?? "", colorterm: Environment["COLORTERM"] ?? "",
      noColor: Environment["NO_COLOR"] != nil, depth: options.depth)
    tty = try TTY.open()
    let size = tty.size()
    (columns, rows) = (size.columns, size.rows)
    splitter = InputSplitter(isUTF8: isUTF8, hasMouse: entry.hasMouse)
    modes = Modes(mouse: options.mouse)
    // This comes before ncurses, which leaves signals alone that have a handler.
    signals = try Signals.begin()
    do {
      screen = try CursesScreen(entry, isUTF8: isUTF8, columns: columns, rows: rows)
      keyboard = try CursesKeyboard(of: screen, hasMouse: entry.hasMouse)
    } catch {
      signals.end()
      close(tty.descriptor)
      throw error
    }
    keyboard.mouse.cellPixels = size.cell
    try tty.setRaw()
    rescue()
    if entry.isXtermLike { output.append(ControlStrings.forgotten) }
    enter()
    ask()
    send()
    tellCell(into: &pending)
  }

  deinit {
    restore()
    signals.end()
    close(tty.descriptor)
    buffer.deallocate()
  }

  /// Returns the milliseconds on the clock that never goes back, which `wait` uses too.
  package static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Sets every mode to its default that Easel, or a program killed before it, may have left on.
  package static let resetString = ControlStrings.reset
}
