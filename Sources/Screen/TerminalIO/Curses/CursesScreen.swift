import CEaselNcurses
import CellFrame
import EaselPlatform

/// The terminal's screen as ncurses draws it. It turns frames into the bytes that show them.
///
/// ncurses has one current screen. So a process has at most one `CursesScreen` at a time, on one
/// thread.
final class CursesScreen {
  let streams: CursesStreams
  /// Nil only while another entry replaces the old one, and if that failed.
  private var screen: OpaquePointer?
  private var entry: TerminalEntry
  private let isUTF8: Bool
  private var converter: CellConverter
  /// The frame that ncurses holds as the screen's content; nil if the next frame is painted whole.
  private var shown: Frame?
  private var line: [cchar_t] = []
  /// The palette reset that ncurses writes when it takes over the terminal again. `draw` removes
  /// it: Easel never changes the palette, so a reset would only undo the user's own settings.
  private var paletteReset: [UInt8]
  /// Whether ncurses takes over the terminal with the next frame.
  private var takesOver = true

  /// The sequence for the alternate screen, after the entry was replaced and until ncurses has
  /// written it. It is removed: the terminal shows the alternate screen already.
  private var alternateScreen: [UInt8] = []

  /// The version of ncurses, such as "ncurses 6.4.20221231".
  static var version: String { curses_version().map { String(cString: $0) } ?? "ncurses" }

  /// Opens the screen. Neither ends the process on a failure nor changes the terminal's settings.
  /// The program must install its signal handlers before this call, because ncurses installs its
  /// own handlers if it finds none.
  init(_ entry: TerminalEntry, isUTF8: Bool, columns: Int, rows: Int) throws(TerminalError) {
    streams = try CursesStreams()
    screen = try Self.open(entry, streams, columns: columns, rows: rows)
    (self.entry, self.isUTF8) = (entry, isUTF8)
    paletteReset = TerminalEntry.text("oc")
    converter = CellConverter(entry, isUTF8: isUTF8)
    resize(columns: columns, rows: rows)
  }

  deinit { if let screen { delscreen(screen) } }

  private static func open(
    _ entry: TerminalEntry, _ streams: CursesStreams, columns: Int, rows: Int
  ) throws(TerminalError) -> OpaquePointer {
    // ncurses cannot ask the streams for the size, but needs it at once for the scrolled region, so
    // these variables give it. Later, `resizeterm` sets the size. The variables are removed again,
    // so that they do not override the size when ncurses takes over the terminal again.
    setenv("LINES", String(rows), 1)
    setenv("COLUMNS", String(columns), 1)
    defer {
      unsetenv("LINES")
      unsetenv("COLUMNS")
    }
    guard let screen = newterm(entry.name, streams.output, streams.input) else {
      throw .unknown(entry.name)
    }
    nonl()
    noecho()
    typeahead(-1)
    return screen
  }

  /// Goes on with another terminfo entry of the same terminal; the next frame is painted whole. The
  /// caller must delete all its windows before this call.
  ///
  /// ncurses has to delete the old screen first: if it is deleted after `newterm`, the new one is
  /// broken.
  ///
  /// - Returns: false if the entry cannot be used. Then the screen goes on with the old entry.
  func replaceEntry(by other: TerminalEntry) throws(TerminalError) -> Bool {
    let (columns, rows, ground) = (width, height, ground)
    if let screen { delscreen(screen) }
    screen = nil
    do throws(TerminalError) {
      screen = try Self.open(other, streams, columns: columns, rows: rows)
      entry = other
    } catch {
      screen = try Self.open(entry, streams, columns: columns, rows: rows)
    }
    (paletteReset, takesOver) = (TerminalEntry.text("oc"), true)
    alternateScreen = TerminalEntry.text("smcup")
    converter = CellConverter(entry, isUTF8: isUTF8)
    converter.ground = ground
    resize(columns: columns, rows: rows)
    return entry.name == other.name
  }

  /// The background that most cells have; see `CellConverter`.
  var ground: Tint {
    get { converter.ground }
    set {
      if newValue != converter.ground { shown = nil }
      converter.ground = newValue
    }
  }

