import BoardModel
import CellFrame
import EaselBase

/// The paper and the ink of a picture as one viewer sees them, held dot by dot. A new stroke costs
/// only its own dots, even on a full board.
///
/// 1. Repainting a part gives the same dots there as repainting everything.
/// 2. Painting a thing twice changes nothing more.
/// 3. The part of a thing beyond the canvas costs no dots, however far it reaches.
/// 4. A text always lies over the ink, and has the cells that `TextLayout` gives it.
/// 5. A freehand line gives the same dots, whether it is painted at once, or in parts while it grows
///    and its tail last.
public struct Canvas: Sendable {
  /// The width in cells, limited to 0 … 4,096.
  public let columns: Int
  /// The height in cells, limited to 0 … 4,096.
  public let rows: Int
  /// The placement of the board on the canvas.
  public let viewport: Viewport
  /// The division of each cell into dots.
  public let raster: Raster
  /// The theme that gives the colours.
  public let theme: Theme

  let grid: DotGrid
  var layers: InkLayers
  private let showsPage: Bool
  /// The cells under the ink: text or the page's outline; empty if there is neither.
  var paper: [Cell] = []
  /// The texts of the picture. The texts of a preview lie over them.
  private var texts: PictureTexts
  /// The images, which lie under all ink.
  private(set) var images: ImageLayer
  /// The pixels of the images that the canvas has shown.
  package private(set) var decoded: DecodedImages
  /// Whether there may be letters on the canvas.
  private var hasLetters = false

  /// Whether a larger view would show more words. Text paper cannot be enlarged to show more words.
  public var hidesWords: Bool { texts.layout.hidesWords && viewport.paperOrigin == nil }

  /// Whether there may be letters of labels or of text paper.
  var hasText: Bool { hasLetters || viewport.paperOrigin != nil && !paper.isEmpty }

  /// Creates a canvas of an empty board.
  ///
  /// - Parameter showsPage: whether the canvas shows the page's outline if the view reaches beyond
  ///   the page.
  public init(
    columns: Int, rows: Int, viewport: Viewport, raster: Raster, theme: Theme,
    showsPage: Bool = true
  ) {
    self.init(
      columns: columns, rows: rows, viewport: viewport, raster: raster, theme: theme,
      showsPage: showsPage, decoded: DecodedImages())
  }

  /// Creates a canvas of an empty board, with the pixels of images that another canvas has shown.
  package init(
    columns: Int, rows: Int, viewport: Viewport, raster: Raster, theme: Theme, showsPage: Bool,
    decoded: DecodedImages
  ) {
    grid = DotGrid(columns: columns, rows: rows, viewport: viewport, raster: raster)
    self.columns = grid.columns
    self.rows = grid.rows
    self.viewport = viewport
    self.raster = raster
    self.theme = theme
    self.showsPage = showsPage
    layers = InkLayers(grid)
    texts = PictureTexts(grid, viewport)
    images = ImageLayer(grid, theme)
    self.decoded = decoded
    paper = underlay(Picture())
  }

  /// Repaints everything.
  public mutating func repaint(_ picture: Picture) {
    let everything = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    paper = underlay(picture)
    hasLetters = false
    texts.update(picture)
    paint(picture.things(in: grid.area(of: everything)), over: everything, isTracking: false)
    touchAll()
  }

  private func underlay(_ picture: Picture) -> [Cell] {
    let text = PaperCells(picture.paper, diff: picture.diff, theme: theme)
      .cells(columns, rows, viewport)
    guard text.isEmpty, showsPage, viewport.paperOrigin == nil else { return text }
    return PageHint(viewport: viewport, raster: raster, theme: theme)
      .cells(columns, rows, blank: blank)
  }

