import Rendering

/// Frames in, the bytes that show them out: only what changed, in the words of terminfo.
///
/// This is what ncurses' own screen does, for half of the processor's time that a drawn point took:
/// it compares a frame that has been compared, counts every capability out anew, and forgets the
/// colour after each refresh. Nor can it end the process here, as it does on a `TERM` it dislikes.
struct Painter {
  let capabilities: Capabilities
  private let depth: ColorDepth
  private let glyphs: GlyphWriter
  private var columns: Int
  private var rows: Int
  private var pen: Pen
  private var looks: Looks
  private var place = CursorPlace()
  private var showsCursor: Bool?
  /// What the terminal shows; nil while nobody knows.
  private var shown: Frame?
  private var bytes: [UInt8] = []

  /// The background that most cells have: without colours, others stand out by being reversed.
  var ground = Tint.terminal {
    didSet { if ground != oldValue { shown = nil } }
  }

  init(_ capabilities: Capabilities, depth: ColorDepth, isUTF8: Bool, columns: Int, rows: Int) {
    self.capabilities = capabilities
    self.depth = depth
    (self.columns, self.rows) = (columns, rows)
    glyphs = GlyphWriter(isUTF8: isUTF8)
    pen = Pen(capabilities)
    looks = Looks(capabilities, depth: depth)
  }

