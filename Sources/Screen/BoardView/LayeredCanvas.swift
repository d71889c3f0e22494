import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The canvas in three layers: the picture of the log; above it the strokes in progress of other
/// participants; and during a gesture a copy with the preview of the gesture. So the cost of a
/// preview is only its own dots, and it costs nothing to drop the preview.
struct LayeredCanvas: Sendable {
  /// The picture of the log.
  package private(set) var dry: Canvas
  /// The strokes and texts in progress of other participants.
  private var layer = GuestLayer()
  /// The copy with the preview, which is shown during a gesture; nil at other times.
  private(set) var wet: Canvas?
  /// The cells in which the preview differs from the canvas without it.
  private var wetCells = Touched()
  /// The preview without its tail: the last part, which may still change.
  private var settled: Canvas?
  /// The cells that the tail covers.
  private var tailCells = Touched()
  /// The cells of the shown canvas that have changed since the last call of `takeTouched`.
  private var touched = Touched()
  /// The changes of finished ink since the last call of `takeInkChanges`.
  private var inkChanges = InkChanges()

  /// - Parameter decoded: the pixels of images that another canvas has shown.
  init(
    _ view: View, raster: Raster, theme: Theme, picture: Picture,
    decoded: DecodedImages = DecodedImages()
  ) {
    dry = Canvas(
      columns: view.canvasColumns, rows: view.canvasRows, viewport: view.viewport, raster: raster,
      theme: theme, showsPage: view.showsPageEdge, decoded: decoded)
    if !view.isTooSmall { dry.repaint(picture) }
    _ = dry.takeTouched()
    touched = .all(columns: view.canvasColumns, rows: view.canvasRows)
    (inkChanges.all, inkChanges.beyondNewInk) = (touched, touched)
  }

  /// The strokes and texts in progress of other participants; later ones lie above earlier ones.
  var guests: [Item] { layer.items }

  package var shown: Canvas { wet ?? layer.shown ?? dry }

  package func cell(column: Int, row: Int) -> Cell {
    wet?.cell(column: column, row: row) ?? layer.cell(column: column, row: row)
      ?? dry.cell(column: column, row: row)
  }

  package func isCurved(from: BoardPoint, to: BoardPoint) -> Bool {
    dry.isCurved(from: from, to: to)
  }

  package mutating func takeTouched() -> Touched {
    defer { touched = Touched() }
    return touched
  }

  /// Returns the changes of finished ink since the last call.
  mutating func takeInkChanges() -> InkChanges {
    defer { (inkChanges.all, inkChanges.beyondNewInk) = (Touched(), Touched()) }
    return inkChanges
  }

  // MARK: The picture of the log

  mutating func repaint(_ picture: Picture, after damage: Damage) {
    if case .added(let id) = damage {
      repaint(picture, added: [id], after: .none)
    } else {
      repaint(picture, added: [], after: damage)
    }
  }

  /// Paints the things that were added on top, the lowest first, and then all other changed parts.
  mutating func repaint(_ picture: Picture, added: [EntryID], after damage: Damage) {
    dropWet()
    dry.add(added, of: picture)
    switch damage {
    case .none, .added: break
    case .area(let area): dry.repaint(picture, in: area)
    case .all: dry.repaint(picture)
    }
    let changed = Touched(takenFrom: &dry)
    touched.formUnion(changed)
    inkChanges.all.formUnion(changed)
    inkChanges.beyondNewInk.formUnion(cells(of: damage))
    if !guests.isEmpty { touched.formUnion(layer.show(guests, over: dry, changed: changed)) }
  }

  /// Returns the cells in which the finished ink is another one after some damage.
  private func cells(of damage: Damage) -> Touched {
    switch damage {
    case .none, .added: return Touched()
    case .all: return .all(columns: dry.columns, rows: dry.rows)
    case .area(let area):
      let part = dry.cells(touchedBy: area).clipped(columns: dry.columns, rows: dry.rows)
      return Touched(rows: part.columns.isEmpty ? [] : part.rows.map { ($0, part.columns) })
    }
  }

  // MARK: Strokes in progress of other participants

  /// Shows these items over the picture. The preview of this user's gesture stays if nothing
  /// changed beneath it.
  /// - Returns: whether the caller has to draw the preview again.
  package mutating func show(guests items: [Item]) -> Bool {
    let changed = layer.show(items, over: dry)
    touched.formUnion(changed)
    guard wet != nil, !changed.meets(wetCells) else {
      dropWet()
      return true
    }
    let below = layer.shown ?? dry
    wet?.copy(changed.rows, from: below)
    settled?.copy(changed.rows, from: below)
    return false
  }

  // MARK: The gesture in progress

  /// Drops the preview. Its cells then show the picture and the other participants' strokes again.
  package mutating func dropWet() {
    guard wet != nil else { return }
    (wet, settled, inkChanges.hiddenByPreview) = (nil, nil, Touched())
    touched.formUnion(wetCells)
    (wetCells, tailCells) = (Touched(), Touched())
  }

  /// Paints something more on the preview.
  package mutating func paintWet(_ paint: (inout Canvas) -> Void) {
    var canvas = shown
    wet = nil
    paint(&canvas)
    let cells = Touched(takenFrom: &canvas)
    touched.formUnion(cells)
    wetCells.formUnion(cells)
    wet = canvas
  }

  /// Removes the last tail and paints a lasting part on the preview. Then paints the new tail, if
  /// there is one; the next call removes it. Each call copies only the cells of the lasting part and
  /// of the last tail.
  package mutating func paintWet(
    _ paint: (inout Canvas) -> Void, tail paintTail: ((inout Canvas) -> Void)?
  ) {
    guard paintTail != nil || settled != nil else { return paintWet(paint) }
    var below = settled ?? shown
    settled = nil
    paint(&below)
    var changed = tailCells
    changed.insert(below.takeTouched())
    var canvas = wet ?? below
    wet = nil
    canvas.copy(changed.rows, from: below)
    paintTail?(&canvas)
    tailCells = Touched(takenFrom: &canvas)
    changed.formUnion(tailCells)
    touched.formUnion(changed)
    wetCells.formUnion(changed)
    (settled, wet) = (below, canvas)
  }

  /// Shows the result of an operation on the picture in the preview. The strokes in progress of
  /// other participants stay above it.
  package mutating func paintWet(_ picture: Picture, after damage: Damage) {
    let guests = guests
    paintWet { canvas in
      canvas.repaint(picture, after: damage)
      for item in guests { canvas.paint(item) }
    }
    inkChanges.hiddenByPreview.formUnion(cells(of: damage))
  }

  /// Replaces the preview.
  package mutating func showWet(_ paint: (inout Canvas) -> Void) {
    dropWet()
    paintWet(paint)
  }
}

/// The changes of finished ink on a canvas, for tiles that show it.
package struct InkChanges: Sendable {
  /// The cells in which finished ink changed.
  package var all = Touched()
  /// The cells among these in which more happened than new ink on top.
  package var beyondNewInk = Touched()
  /// The cells in which the preview shows other ink than the finished one, and not only more.
  package var hiddenByPreview = Touched()

  package init() {}
}

extension Canvas {
  /// Repaints the part of the canvas that an operation changed by hiding or moving things.
  package mutating func repaint(_ picture: Picture, after damage: Damage) {
    switch damage {
    case .none: break
    case .area(let area): repaint(picture, in: area)
    case .added, .all: repaint(picture)
    }
  }
}
