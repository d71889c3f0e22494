import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// The bucket.
extension Workspace {
  /// Fills the enclosed area around a point. The fill is a single thing and scales like ink. The area
  /// shows no ink, so the fill can lie below all other things: the lines round it, and the texts in it.
  mutating func fillArea(around touch: Touch, with color: InkColor) {
    let columns = view.canvasColumns * Self.dotsAcross
    let rows = view.canvasRows * Self.dotsDown
    let walls = dots
    let seed = touch.pointer
    let tracer = RegionTracer(
      columns: columns, rows: rows,
      seedX: seed.cell.column * Self.dotsAcross + Int(seed.fractionX) * Self.dotsAcross / 256,
      seedY: seed.cell.row * Self.dotsDown + Int(seed.fractionY) * Self.dotsDown / 256
    ) { x, y in walls.isInked(x, y) }
    guard let tracer else { return notify("This is ink. Click an empty area.") }
    guard !tracer.isOpen else {
      return notify("The area has a gap. Close it, or zoom out.")
    }
    let ink = Ink(color: color, width: 1)
    let shape = shape(around: tracer, at: touch.point, walls)
    guard let fill = shape?.filled(with: ink) ?? region(tracer, ink), let id = board.nextID()
    else { return }
    let offset = shape?.offset ?? .zero
    make(
      [.make(.stroke(fill))]
        + (offset == .zero ? [] : [.change(.items([id]), .move(offset))])
        + [.change(.items([id]), .reorder(.back))])
  }

  private static let dotsAcross = 2
  private static let dotsDown = 4

  private func region(_ tracer: RegionTracer, _ ink: Ink) -> Stroke? {
    let viewport = view.viewport
    let outline = tracer.outline { x, y in
      BoardPoint(
        clamping: viewport.left + x * viewport.columnWidth / Double(Self.dotsAcross),
        viewport.top + y * viewport.rowHeight / Double(Self.dotsDown))
    }
    return PackedPoints(outline, stepExponent: viewport.stepExponent).map {
      Stroke(kind: .region, ink: ink, filled: true, points: $0)
    }
  }

  /// Returns the smallest box or oval that the area fills, apart from lines in it; nil if there is
  /// none. Filled itself, such a shape meets its line in every raster and at every zoom.
  private func shape(
    around area: RegionTracer, at point: BoardPoint, _ walls: InkDots
  ) -> BoardItem? {
    let shapes = board.picture.things(in: BoardRect(point)).filter(\.isOutlined)
    return shapes.sorted { $0.bounds.area < $1.bounds.area }.prefix(Self.shapesToTry).first {
      shape in
      var canvas = emptyCanvas
      guard let filled = shape.filled(with: Ink(color: shape.inkColor, width: 1)) else {
        return false
      }
      canvas.paint(.stroke(filled), offset: shape.offset)
      let inside = InkDots(canvas: canvas)
      return (0..<area.rows).allSatisfy { y in
        (0..<area.columns).allSatisfy { x in
          area.isFlooded(x, y) == inside.isInked(x, y)
            || inside.isInked(x, y) && walls.isInked(x, y)
        }
      }
    }
  }

  /// The number of shapes round a point that the bucket tries. More of them would make it slow.
  private static let shapesToTry = 8

  /// The ink on the screen in braille dots, whatever raster the screen uses.
  private var dots: InkDots {
    if !raster.hasBlocks { return InkDots(canvas: surface.dry) }
    var canvas = emptyCanvas
    canvas.repaint(board.picture)
    return InkDots(canvas: canvas)
  }

  private var emptyCanvas: Canvas {
    Canvas(
      columns: view.canvasColumns, rows: view.canvasRows, viewport: view.viewport,
      raster: .braille, theme: theme, showsPage: false)
  }
}

/// The ink of the canvas, dot by dot.
private struct InkDots {
  let canvas: Canvas

  func isInked(_ x: Int, _ y: Int) -> Bool {
    canvas.dots(column: x / 2, row: y / 4) >> Self.bits[y % 4 * 2 + x % 2] & 1 == 1
  }

  /// The number of each dot's bit in Unicode, row by row.
  private static let bits: [UInt8] = [0, 3, 1, 4, 2, 5, 6, 7]
}

extension RegionTracer {
  /// Whether the filled area reaches the edge of the screen.
  fileprivate var isOpen: Bool {
    (0..<columns).contains { isFlooded($0, 0) || isFlooded($0, rows - 1) }
      || (0..<rows).contains { isFlooded(0, $0) || isFlooded(columns - 1, $0) }
  }
}

extension BoardItem {
  /// Whether the thing is a box or an oval without a fill.
  fileprivate var isOutlined: Bool {
    if case .stroke(let stroke) = item { stroke.kind.isFillable && !stroke.filled } else { false }
  }

  /// Returns a filled shape with the same points; nil for other things.
  fileprivate func filled(with ink: Ink) -> Stroke? {
    guard isOutlined, case .stroke(let stroke) = item else { return nil }
    return Stroke(kind: stroke.kind, ink: ink, filled: true, points: stroke.points)
  }
}

extension BoardRect {
  fileprivate var area: Int64 { Int64(maxX - minX) * Int64(maxY - minY) }
}
