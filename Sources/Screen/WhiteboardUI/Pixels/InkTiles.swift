import BoardModel
import BoardRendering
import BoardView
import CellFrame

/// Decides which tiles of finished ink a frame shows in pixels. The canvas is divided into tiles of a few
/// cells each.
///
/// 1. A cell under a tile is blank, or has its word, as long as its ink is that of the tile.
/// 2. New ink over a tile shows in cells beside it. The tile is exchanged once nothing has changed in it
///    for ``rest`` milliseconds.
/// 3. In the frame in which the ink of a tile changes in any other way, the tile is gone. A tile also goes
///    if it would hide new ink or a word, or if it lies under a sheet or another part of the screen.
/// 4. A frame shows only tiles whose pixels the terminal has.
struct InkTiles: Sendable {
  /// The time for which nothing may change in a tile before it is made, in milliseconds.
  static let rest: Int64 = 80
  /// The most tiles that are made at once, so that the first ones do not wait for all others.
  private static let requestMax = 64

  private(set) var isAvailable = false
  private var isDefault = false
  private var cell: CellPixelSize?
  private var now: Int64 = 0
  /// Nil while no ink is shown in pixels.
  private var grid: TileGrid?
  private var slots: [Slot] = []
  /// The tiles that lie under another part of the screen.
  private var hidden: Set<Int> = []
  /// Whether no tile may show.
  private var hidesAll = false
  /// The tiles that are being made; nil if there are none.
  private var making: [Making]?
  /// The number of requests so far.
  private var requestCount = 0
  /// The cells that have to be composed again although nothing changed there.
  private var stale = Touched()

  /// The place of one tile.
  private struct Slot {
    var made: Made?
    /// The tile that replaces it as soon as the terminal has its pixels.
    var next: Made?
    var isShown = false
    /// When something changed here last, if the tile is not made from it yet.
    var changedAt: Int64?
    /// The number of changes of finished ink.
    var version = 0
  }

  /// A tile and the cells for which it stands.
  private struct Made {
    /// Nil if the ink of the cells lies in other tiles: it is not drawn in whole cells.
    let tile: InkTile?
    let cells: [Cell]
    let bare: [Cell]
  }

  private struct Making {
    let slot: Int
    let version: Int
    let cells: [Cell]
    let bare: [Cell]
  }

  /// Whether finished ink is shown in pixels.
  var isOn: Bool { grid != nil }

  // MARK: The terminal

  mutating func note(cellWidth: Int, cellHeight: Int) {
    cell = CellPixelSize(cellWidth, cellHeight)
  }

  mutating func handle(_ news: PixelNews) {
    switch news {
    case .available(let isDefault): (isAvailable, self.isDefault) = (true, isDefault)
    case .refused, .unavailable: isAvailable = false
    case .stored(let hashes): exchange(Set(hashes))
    case .lost:
      for index in slots.indices {
        guard let made = slots[index].made, made.tile != nil else { continue }
        (slots[index].made, slots[index].next) = (nil, slots[index].next ?? made)
        follow(index)
      }
    case .made(let tiles, let request): if request == requestCount { receive(tiles) }
    }
  }

  /// Shows the tiles whose pixels the terminal has now.
  private mutating func exchange(_ stored: Set<UInt64>) {
    for index in slots.indices {
      guard let next = slots[index].next, let tile = next.tile, stored.contains(tile.hash) else {
        continue
      }
      (slots[index].made, slots[index].next) = (next, nil)
      follow(index)
    }
  }

  private mutating func receive(_ tiles: [InkTile?]) {
    guard let making, making.count == tiles.count else { return }
    self.making = nil
    for (made, tile) in zip(making, tiles)
    where slots.indices.contains(made.slot) && slots[made.slot].version == made.version {
      slots[made.slot].changedAt = nil
      let new = Made(tile: tile, cells: made.cells, bare: made.bare)
      if tile == nil || tile == slots[made.slot].made?.tile {
        (slots[made.slot].made, slots[made.slot].next) = (new, nil)
        follow(made.slot)
      } else {
        slots[made.slot].next = new
      }
    }
  }

  /// Notes that a slot has another tile, so that its cells are composed again.
  private mutating func follow(_ index: Int) {
    if let grid { stale.insert(grid.rows(of: index)) }
  }

  // MARK: The screen

  /// Begins with the state of the screen. If the size of the canvas or of its cells has changed, forgets
  /// all tiles.
  ///
  /// - Parameter isDim: whether the screen shows its cells in other colours.
  mutating func prepare(for surface: Surface, isDim: Bool, at uptime: Int64) {
    (now, hidesAll) = (uptime, isDim)
    let isWanted =
      switch surface.rasterChoice {
      case .automatic: isAvailable && isDefault
      case .pixels: isAvailable
      case .fixed: false
      }
    let view = surface.view
    var wanted: TileGrid?
    if isWanted, surface.theme.depth != .none, !view.isTooSmall, let cell {
      wanted = TileGrid(columns: view.canvasColumns, rows: view.canvasRows, top: view.top, cell)
    }
    guard wanted != grid else { return }
    if let grid { stale.formUnion(.all(columns: grid.columns, rows: grid.rows)) }
    grid = wanted
    forget()
  }

  /// Forgets all tiles, which are then made anew.
  mutating func forget() {
    (making, hidden) = (nil, [])
    slots = Array(repeating: Slot(changedAt: now), count: grid?.count ?? 0)
  }

