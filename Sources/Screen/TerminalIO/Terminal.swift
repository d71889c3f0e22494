import CEaselSystem
import CellFrame
import EaselPlatform
import SystemFiles

/// The terminal from which the user started this process, while Easel uses its screen.
///
/// A process has at most one `Terminal` at a time, created and used on the main thread. It undoes
/// its changes in `restore`, in `suspend`, and in a signal handler when the process crashes. It
/// never blocks on a terminal that accepts no bytes.
package final class Terminal {
  package internal(set) var columns: Int
  package internal(set) var rows: Int
  package var depth: ColorDepth { entry.depth }
  /// Whether the locale is UTF-8. If not, Easel writes only ASCII to the screen.
  package let isUTF8: Bool
  /// The blocks that the terminal draws, as far as the environment shows.
  package let blocks: BlockSupport
  /// Whether the C library knows sextants, which came with Unicode 13. If not, ncurses cannot write
  /// them.
  package var hasSextants: Bool { Locale.knows("\u{1FB00}") }
  /// Whether the C library knows octants, which came with Unicode 16. If not, ncurses cannot write
  /// them.
  package var hasOctants: Bool { Locale.knows("\u{1CD00}") }
  /// Whether the terminal can hide its cursor.
  package var canHideCursor: Bool { entry.canHideCursor }
  /// Whether the terminal is able to report the mouse.
  package var hasMouse: Bool { entry.hasMouse }

  var entry: TerminalEntry
  /// The entry to use if the terminal answers that it has direct colour; nil if there is none, or
  /// if the colours are settled.
  var directEntry: TerminalEntry?
  let tty: TTY
  let signals: Signals
  let screen: CursesScreen
  let decoder: CursesInputDecoder
  var splitter: InputSplitter
  var output = OutputQueue()
  var answers = Answers()
  /// The tiles of ink on the screen.
  var pixels = PixelLayer()
  var modes: Modes
  /// The newest frame, while it waits until the terminal has accepted the frame before; nil if none
  /// waits.
  var waiting: Frame?
  /// The frame that was drawn last. It is drawn again after a stop.
  var drawn: Frame?
  /// Signals that came outside of `wait`, which its next call handles.
  var heard: Signals.Set = []
  /// The size of a cell that was last reported to the program.
  var toldCell: CellPixelSize?
  /// The events that came outside of `wait`. Its next call returns them.
  var pending: [Wake] = []
  /// The time, by `uptime`, of the last report of the mouse.
  var mouseAt: Int64?
  var stage = Stage.entered
  /// The buffer into which input is read.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  enum Stage {
    case entered
    /// The terminal was given back. Easel writes nothing to it any more.
    case left
    /// The terminal has hung up. Easel writes nothing to it any more.
    case gone
  }

  /// The modes that the program wants. They are set again after a stop.
  struct Modes {
    var mouse: Bool
    var hover = false
  }

  /// Takes over the screen: sets raw mode, the alternate screen, the mouse and bracketed paste.
  package init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    isUTF8 = Locale.begin()
    blocks = BlockSupport.find { Environment[$0] }
    entry = try TerminalEntry.find(
      term: Environment["TERM"] ?? "", colorterm: Environment["COLORTERM"] ?? "",
      noColor: Environment["NO_COLOR"] != nil, depth: options.depth)
    if options.depth == nil, entry.mayHaveMoreColors,
      !Multiplexer.isAround({ Environment[$0] })
    {
      directEntry = TerminalEntry.direct(of: entry.name)
    }
    tty = try TTY.open()
    let size = tty.size()
    (columns, rows) = (size.columns, size.rows)
    splitter = InputSplitter(isUTF8: isUTF8, hasMouse: entry.hasMouse)
    modes = Modes(mouse: options.mouse)
    // The signals come before ncurses, because ncurses changes only signals without a handler.
    signals = try Signals.begin()
    do {
      screen = try CursesScreen(entry, isUTF8: isUTF8, columns: columns, rows: rows)
      decoder = try CursesInputDecoder(of: screen, hasMouse: entry.hasMouse)
    } catch {
      signals.end()
      close(tty.descriptor)
      throw error
    }
    decoder.mouse.cellPixels = size.cell
    rescue()
    try tty.setRaw()
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

  /// Returns the milliseconds of the monotonic clock. `wait` uses the same clock.
  package static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The sequence that resets all modes that Easel, or a program killed before it, may have left
  /// on. In a terminal whose name says that it shows pixels, it also removes these.
  package static var resetString: String {
    ControlStrings.reset(hasPixels: PixelSupport.isLikely { Environment[$0] })
  }
}