  /// Returns the bytes that make the terminal show this frame.
  func draw(_ frame: Frame) -> [UInt8] {
    // If the terminal has no more colour pairs, the pairs of earlier frames are released.
    if converter.hasNearest || !writeChanges(of: frame, nearestColors: false) {
      converter.reset()
      shown = nil
      _ = writeChanges(of: frame, nearestColors: true)
    }
    shown = frame
    showCursor(frame.cursor)
    wnoutrefresh(easel_stdscr())
    doupdate()
    guard takesOver else { return takeWritten() }
    takesOver = false
    return takeWritten().removingFirst(paletteReset)
  }

  /// Returns everything that ncurses has written since the last call.
  func takeWritten() -> [UInt8] {
    let written = streams.takeWritten()
    guard !alternateScreen.isEmpty, written.firstRange(of: alternateScreen) != nil else {
      return written
    }
    defer { alternateScreen = [] }
    return written.removingFirst(alternateScreen)
  }

  /// Returns the bytes that ring the bell.
  func ring() -> [UInt8] {
    beep()
    return takeWritten()
  }

  /// Sets another size; the next frame is painted whole.
  func resize(columns: Int, rows: Int) {
    resizeterm(Int32(clamping: rows), Int32(clamping: columns))
    // ncurses puts KEY_RESIZE before all input. This call removes it.
    flushinp()
    forget()
  }

  /// Paints the next frame whole, because the content of the terminal is unknown.
  func forget() {
    shown = nil
    clearok(easel_curscr(), true)
  }

  /// Returns the bytes that give the terminal back to the shell. A terminal without an alternate
  /// screen is cleared first: otherwise the shell would write over the last frame. After this,
  /// `draw` takes the terminal again.
  func leave() -> [UInt8] {
    if !entry.hasAlternateScreen {
      werase(easel_stdscr())
      wnoutrefresh(easel_stdscr())
      doupdate()
    }
    endwin()
    takesOver = true
    forget()
    return takeWritten()
  }

  private func showCursor(_ cursor: CellPoint?) {
    if let cursor, cursor.column < width, cursor.row < height {
      leaveok(easel_stdscr(), false)
      wmove(easel_stdscr(), Int32(cursor.row), Int32(cursor.column))
      curs_set(1)
    } else {
      leaveok(easel_stdscr(), true)
      curs_set(0)
    }
  }

  private var width: Int { Int(getmaxx(easel_stdscr())) }
  private var height: Int { Int(getmaxy(easel_stdscr())) }

  /// Writes the changed cells of a frame into ncurses; returns false if a cell got no colour pair.
  private func writeChanges(of frame: Frame, nearestColors: Bool) -> Bool {
    if shown?.columns != frame.columns || shown?.rows != frame.rows {
      shown = nil
      werase(easel_stdscr())
    }
    let height = height
    for run in FrameDiff.runs(from: shown ?? Frame(columns: 0, rows: 0), to: frame)
    where run.row < height {
      line.removeAll(keepingCapacity: true)
      let cells = cells(of: run, in: frame)
      guard converter.append(cells, to: &line, nearest: nearestColors) else { return false }
      mvwadd_wchnstr(
        easel_stdscr(), Int32(run.row), Int32(run.columns.lowerBound), line, Int32(line.count))
    }
    return true
  }

  /// Returns the cells of a run. On a terminal where a character in the last corner scrolls the
  /// screen, ncurses writes that character one cell further left and then shifts it. This would cut
  /// a wide glyph, so a question mark replaces the glyph.
  private func cells(of run: FrameDiff.Run, in frame: Frame) -> [Cell] {
    var cells = frame.cells(row: run.row, columns: run.columns)
    guard entry.cornerScrolls, run.row == height - 1, run.columns.upperBound == width,
      cells.count > 1, cells.last?.glyph == .shadow
    else { return cells }
    cells[cells.endIndex - 2].glyph = Glyph("?")
    cells[cells.endIndex - 1].glyph = .space
    return cells
  }
}

extension [UInt8] {
  /// Returns the bytes without the first occurrence of the other bytes.
  fileprivate func removingFirst(_ other: [UInt8]) -> [UInt8] {
    guard !other.isEmpty, let range = firstRange(of: other) else { return self }
    return Array(self[..<range.lowerBound] + self[range.upperBound...])
  }
}
