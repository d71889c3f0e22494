import BoardDocument
import CellFrame

extension Whiteboard {
  /// Updates the frame: the touched cells of the canvas, the overlays that came, went or moved, and
  /// the bars if they changed. Nothing else is checked.
  ///
  /// - Parameter hasNews: false if the bars are known to be unchanged.
  mutating func compose(hasNews: Bool = true) {
    guard frame.columns == view.columns, frame.rows == view.rows, !view.isTooSmall else {
      return composeAnew()
    }
    var touched = surface.takeTouched()
    let overlay = overlay()
    if overlay != screen.overlay {
      touched.formUnion(onCanvas(screen.overlay.touched))
      touched.formUnion(onCanvas(overlay.touched))
      screen.overlay = overlay
    }
    compose(touched)
    if hasNews { composeBars() }
    if frame.cursor != overlay.cursor { frame.cursor = overlay.cursor }
  }

  /// Composes the whole frame from nothing.
  mutating func composeAnew() {
    frame = Frame(columns: view.columns, rows: view.rows)
    screen = Screen()
    _ = surface.takeTouched()
    guard !view.isTooSmall else {
      let lines = Screen.tooSmall(columns: frame.columns, rows: frame.rows)
      for (row, line) in lines.enumerated() {
        frame.write(line, at: CellPoint(column: 0, row: row), style: theme[.warning])
      }
      return
    }
    screen.overlay = overlay()
    compose(.all(columns: view.canvasColumns, rows: view.canvasRows))
    composeBars()
    frame.cursor = screen.overlay.cursor
  }

  /// Converts from the screen rows of overlays to the rows of the canvas.
  private func onCanvas(_ touched: Touched) -> Touched {
    var moved = Touched()
    for (row, columns) in touched.rows { moved.insert(columns, row: row - View.top) }
    return moved
  }

  private mutating func compose(_ touched: Touched) {
    guard !touched.isEmpty else { return }
    // Read once, and not for every cell: a canvas is many arrays.
    let canvas = surface.shown
    var widened = Touched()
    for (row, columns) in touched.rows where (0..<view.canvasRows).contains(row) {
      // One cell more on either side, because a wide glyph may lie across the edge.
      let low = min(max(columns.lowerBound - 1, 0), view.columns)
      let high = max(min(columns.upperBound + 1, view.columns), low)
      widened.insert(low..<high, row: row + View.top)
      for column in low..<high { set(canvas.cell(column: column, row: row), column, row) }
    }
    for run in screen.overlay.runs {
      guard let columns = widened[run.at.row] else { continue }
      for (offset, cell) in run.cells.enumerated() {
        let column = run.at.column + offset
        if columns.contains(column) { frame[column, run.at.row] = cell }
      }
    }
  }

  /// Sets a cell only if it changed: an unchanged row stays shared with the previous frame, which
  /// costs least.
  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    if frame[column, row + View.top] != cell { frame[column, row + View.top] = cell }
  }

  private mutating func composeBars() {
    let columns = view.columns
    let (top, bottom) = (topLine, controlBar(findUndoability()))
    if let cells = screen.top.show(top, theme, layout: { top.layout(columns: columns) }) {
      frame.replace(row: 0, by: cells)
    }
    if let cells = screen.bottom.show(bottom, theme, layout: { bottom.layout(columns: columns) }) {
      frame.replace(row: view.rows - 1, by: cells)
    }
  }

  private var topLine: TopLine {
    var line = TopLine(
      name: board.name, saving: board.saving, person: setup.person.name, kit: kit,
      zoom: view.zoomLabel, notice: notice, chrome: Chrome(raster))
    guard let seat = together.seat else { return line }
    line.link = linkState
    line.sign = signed(seat.me)
    line.color = seat.looks[seat.me]?.color
    if let guidance = together.guidance, guidance.follows {
      line.zoom = "follows \(line.chrome.fit(name(of: guidance.person), 12))"
    }
    return line
  }

  /// The state of the link to the other participants; nil if the delay is too short to notice, as
  /// on the same machine or in the same house.
  private var linkState: String? {
    if together.isLossSaid { return "out of reach" }
    guard let measured = together.surroundings.roundTrip, measured >= Self.feltMilliseconds else {
      return nil
    }
    let roundTrip = min(measured, 60_000)
    // Two digits are enough: further digits change all the time.
    let unit: Int64 = roundTrip >= 1_000 ? 100 : roundTrip >= 100 ? 10 : 1
    return "\((roundTrip + unit / 2) / unit * unit) ms"
  }

  private static let feltMilliseconds: Int64 = 20

  private func controlBar(_ undoability: Undoability) -> ControlBar {
    ControlBar(
      kit: kit, canUndo: undoability.canUndo, canRedo: undoability.canRedo, tools: tools,
      mayDraw: mayDraw, togetherness: togetherness, visitors: together.visitors.count,
      chrome: Chrome(raster))
  }

  private var togetherness: ControlBar.Togetherness? {
    guard hasCall else { return nil }
    if let seat = together.seat { return .session(seat.peopleCount) }
    if let offer = together.offers.last {
      return .offered(isDeclined: offer.session == together.declined)
    }
    if let staging = together.staging { return .waiting(for: staging.shownName) }
    return together.canShare ? .eligible : .alone
  }
}