  /// The screen has another size; the next frame is painted whole.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    forget()
  }

  /// Nobody knows what the terminal shows: the next frame is painted whole.
  mutating func forget() {
    shown = nil
    showsCursor = nil
    pen.forget()
    place.forget()
  }

  /// What begins a screen.
  mutating func enter() -> [UInt8] {
    forget()
    return capabilities.begin
  }

  /// What puts the terminal back into the state of a shell.
  mutating func leave() -> [UInt8] {
    forget()
    bytes = []
    pen.end(into: &bytes)
    place.move(to: CellPoint(column: 0, row: rows - 1), by: capabilities, into: &bytes)
    bytes += (capabilities.showCursor ?? []) + capabilities.end
    forget()
    return bytes
  }

  /// The bytes that make the terminal show this frame instead of the last one.
  mutating func paint(_ frame: Frame) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    let cursor = frame.cursor.flatMap { $0.column < columns && $0.row < rows ? $0 : nil }
    if cursor == nil { show(cursor: false) }
    if let shown, (shown.columns, shown.rows) == (frame.columns, frame.rows) {
      putChanges(FrameDiff.runs(from: shown, to: frame), of: frame)
    } else {
      clear()
      for row in 0..<frame.rows { putMarks(of: frame, row: row) }
    }
    shown = frame
    if let cursor {
      move(to: cursor)
      show(cursor: true)
    }
    return bytes
  }

  private mutating func putChanges(_ runs: [FrameDiff.Run], of frame: Frame) {
    var index = 0
    while index < runs.count {
      let row = runs[index].row
      var columns = runs[index].columns
      index += 1
      while index < runs.count, runs[index].row == row,
        isShortWay(frame, columns.upperBound..<runs[index].columns.lowerBound, row: row)
      {
        columns = columns.lowerBound..<runs[index].columns.upperBound
        index += 1
      }
      put(frame, columns, row: row)
    }
  }

  /// Whether cells that need not be written are sooner written than stepped over.
  private func isShortWay(_ frame: Frame, _ gap: Range<Int>, row: Int) -> Bool {
    let style = frame[gap.lowerBound - 1, row].style
    return gap.count <= 3
      && gap.allSatisfy { frame[$0, row].glyph.base.isASCII && frame[$0, row].style == style }
  }

  private mutating func show(cursor isShown: Bool) {
    guard showsCursor != isShown else { return }
    showsCursor = isShown
    bytes += (isShown ? capabilities.showCursor : capabilities.hideCursor) ?? []
  }

  /// The look of an empty screen.
  private var empty: Look {
    mutating get {
      let own = looks.look(of: .plain)
      guard depth != .none, capabilities.erasesInGround else { return own }
      return looks.look(of: Style(background: ground))
    }
  }

  private mutating func clear() {
    pen.take(empty, into: &bytes)
    bytes += capabilities.clear ?? []
    place.forget()
  }

  /// A row on an empty screen: only what is not there yet.
  private mutating func putMarks(of frame: Frame, row: Int) {
    let empty = capabilities.clear == nil ? nil : self.empty
    var start: Int?
    var end = 0
    for column in 0..<frame.columns {
      let cell = frame[column, row]
      if let empty, cell.glyph == .space, looks.look(of: shown(cell).style).isSameBlank(as: empty) {
        continue
      }
      // A short way over blanks is longer to say than to write.
      if let first = start, column - end > 4 {
        put(frame, first..<end, row: row)
        start = nil
      }
      start = start ?? column
      end = column + 1
    }
    if let start { put(frame, start..<end, row: row) }
  }

  /// As this terminal shows it: without colours, what had a ground of its own is reversed.
  private func shown(_ cell: Cell) -> Cell {
    depth == .none ? cell.reduced(to: .none, background: ground) : cell
  }

  private mutating func move(to point: CellPoint) {
    guard !place.isAt(point) else { return }
    if !capabilities.movesStyled { pen.take(.plain, into: &bytes) }
    place.move(to: point, by: capabilities, into: &bytes)
  }

  private mutating func put(_ frame: Frame, _ range: Range<Int>, row: Int) {
    guard row < rows, range.lowerBound < columns else { return }
    let end = min(range.upperBound, columns)
    let text = range.lowerBound..<textEnd(frame, range.lowerBound..<end, row: row)
    var column = text.lowerBound
    while column < text.upperBound {
      let cell = shown(frame[column, row])
      let isWide =
        cell.glyph != .shadow && column + 1 < end && frame[column + 1, row].glyph == .shadow
      move(to: CellPoint(column: column, row: row))
      let look = looks.look(of: cell.style)
      if cell.glyph != .space || pen.look.map(look.isSameBlank) != true {
        pen.take(look, into: &bytes)
      }
      write(cell.glyph, isWide: isWide, endsRow: column + (isWide ? 2 : 1) == columns, row)
      column += isWide ? 2 : 1
    }
    guard text.upperBound < end else { return }
    move(to: CellPoint(column: text.upperBound, row: row))
    pen.take(looks.look(of: shown(frame[text.upperBound, row]).style), into: &bytes)
    bytes += capabilities.clearToEndOfLine ?? []
  }

  /// Where blanks begin that are shorter to erase than to write: nowhere but at a row's end.
  private mutating func textEnd(_ frame: Frame, _ range: Range<Int>, row: Int) -> Int {
    let last = frame[range.upperBound - 1, row]
    guard capabilities.clearToEndOfLine != nil, range.upperBound == columns, range.count > 4,
      last.glyph == .space
    else { return range.upperBound }
    let look = looks.look(of: shown(last).style)
    guard look.isBareOnBlank, look.background < 0 || capabilities.erasesInGround else {
      return range.upperBound
    }
    var start = range.upperBound - 1
    while start > range.lowerBound, frame[start - 1, row] == last { start -= 1 }
    return range.upperBound - start > 4 ? start : range.upperBound
  }

  /// A glyph where the cursor is.
  private mutating func write(_ glyph: Glyph, isWide: Bool, endsRow: Bool, _ row: Int) {
    let isCorner = endsRow && row == rows - 1
    // Writing there would scroll everything: rather one cell less.
    if isCorner, capabilities.margin == .goes, capabilities.wrapOff == nil { return }
    let holds = isCorner && capabilities.margin != .stays
    if holds { bytes += capabilities.wrapOff ?? [] }
    let isSure = glyphs.write(glyph, isWide: isWide, into: &bytes)
    if holds { bytes += capabilities.wrapOn ?? [] }
    if isSure, !endsRow { place.advance(isWide ? 2 : 1) } else { place.forget() }
  }
}
