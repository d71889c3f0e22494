import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The bucket: finds the area to fill, and the shape of the fill.
struct Bucket {
  private let view: View
  private let theme: Theme
  /// The ink on the screen in braille dots, whatever raster the screen uses.
  private let walls: InkDots

  private init(in picture: Picture, on surface: Surface) {
    (view, theme) = (surface.view, surface.theme)
    var dots = surface.dry
    if surface.raster.hasBlocks {
      dots = Self.canvas(of: view, theme)
      dots.repaint(picture)
    }
    walls = InkDots(canvas: dots)
  }

  /// Returns the fill of the enclosed area around a point. It is a single thing and scales like ink. The area
  /// shows no opaque ink. So the fill can lie below all other things, such as texts and marker ink.
  ///
  /// - Returns: nil if there is no enclosed area, as a notice says.
  package static func fill(
    around touch: Touch, with color: InkColor, in recorder: BoardRecorder, on surface: Surface
  ) -> Stroke? {
    let (picture, requests) = (recorder.picture, recorder.requests)
    let bucket = Bucket(in: picture, on: surface)
    guard let area = bucket.area(around: touch.pointer) else {
      requests.notify("This is ink. Click an empty area.")
      return nil
    }
    guard !area.isOpen else {
      requests.notify("Not closed: the fill would run out.")
      return nil
    }
    let shape = bucket.shape(around: area, at: touch.point, in: picture)
    return shape?.filled(with: color) ?? bucket.region(area, color)
  }

  private static let dotsAcross = 2
  private static let dotsDown = 4

  /// Returns an empty canvas of braille dots.
  private static func canvas(of view: View, _ theme: Theme) -> Canvas {
    Canvas(
      columns: view.canvasColumns, rows: view.canvasRows, viewport: view.viewport,
      raster: .braille, theme: theme, showsPage: false)
  }

  /// Returns the enclosed area around the pointer; nil if there is ink.
  private func area(around pointer: Pointer) -> RegionTracer? {
    RegionTracer(
      columns: view.canvasColumns * Self.dotsAcross, rows: view.canvasRows * Self.dotsDown,
      seedX: pointer.cell.column * Self.dotsAcross + Int(pointer.fractionX) * Self.dotsAcross / 256,
      seedY: pointer.cell.row * Self.dotsDown + Int(pointer.fractionY) * Self.dotsDown / 256
    ) { x, y in walls.isInked(x, y) }
  }

  /// Returns the smallest box or oval that the area fills, apart from lines in it; nil if there is
  /// none. Filled itself, such a shape meets its line in every raster and at every zoom.
  private func shape(
    around area: RegionTracer, at point: BoardPoint, in picture: Picture
  ) -> BoardItem? {
    let shapes = picture.things(in: BoardRect(point)).filter(\.isOutlined)
    let smallest = shapes.sorted { $0.bounds.area < $1.bounds.area }.prefix(Self.shapesToTry)
    return smallest.first { isFilled($0, by: area) }
  }

  /// The number of shapes round a point that the bucket tries. More of them would make it slow.
  private static let shapesToTry = 8

  private func isFilled(_ shape: BoardItem, by area: RegionTracer) -> Bool {
    guard let filled = shape.filled(with: shape.inkColor) else {
      return false
    }
    var canvas = Self.canvas(of: view, theme)
    canvas.paint(.stroke(filled))
    let inside = InkDots(canvas: canvas)
    return (0..<area.rows).allSatisfy { y in
      (0..<area.columns).allSatisfy { x in
        let isInside = inside.isInked(x, y)
        return area.isFlooded(x, y) == isInside || isInside && walls.isInked(x, y)
      }
    }
  }

  /// Returns the fill of an area of any form.
  private func region(_ area: RegionTracer, _ color: InkColor) -> Stroke? {
    let viewport = view.viewport
    let outline = area.outline { x, y in
      BoardPoint(
        clamping: viewport.left + x * viewport.columnWidth / Double(Self.dotsAcross),
        viewport.top + y * viewport.rowHeight / Double(Self.dotsDown))
    }
    return PackedPoints(outline, stepExponent: viewport.stepExponent).map {
      Stroke(kind: .region, ink: Ink(color: color, width: 1), filled: true, points: $0)
    }
  }
}

/// The ink of the canvas, dot by dot.
private struct InkDots {
  package let canvas: Canvas

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
  /// Returns a filled shape at the same place and with the same width; nil for other things.
  fileprivate func filled(with color: InkColor) -> Stroke? {
    guard isOutlined, let stroke = item.asStroke else { return nil }
    let ink = Ink(color: color, width: stroke.ink.width)
    return PackedPoints(stroke.points.map { $0.moved(by: offset) }, stepExponent: 0).map {
      Stroke(
        kind: stroke.kind, ink: ink, filled: true, points: $0,
        look: stroke.look.intersection(.rounded).union(.solid))
    }
  }
}