  /// Repaints only `area`, and the rows in which texts get other cells.
  public mutating func repaint(_ picture: Picture, in area: BoardRect) {
    var cells = grid.cells(touchedBy: area)
    if let rows = texts.update(picture, in: area) {
      let end = max(cells.row + cells.rows, rows.upperBound + 1)
      cells.row = min(cells.row, rows.lowerBound)
      cells.rows = end - cells.row
    }
    // Letters may stand beside the place of their text on the board.
    if hasLetters || !texts.layout.texts.isEmpty { (cells.column, cells.columns) = (0, columns) }
    let part = cells.clipped(columns: columns, rows: rows)
    guard !part.columns.isEmpty, !part.rows.isEmpty else { return }
    for row in part.rows {
      layers.touched[row].add(part.columns.lowerBound)
      layers.touched[row].add(part.columns.upperBound - 1)
    }
    paint(picture.things(in: grid.area(of: cells)), over: cells, isTracking: false)
  }

  /// Shows new things that lie above all others, the lowest first. A text takes cells from those below
  /// it, and an image that is paper lies below the others.
  public mutating func add(_ ids: [EntryID], of picture: Picture) {
    var texts: BoardRect?
    for id in ids where picture.isVisible(id) {
      guard let thing = picture.thing(id) else { continue }
      if self.texts.depend(on: thing) || !thing.isSelectable {
        let box = thing.isOnLine ? thing.bounds.grown(by: Page.cellWidth) : thing.bounds
        texts = texts?.union(box) ?? box
      } else {
        paint(thing)
      }
    }
    if let texts { repaint(picture, in: texts) }
  }

  /// Paints one item on top of everything. The item is finished or in progress.
  public mutating func paint(_ item: Item, offset: BoardOffset = .zero, color: InkColor? = nil) {
    let theme = theme
    let text = item.asLabel.flatMap {
      texts.layout(of: [PlacedText($0, offset: offset)]).shown.first
    }
    hasLetters = hasLetters || item.isText
    layers.withPainter(clip: grid.all, isTracking: true) { painter in
      painter.paint(item, [], offset: offset, color: color, text, theme)
    }
  }

  /// Paints a thing, with all its pieces, on top of everything.
  public mutating func paint(_ thing: BoardItem) { paint([thing]) }

  /// Paints things on top of everything, the lowest first.
  public mutating func paint(_ things: [BoardItem]) {
    let (theme, texts) = (
      theme,
      texts.layout(
        of: things.compactMap { thing in
          thing.item.asLabel.map {
            PlacedText($0, offset: thing.offset, id: thing.id, isOnLine: thing.isOnLine)
          }
        })
    )
    hasLetters = hasLetters || !texts.texts.isEmpty
    var images: [BoardItem] = []
    layers.withPainter(clip: grid.all, isTracking: true) { painter in
      for thing in things where !images.takes(thing) {
        painter.paint(
          thing.item, thing.pieces, offset: thing.offset, color: thing.color,
          thing.item.isText ? texts[thing.id] : nil, theme, AttachedEnds(of: thing))
      }
    }
    let all = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    paint(images: images, in: all, isTracking: true)
  }

  /// Paints the next segment of a stroke in progress on top of everything, as a straight line
  /// between two points of the hand.
  public mutating func paintSegment(from: BoardPoint, to: BoardPoint, ink: Ink) {
    paintStep(before: nil, from: from, to: to, after: nil, ink: ink)
  }

  /// Paints the step `from` – `to` of a freehand line. A long step is curved as in the finished
  /// stroke. `before` is nil at the beginning of the line, `after` at its end.
  public mutating func paintStep(
    before: BoardPoint?, from: BoardPoint, to: BoardPoint, after: BoardPoint?, ink: Ink
  ) {
    withPen(ink) { $0.step(before: before, from: from, to: to, after: after, $1) }
  }

  /// Paints the new part of a growing freehand stroke, from the place where `hand` ended, and moves
  /// `hand` to the new end. If `hand` is nil, paints from the beginning. A long last step is not
  /// painted yet, because the next point determines its curve.
  public mutating func paint(_ stroke: Stroke, after hand: inout GrowingHand?) {
    withPen(stroke.ink) { $0.grow(stroke.points, $1, after: &hand) }
  }

