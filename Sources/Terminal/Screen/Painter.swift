import CNcurses
import CRescue
import Glibc
import Rendering

/// Frames in, the bytes that show them out, by ncurses.
///
/// ncurses writes to a file in memory rather than to the terminal: then it can neither block, nor
/// alter the terminal's settings, and what it has to say is ours to send when there is room.
final class Painter {
  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private var pairs: ColorPairs
  private var converter: CellConverter
  private var shown: Frame?
  /// Whether the next bytes are the first after `leave`.
  private var hasLeft = false
  /// Written by ncurses when it takes a terminal again; it would undo the user's own palette.
  private let paletteReset: [UInt8]
  /// Where the cursor cannot be kept from wrapping, ncurses pushes the last glyph of the screen into
  /// its corner from the left, which cuts a wide one.
  private let paintsWideCorner: Bool

  /// - Parameter name: of a terminfo entry that is known to exist.
  init(entry name: String, depth: ColorDepth, isUTF8: Bool, columns: Int, rows: Int)
    throws(TerminalError)
  {
    let memory = easel_memory_file()
    guard memory >= 0, let output = fdopen(memory, "w") else {
      throw .refused(call: "memfd_create", errno: errno)
    }
    guard let input = fopen("/dev/null", "r") else {
      fclose(output)
      throw .refused(call: "open /dev/null", errno: errno)
    }
    // ncurses would ask the file in memory for its size.
    setenv("LINES", String(rows), 1)
    setenv("COLUMNS", String(columns), 1)
    defer {
      unsetenv("LINES")
      unsetenv("COLUMNS")
    }
    // It would set the handler of ^Z aside for each frame, unless it finds one that is not its own.
    let stop = signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, stop) }
    guard let screen = newterm(name, output, input) else {
      fclose(output)
      fclose(input)
      throw .unknown(name)
    }
    (self.screen, self.output, self.input) = (screen, output, input)
    paletteReset = TerminalEntry.text("oc") ?? []
    paintsWideCorner = TerminalEntry.text("rmam") != nil
    set_escdelay(25)
    nonl()
    typeahead(-1)
    keypad(easel_stdscr(), true)
    pairs = ColorPairs(depth: depth)
    converter = CellConverter(isUTF8: isUTF8, depth: depth)
  }

  deinit {
    delscreen(screen)
    fclose(output)
    fclose(input)
  }

  /// The background that most cells have; see `CellConverter`.
  var ground: Tint {
    get { converter.ground }
    set {
      if newValue != converter.ground { shown = nil }
      converter.ground = newValue
    }
  }

  /// The bytes that make the terminal show this frame instead of the last one.
  func paint(_ frame: Frame) -> [UInt8] {
    let isSameSize = shown?.columns == frame.columns && shown?.rows == frame.rows
    let last = isSameSize ? shown : nil
    if last == nil { werase(easel_stdscr()) }
    if !put(frame, over: last) {
      // More colours than the terminal has pairs for: begin anew, which this frame alone needs.
      pairs.reset()
      werase(easel_stdscr())
      _ = put(frame, over: nil)
    }
    shown = frame
    show(frame.cursor)
    wrefresh(easel_stdscr())
    return take()
  }

  /// The screen has another size; the next frame is painted whole.
  func resize(columns: Int, rows: Int) {
    resize_term(Int32(clamping: rows), Int32(clamping: columns))
    forget()
  }

  /// Nobody knows what the terminal shows: the next frame is painted whole.
  func forget() {
    shown = nil
    clearok(easel_curscr(), true)
  }

  /// What puts the terminal back into the state of a shell.
  func leave() -> [UInt8] {
    endwin()
    forget()
    defer { hasLeft = true }
    return take()
  }

  /// What begins a screen, as far as the next frame does not.
  func enter() -> [UInt8] { take() }

  private func show(_ cursor: CellPoint?) {
    if let cursor {
      leaveok(easel_stdscr(), false)
      wmove(easel_stdscr(), Int32(clamping: cursor.row), Int32(clamping: cursor.column))
      curs_set(1)
    } else {
      leaveok(easel_stdscr(), true)
      curs_set(0)
    }
  }

  /// False when it ran out of colour pairs.
  private func put(_ frame: Frame, over last: Frame?) -> Bool {
    let blank = Frame(columns: 0, rows: 0)
    for run in FrameDiff.runs(from: last ?? blank, to: frame) where run.row < height {
      let cells = frame.cells(row: run.row)[run.columns]
      guard put(cells, at: run.columns.lowerBound, row: run.row) else { return false }
    }
    return true
  }

  private var height: Int { Int(getmaxy(easel_stdscr())) }

  private func put(_ cells: ArraySlice<Cell>, at column: Int, row: Int) -> Bool {
    let isCorner = row == height - 1 && column + cells.count == Int(getmaxx(easel_stdscr()))
    let cells = isCorner && !paintsWideCorner ? cells.withoutWideEnd : cells
    guard let line = converter.convert(cells, pairs: &pairs) else { return false }
    line.withUnsafeBufferPointer { line in
      _ = easel_put_cells(Int32(row), Int32(column), line.baseAddress, Int32(line.count))
    }
    return true
  }

  /// What ncurses has written since the last call, the reset of the palette left out.
  private func take() -> [UInt8] {
    fflush(output)
    let memory = fileno(output)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(memory, buffer.baseAddress, count, 0), 0)
    }
    lseek(memory, 0, SEEK_SET)
    guard hasLeft else { return bytes }
    hasLeft = false
    return bytes.removingFirst(paletteReset)
  }
}

extension ArraySlice<Cell> {
  /// With a question mark for a wide glyph at the end.
  fileprivate var withoutWideEnd: ArraySlice<Cell> {
    guard count > 1, last?.glyph == .shadow else { return self }
    var cells = self
    cells[endIndex - 2].glyph = Glyph("?")
    cells[endIndex - 1].glyph = .space
    return cells
  }
}

extension [UInt8] {
  /// Without the first place where this stands.
  fileprivate func removingFirst(_ other: [UInt8]) -> [UInt8] {
    guard !other.isEmpty, count >= other.count,
      let start = (0...count - other.count).first(where: { self[$0...].starts(with: other) })
    else { return self }
    return Array(self[..<start] + self[(start + other.count)...])
  }
}