  /// Follows the changes of the canvas and of what lies above it.
  ///
  /// - Parameter touched: the cells of the canvas that changed.
  /// - Returns: further cells that have to be composed.
  mutating func follow(
    _ changes: InkChanges, _ touched: Touched, _ overlay: Overlay, on surface: Surface
  ) -> Touched {
    guard let grid else { return removeStale() }
    // The pixels of a stroke reach a little beyond the cells that show it.
    for index in grid.tiles(in: changes.all.withNeighbours) {
      slots[index].version += 1
      (slots[index].next, slots[index].changedAt) = (nil, now)
    }
    for index in grid.tiles(in: changes.beyondNewInk.withNeighbours) { slots[index].made = nil }
    let covered = hidesAll ? Set(slots.indices) : grid.tiles(under: overlay, changes)
    var affected = grid.tiles(in: touched).union(grid.tiles(in: stale))
    for index in affected where slots[index].changedAt != nil { slots[index].changedAt = now }
    affected.formUnion(covered.symmetricDifference(hidden))
    hidden = covered
    for index in affected {
      let isShown = !hidden.contains(index) && mayShow(index, on: surface)
      guard isShown != slots[index].isShown else { continue }
      slots[index].isShown = isShown
      follow(index)
    }
    return removeStale()
  }

  private mutating func removeStale() -> Touched {
    defer { stale = Touched() }
    return stale
  }

  /// Whether a tile hides neither new ink nor a word.
  private func mayShow(_ index: Int, on surface: Surface) -> Bool {
    guard let grid, let made = slots[index].made else { return false }
    for (number, at) in grid.cells(of: index).enumerated() {
      guard surface.cell(column: at.column, row: at.row) != made.cells[number] else { continue }
      if made.tile?.covers(cell: number) == true { return false }
      if made.bare[number].isFree, surface.shown.hasLetter(column: at.column, row: at.row) {
        return false
      }
    }
    return true
  }

  /// Returns a cell as it is under the tiles: without the ink that a tile shows.
  func shown(_ cell: Cell, column: Int, row: Int) -> Cell {
    guard let grid else { return cell }
    let (index, number) = grid.place(column: column, row: row)
    guard slots[index].isShown, let made = slots[index].made, made.cells[number] == cell else {
      return cell
    }
    return made.bare[number]
  }

  /// The tiles of a frame.
  var placed: [PlacedTile] {
    guard let grid else { return [] }
    var placed: [PlacedTile] = []
    for (index, slot) in slots.enumerated() {
      let block = grid.block(of: index)
      if let tile = slot.made?.tile {
        placed.append(PlacedTile(tile, over: block, slot.isShown ? .shown : .kept))
      }
      if let tile = slot.next?.tile { placed.append(PlacedTile(tile, over: block, .wanted)) }
    }
    return placed
  }

  // MARK: Making

  /// The uptime at which the next tile has to be made; nil if nothing is to be made, or tiles are being
  /// made now.
  var nextChange: Int64? {
    guard making == nil else { return nil }
    return slots.lazy.compactMap(\.changedAt).min().map { $0 + Self.rest }
  }

  /// Returns the request for all tiles in which nothing has changed for a moment; nil if there are none.
  mutating func request(for picture: Picture, on surface: Surface) -> TileRequest? {
    guard let grid, let cell, let next = nextChange, next <= now else { return nil }
    let due = slots.indices.filter { slots[$0].changedAt.map { $0 + Self.rest <= now } ?? false }
      .prefix(Self.requestMax)
    let blocks = due.map { grid.blockOnCanvas(of: $0) }
    let canvas = surface.dry
    let area = CellRect(around: blocks)
    making = due.map { index in
      let cells = grid.cells(of: index)
      return Making(
        slot: index, version: slots[index].version,
        cells: cells.map { canvas.cell(column: $0.column, row: $0.row) },
        bare: cells.map { canvas.cellWithoutInk(column: $0.column, row: $0.row) })
    }
    let parts = zip(blocks, making ?? []).map { block, making in
      part(of: block, in: area, making, on: canvas)
    }
    let viewport = surface.view.viewport.panned(
      columns: Double(area.column), rows: Double(area.row))
    let things = Array(
      picture.things(in: PageRenderer.visibleArea(area.columns, area.rows, viewport)))
    let (theme, lines) = (surface.theme, things.filter(canvas.isThinLine))
    requestCount += 1
    return TileRequest(parts, number: requestCount, cell: cell) {
      func drawing(_ things: [BoardItem]) -> VectorDrawing {
        PageRenderer.inkDrawing(
          things, columns: area.columns, rows: area.rows, theme: theme, viewport: viewport)
      }
      return (drawing(things), drawing(lines))
    }
  }

  /// Returns the request for one tile.
  private func part(
    of block: CellRect, in area: CellRect, _ making: Making, on canvas: Canvas
  ) -> TileRequest.Part {
    var (holes, lines) = (UInt32(0), UInt32(0))
    for (number, cell) in making.bare.enumerated() where !cell.isFree {
      holes |= 1 << number
      let (row, column) = number.quotientAndRemainder(dividingBy: block.columns)
      if canvas.takesLines(column: block.column + column, row: block.row + row) {
        lines |= 1 << number
      }
    }
    let place = CellRect(
      column: block.column - area.column, row: block.row - area.row, columns: block.columns,
      rows: block.rows)
    return TileRequest.Part(place, holes: holes, lines: lines)
  }
}

extension Cell {
  /// Whether no word and no sign of the page is in the cell.
  fileprivate var isFree: Bool { glyph == .space }
}
