import CellFrame
import GroupTesting
import Testing

@testable import PictureFormats

/// Pixels of small drawings. A pixel is 1.25 units wide.
@Suite struct PixelSheetTests {
  private func sheet(_ shapes: [VectorShape], washes: [VectorShape] = []) -> PixelSheet {
    PixelSheet(
      VectorDrawing(columns: 4, rows: 2, washes: washes, marks: shapes.map { .shape($0) }),
      theme: .terminal)
  }

  private func pixel(_ sheet: PixelSheet, _ x: Int, _ y: Int) -> UInt32 {
    let offset = (y * sheet.width + x) * 3
    return sheet.bytes[offset..<offset + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
    -> VectorShape.Form
  {
    .rectangle(VectorRect(VectorPoint(x: left, y: top), VectorPoint(x: right, y: bottom)))
  }

  @Test("A filled rectangle is solid inside, and soft only at its edges")
  func rectangle() {
    // In pixels: from 8.4 to 24 across, and from 8 to 40.25 down.
    let sheet = sheet([
      VectorShape(rectangle(10.5, 10, 30, 50.3125), color: 0xFF_FF_FF, lineWidth: 0, isFilled: true)
    ])
    for y in 0..<sheet.height {
      for x in 0..<sheet.width {
        let part = Double(pixel(sheet, x, y) & 0xFF) / 255
        let across = x == 8 ? 0.6 : (9..<24).contains(x) ? 1.0 : 0
        let down = (8..<40).contains(y) ? 1.0 : y == 40 ? 0.25 : 0
        #expect(abs(part - across * down) < 0.01, "\(x), \(y)")
      }
    }
  }

  @Test("A rectangle's line has sharp corners and leaves the inside free")
  func corners() {
    let sheet = sheet([VectorShape(rectangle(20, 20, 60, 60), color: 0xFF_00_00, lineWidth: 5)])
    #expect(pixel(sheet, 14, 14) == 0xFF_00_00 && pixel(sheet, 49, 49) == 0xFF_00_00)
    #expect(pixel(sheet, 13, 14) == 0 && pixel(sheet, 18, 18) == 0 && pixel(sheet, 32, 32) == 0)
  }

  @Test("Translucent ink is blended with its ground, once even where its line crosses itself")
  func marker() {
    let cross = VectorPath(
      through: [
        VectorPoint(x: 10, y: 40), VectorPoint(x: 70, y: 40), VectorPoint(x: 40, y: 10),
        VectorPoint(x: 40, y: 70),
      ])
    let sheet = sheet(
      [], washes: [VectorShape(.path(cross), color: 0xFF_80_00, alpha: 128, lineWidth: 12)])
    let blended = ColorMath.blend(0xFF_80_00, over: 0, alpha: 128)
    #expect(pixel(sheet, 16, 32) == blended && pixel(sheet, 32, 32) == blended)
    #expect(pixel(sheet, 60, 60) == 0)
  }

  @Test("The later shape is on top, and a hole of an area stays open")
  func order() {
    let points = [(0.0, 0.0), (80, 0), (80, 80), (0, 80), (0, 0), (20, 20), (60, 20), (60, 60)]
    let ring = VectorPath(
      through: (points + [(20, 60), (20, 20)]).map { VectorPoint(x: $0.0, y: $0.1) },
      isClosed: true)
    let sheet = sheet([
      VectorShape(rectangle(0, 0, 80, 80), color: 0x00_00_FF, lineWidth: 0, isFilled: true),
      VectorShape(.path(ring), color: 0x00_FF_00, lineWidth: 0, isFilled: true),
    ])
    #expect(pixel(sheet, 4, 4) == 0x00_FF_00 && pixel(sheet, 32, 32) == 0x00_00_FF)
  }

  @Test("Shapes that others hide change no byte of a picture")
  func hidden() {
    let cover = VectorShape(
      rectangle(-10, -10, 90, 90), color: 0x30_60_90, lineWidth: 0, isFilled: true)
    let top = VectorShape(
      .path(VectorPath(through: [VectorPoint(x: 5, y: 70), VectorPoint(x: 75, y: 20)])),
      color: 0xFF_80_00, lineWidth: 9)
    let below = (0..<40).map { index in
      VectorShape(
        .curve(through: [
          VectorPoint(x: 2 * Double(index), y: 0), VectorPoint(x: 40, y: 40),
          VectorPoint(x: 80, y: 2 * Double(index)),
        ]), color: 0x00_FF_00, lineWidth: 5, isFilled: index % 3 == 0)
    }
    #expect(sheet(below + [cover, top]).bytes == sheet([cover, top]).bytes)
    #expect(sheet(below).bytes != sheet([]).bytes)
  }

  @Test("Lines cost no work where all pixels are covered already")
  func closedTiles() {
    var raster = ShapeRaster(width: 64, height: 32)
    for row in 0..<32 { for column in 0..<32 { raster.tiles.close(row * 64 + column) } }
    raster.addLine(VectorPoint(x: 3, y: 3), VectorPoint(x: 26, y: 28), radius: 3)
    #expect(raster.cover.allSatisfy { $0 == 0 })
    raster.addLine(VectorPoint(x: 3, y: 16), VectorPoint(x: 60, y: 16), radius: 3)
    #expect(raster.cover[16 * 64 + 50] == 255)
    // One pixel that is open opens its tile.
    #expect(raster.tiles.isOpen(rows: 0..<32, 30..<34) && !raster.tiles.isOpen(row: 3, 0..<32))
  }

  @Test("Painting from top to bottom gives the colours of painting from bottom to top")
  func fromTopToBottom() {
    for seed in Seeds.range(20) {
      var random = SplitMix64(seed: seed)
      func place() -> VectorPoint {
        VectorPoint(
          x: Double.random(in: -10...90, using: &random),
          y: Double.random(in: -10...90, using: &random))
      }
      func shape(alpha: UInt8) -> VectorShape {
        let isFilled = Bool.random(using: &random)
        return VectorShape(
          Bool.random(using: &random)
            ? .curve(through: [place(), place(), place(), place()])
            : .ellipse(VectorRect(place(), place())),
          color: UInt32.random(in: 0...0xFF_FF_FF, using: &random), alpha: alpha,
          lineWidth: Double.random(in: 1...20, using: &random), isFilled: isFilled)
      }
      let washes = (0..<4).map { _ in shape(alpha: UInt8.random(in: 20...240, using: &random)) }
      let marks = (0..<12).map { _ in shape(alpha: 255) }
      let sheet = sheet(marks, washes: washes)
      var expected = [UInt32](repeating: 0, count: sheet.width * sheet.height)
      var raster = ShapeRaster(width: sheet.width, height: sheet.height)
      for shape in washes + marks {
        raster.add(shape)
        raster.drainCover { pixels, cover, _ in
          let alpha = UInt8((Int(cover) * Int(shape.alpha) + 127) / 255)
          for pixel in pixels {
            expected[pixel] = ColorMath.blend(shape.color, over: expected[pixel], alpha: alpha)
          }
        }
      }
      for (index, color) in expected.enumerated() {
        for part in 0..<3 {
          let value = Int(color >> UInt32(16 - 8 * part) & 0xFF)
          // Both ways round each layer to whole steps.
          #expect(abs(Int(sheet.bytes[3 * index + part]) - value) <= 5, "seed \(seed), \(index)")
        }
      }
    }
  }

  @Test("A label is readable on ink of its own colour")
  func label() {
    let text = VectorText(
      GlyphLine("E"), corner: VectorPoint(x: 20, y: 20), columnWidth: 20, rowHeight: 40,
      color: 0xFF_FF_FF)
    let ground = VectorShape(
      rectangle(0, 0, 80, 80), color: 0xFF_FF_FF, lineWidth: 0, isFilled: true)
    let sheet = PixelSheet(
      VectorDrawing(columns: 4, rows: 2, marks: [.shape(ground), .text(text)]), theme: .terminal)
    let row = (16..<32).map { pixel(sheet, $0, 16 + 10) }
    #expect(row.contains(0xFF_FF_FF) && row.contains(0))
  }

  @Test("A line covers the pixels within half of its width")
  func lines() {
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      var raster = ShapeRaster(width: 40, height: 30)
      let radius = Double.random(in: 1...12, using: &random)
      let points = (0..<4).map { _ in
        VectorPoint(
          x: Double.random(in: -20...60, using: &random),
          y: Double.random(in: -20...50, using: &random))
      }
      for (from, to) in zip(points, points.dropFirst()) {
        raster.addLine(from, to, radius: radius)
      }
      for y in 0..<30 {
        for x in 0..<40 {
          let middle = VectorPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let distance = zip(points, points.dropFirst()).map { Self.distance(middle, $0, $1) }.min()
          let part = min(max(radius + 0.5 - (distance ?? 0), 0), 1)
          let shown = Double(raster.cover[y * 40 + x]) / 255
          #expect(abs(shown - part) < 0.01, "seed \(seed), \(x), \(y)")
        }
      }
      var sum = 0
      raster.drainCover { pixels, _, _ in sum += pixels.count }
      #expect(sum > 0 || raster.cover.allSatisfy { $0 == 0 }, "seed \(seed)")
      #expect(raster.cover.allSatisfy { $0 == 0 }, "seed \(seed)")
    }
  }

  private static func distance(_ point: VectorPoint, _ a: VectorPoint, _ b: VectorPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let part =
      square == 0 ? 0 : min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / square, 0), 1)
    let (x, y) = (point.x - a.x - part * dx, point.y - a.y - part * dy)
    return (x * x + y * y).squareRoot()
  }

  @Test("An area covers the part of a pixel that lies inside of its outlines")
  func areas() {
    for seed in Seeds.range(12) {
      var random = SplitMix64(seed: seed)
      var raster = ShapeRaster(width: 24, height: 20)
      let outline = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        VectorPoint(
          x: Double.random(in: -10...34, using: &random),
          y: Double.random(in: -10...30, using: &random))
      }
      raster.fill([outline])
      for y in 0..<20 {
        for x in 0..<24 {
          let inside = (0..<256).filter { part in
            Self.contains(
              outline, Double(x) + (Double(part % 16) + 0.5) / 16,
              Double(y) + (Double(part / 16) + 0.5) / 16)
          }.count
          let shown = Double(raster.cover[y * 24 + x]) / 255
          #expect(abs(shown - Double(inside) / 256) < 0.13, "seed \(seed), \(x), \(y)")
        }
      }
    }
  }

  /// Returns an area with many narrow teeth, which point upwards and are as high as the picture.
  private func teeth(_ count: Int, _ raster: ShapeRaster) -> [VectorPoint] {
    let (step, bottom) = (Double(raster.width) / Double(count), Double(raster.height))
    let points = (0..<count).flatMap { index in
      [
        VectorPoint(x: Double(index) * step, y: bottom),
        VectorPoint(x: (Double(index) + 0.5) * step, y: 0),
      ]
    }
    return points + [VectorPoint(x: Double(raster.width), y: bottom)]
  }

  @Test("Areas with very many sides are counted on fewer lines, so that many need little time")
  func manySides() {
    var raster = ShapeRaster(width: 320, height: 1_600)
    let teeth = teeth(1_000, raster)
    var left = raster.crossingsLeft
    for _ in 0..<6 {
      raster.fill([teeth])
      let used = left - raster.crossingsLeft
      #expect(used > 0 && used <= max(left / 16, 16 * raster.height))
      left = raster.crossingsLeft
      for row in 0..<raster.height {
        let sum = raster.cover[row * 320..<(row + 1) * 320].reduce(0) { $0 + Int($1) }
        let part = Double(sum) / 320 / 255
        #expect(abs(part - (Double(row) + 0.5) / 1_600) < 0.02, "row \(row)")
      }
      raster.drainCover { _, _, _ in }
    }
    raster.crossingsLeft = 0
    let isFine = raster.fill([teeth])
    #expect(!isFine && raster.crossingsLeft == 0 && raster.cover.contains { $0 > 0 })
  }

  @Test("An area with two sides is exact even if no crossings are left")
  func exactArea() {
    var raster = ShapeRaster(width: 4, height: 4)
    raster.crossingsLeft = 0
    let corners = [(0.0, 0.5), (4, 0.5), (4, 3.25), (0, 3.25)]
    raster.fill([corners.map { VectorPoint(x: $0.0, y: $0.1) }])
    #expect((0..<4).map { raster.cover[$0 * 4] } == [128, 255, 255, 64])
  }

  @Test("Very many sides that begin on one line are drawn right")
  func manyBeginnings() {
    var raster = ShapeRaster(width: 40, height: 2)
    let count = 40_000
    // The sides come from right to left.
    let points = (0..<count).map { index in
      VectorPoint(x: 40 - 40 * Double(index) / Double(count), y: index % 2 == 0 ? 0 : 0.5)
    }
    raster.fill([points + [VectorPoint(x: 0, y: -1), VectorPoint(x: 40, y: -1)]])
    #expect(raster.cover[0..<40].allSatisfy { (40...88).contains($0) })
    #expect(raster.cover[40...].allSatisfy { $0 == 0 })
  }

  @Test("The edge of an ellipse is at its place, however large the ellipse is")
  func hugeEllipse() {
    for radius in [50.0, 5_000, 1e6, 1e9] {
      // In pixels, the edge of this circle goes through 32, 32.
      let middle = VectorPoint(x: 40 - 0.6 * radius, y: 40 - 0.8 * radius)
      let box = VectorRect(
        VectorPoint(x: middle.x - radius, y: middle.y - radius),
        VectorPoint(x: middle.x + radius, y: middle.y + radius))
      let filled = sheet([
        VectorShape(.ellipse(box), color: 0xFF_FF_FF, lineWidth: 0, isFilled: true)
      ])
      let line = sheet([VectorShape(.ellipse(box), color: 0xFF_FF_FF, lineWidth: 5)])
      for y in 0..<filled.height {
        for x in 0..<filled.width {
          let (offX, offY) = (
            Double(x) + 0.5 - 0.8 * middle.x, Double(y) + 0.5 - 0.8 * middle.y
          )
          let beyond = (offX * offX + offY * offY).squareRoot() - 0.8 * radius
          if abs(beyond) > 1.5 {
            #expect((pixel(filled, x, y) > 0) == (beyond < 0), "\(radius): \(x), \(y)")
          }
          if abs(beyond) < 1 { #expect(pixel(line, x, y) == 0xFF_FF_FF, "\(radius): \(x), \(y)") }
          if abs(beyond) > 4 { #expect(pixel(line, x, y) == 0, "\(radius): \(x), \(y)") }
        }
      }
    }
  }

  private static func contains(_ outline: [VectorPoint], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    guard var last = outline.last else { return false }
    for point in outline {
      if (point.y > y) != (last.y > y),
        x < (last.x - point.x) * (y - point.y) / (last.y - point.y) + point.x
      {
        isInside.toggle()
      }
      last = point
    }
    return isInside
  }
}