  /// Paints the last step that still waits for its next point, as if the stroke ended there.
  public mutating func paintTail(of stroke: Stroke, at hand: GrowingHand) {
    withPen(stroke.ink) { $0.end(hand, $1) }
  }

  /// Whether a step of the hand is so long that its curve depends on the next point.
  public func isCurved(from: BoardPoint, to: BoardPoint) -> Bool { grid.isLong(from, to) }

  /// Returns the cells touched since the last call, and forgets them. There is at most one range of
  /// columns for each row. If the canvas has letters, neighbouring cells count as touched too,
  /// because the ink around a letter can hide it, and the rest of a marked band as well.
  public mutating func takeTouched() -> [(row: Int, columns: Range<Int>)] {
    let reachesOut = hasText
    var found: [(row: Int, columns: Range<Int>)] = []
    var above = TouchedRow()
    for row in 0..<rows {
      let own = layers.touched[row]
      layers.touched[row] = TouchedRow()
      let below = row + 1 < rows ? layers.touched[row + 1] : TouchedRow()
      let range =
        reachesOut
        ? own.joined(above).joined(below).range(of: columns, margin: 2).map {
          band(around: $0, row)
        }
        : own.range
      if let range { found.append((row, range)) }
      above = own
    }
    return found
  }

  /// Returns the range and the cells with translucent ink beside it.
  private func band(around range: Range<Int>, _ row: Int) -> Range<Int> {
    var (first, end) = (range.lowerBound, range.upperBound)
    while isMarked(first - 1, row) { first -= 1 }
    while isMarked(end, row) { end += 1 }
    return first..<end
  }

  /// Copies these cells from another canvas, without counting them as touched. Does nothing if the
  /// canvases divide the board into different dots.
  public mutating func copy(_ cells: [(row: Int, columns: Range<Int>)], from other: Canvas) {
    guard grid == other.grid else { return }
    hasLetters = hasLetters || other.hasLetters
    for (row, range) in cells where (0..<rows).contains(row) {
      for column in range.clamped(to: 0..<columns) {
        layers.copy(column: column, row: row, from: other.layers)
        images.copy(cell: row * columns + column, from: other.images)
      }
    }
  }

  private mutating func touchAll() {
    guard columns > 0 else { return }
    for row in 0..<rows {
      layers.touched[row].add(0)
      layers.touched[row].add(columns - 1)
    }
  }
}

extension Canvas {
  private mutating func paint(
    _ things: some Swift.Sequence<BoardItem>, over cells: CellRect, isTracking: Bool
  ) {
    let (theme, texts) = (theme, texts.layout)
    hasLetters = hasLetters || !texts.texts.isEmpty
    let part = cells.clipped(columns: columns, rows: rows)
    let shown = CellRect(
      column: part.columns.lowerBound, row: part.rows.lowerBound, columns: part.columns.count,
      rows: part.rows.count)
    images.wipe(shown)
    var images: [BoardItem] = []
    layers.withPainter(clip: grid.dots(of: cells), isTracking: isTracking) { painter in
      painter.wipe()
      for thing in things where !images.takes(thing) {
        painter.paint(
          thing.item, thing.pieces, offset: thing.offset, color: thing.color,
          thing.item.isText ? texts[thing.id] : nil, theme, AttachedEnds(of: thing))
      }
    }
    paint(images: images, in: shown, isTracking: isTracking)
  }

