import BoardDocument
import BoardModel
import BoardRendering

// The bucket.
extension Workspace {
  /// Fills the enclosed area around a point. The filling is a single thing and scales like ink.
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
    let viewport = view.viewport
    let outline = tracer.outline { x, y in
      BoardPoint(
        clamping: viewport.left + x * viewport.columnWidth / Double(Self.dotsAcross),
        viewport.top + y * viewport.rowHeight / Double(Self.dotsDown))
    }
    guard let points = PackedPoints(outline, stepExponent: viewport.stepExponent) else { return }
    let ink = Ink(color: color, width: 1)
    let fill = Operation.Action.make(
      .stroke(Stroke(kind: .region, ink: ink, filled: true, points: points)))
    // The texts in the area stay above the fill.
    let texts = board.picture.inside(outline).filter {
      if case .label = $0.item { true } else { false }
    }
    .map(\.id)
    make([fill] + (texts.isEmpty ? [] : Operation.Action.change(texts, .reorder(.front))))
  }

  private static let dotsAcross = 2
  private static let dotsDown = 4

  /// The ink on the screen in braille dots, whatever raster the screen uses.
  private var dots: InkDots {
    if !raster.hasBlocks { return InkDots(canvas: surface.dry) }
    var canvas = Canvas(
      columns: view.canvasColumns, rows: view.canvasRows, viewport: view.viewport,
      raster: .braille, theme: theme, showsPage: false)
    canvas.repaint(board.picture)
    return InkDots(canvas: canvas)
  }
}

/// The ink of the canvas, dot by dot.
private struct InkDots {
  let canvas: Canvas

  func isInked(_ x: Int, _ y: Int) -> Bool {
    let bits = [[0, 1, 2, 6], [3, 4, 5, 7]]
    return canvas.dots(column: x / 2, row: y / 4) >> UInt8(bits[x % 2][y % 4]) & 1 == 1
  }
}

extension RegionTracer {
  /// Whether the filled area reaches the edge of the screen.
  fileprivate var isOpen: Bool {
    (0..<columns).contains { isFlooded($0, 0) || isFlooded($0, rows - 1) }
      || (0..<rows).contains { isFlooded(0, $0) || isFlooded(columns - 1, $0) }
  }
}