  /// Paints images under all ink, those that are paper first. An image whose bytes are missing or wrong
  /// is a frame with a cross.
  private mutating func paint(images: [BoardItem], in cells: CellRect, isTracking: Bool) {
    if images.isEmpty { return }
    let theme = theme
    for thing in images.paperFirst {
      guard let image = decoded.image(of: thing) else {
        layers.withPainter(clip: grid.dots(of: cells), isTracking: isTracking) { painter in
          for line in thing.item.asImage?.frameWithCross ?? [] {
            painter.paint(.stroke(line), [], offset: thing.offset, color: nil, nil, theme)
          }
        }
        continue
      }
      let box = thing.pointBox
      let (low, high) = (
        viewport.position(of: BoardPoint(x: box.minX, y: box.minY)),
        viewport.position(of: BoardPoint(x: box.maxX, y: box.maxY))
      )
      self.images.paint(
        image, from: (low.column, low.row), to: (high.column, high.row), clip: cells)
      if isTracking { touch(box) }
    }
  }

  /// Notes that all cells of a part of the board changed.
  private mutating func touch(_ box: BoardRect) {
    let part = grid.cells(touchedBy: box).clipped(columns: columns, rows: rows)
    guard !part.columns.isEmpty else { return }
    for row in part.rows {
      layers.touched[row].add(part.columns.lowerBound)
      layers.touched[row].add(part.columns.upperBound - 1)
    }
  }

  private mutating func withPen(_ ink: Ink, _ body: (Painter, Pen) -> Void) {
    let theme = theme
    layers.withPainter(clip: grid.all, isTracking: true) { painter in
      painter.dip(ink.color, theme, isHand: ink.width <= 1)
      if painter.grid.isThin(ink), painter.pigment.layer == .line, let thin = painter.forThinLines {
        painter = thin
      }
      let pen = Pen(ink, painter.grid)
      painter.use(pen)
      body(painter, pen)
    }
  }
}

extension Painter {
  /// - Parameter isHand: whether the colour is that of a freehand line of width 1.
  fileprivate mutating func dip(_ color: InkColor, _ theme: Theme, isHand: Bool) {
    var shade = theme.shade(of: color)
    if isHand, grid.raster.isMixed, color.alpha == 255 { shade = theme.hand(of: shade) }
    dip(rgb: shade, alpha: color.alpha, inside: theme.fill(of: shade))
  }

  fileprivate mutating func paint(
    _ item: Item, _ pieces: [Stroke], offset: BoardOffset, color: InkColor?,
    _ text: TextLayout.Shown?, _ theme: Theme, _ attached: AttachedEnds = AttachedEnds()
  ) {
    switch item {
    case .stroke(let stroke):
      dip(
        color ?? stroke.ink.color, theme,
        isHand: [.pen, .marker].contains(stroke.kind) && stroke.ink.width <= 1)
      use(Pen(stroke.ink, grid))
      paint(stroke, pieces, offset: offset, attached: attached)
      if grid.raster == .ascii { paintAsciiJoints(of: stroke, offset, attached) }
    case .image, .imagePiece: break
    case .label(let label):
      guard let text else { return }
      let shade = theme.shade(of: color ?? label.color)
      LabelPainter(painter: self, hasPaleFills: theme.hasPaleFills).paint(
        text, style: Style(foreground: .rgb(shade), background: theme.background))
    }
  }

  /// Removes all ink and letters within `clip`.
  fileprivate func wipe() {
    let width = clip.maxX >> grid.unitShiftX - clip.minX >> grid.unitShiftX + 1
    for y in clip.minY >> grid.unitShiftY...clip.maxY >> grid.unitShiftY {
      let start = y * grid.unitColumns + clip.minX >> grid.unitShiftX
      for unit in start..<start + width {
        ink[unit] = 0
        fills[unit] = 0
        wash[unit] = 0
      }
    }
    let columns = grid.column(ofDot: clip.minX)...grid.column(ofDot: clip.maxX)
    for row in grid.row(ofDot: clip.minY)...grid.row(ofDot: clip.maxY) {
      for column in columns {
        let cell = row * grid.columns + column
        letters[cell] = .blank
        if grid.hasBlocks { tops[cell] = 0 }
        if grid.raster.isMixed {
          thin[cell] = 0
          signs[cell] = .none
        }
      }
    }
  }
}
