import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import BoardRendering

/// Images in cells: their colours in each raster and depth, and the ink over them.
@Suite struct ImageLayerTests {
  private static let replica = ReplicaID(Bytes16(high: 0, low: 7))
  /// Four cells wide and two high.
  private let box = BoardRect(minX: 512, minY: 1_024, maxX: 2_560, maxY: 3_072)

  private func file(_ color: (Int, Int) -> PixelImage.Pixel) throws -> [UInt8] {
    QOI.encode(
      try #require(
        PixelImage(
          columns: 32, rows: 32,
          pixels: (0..<1_024).map { color($0 % 32, $0 / 32) })))
  }

  private func canvas(
    _ items: [Item], raster: Raster, depth: ColorDepth = .direct
  ) -> Canvas {
    var picture = Picture()
    for (number, item) in items.enumerated() {
      let number = UInt64(number) + 1
      _ = picture.apply(
        BoardModel.Operation(.make(item)),
        Stamp(
          id: EntryID(Self.replica, SequenceNumber(number)), author: AuthorID(Self.replica.raw),
          lamport: Lamport(number), at: 0, lasted: 0))
    }
    var canvas = Canvas(
      columns: 8, rows: 5, viewport: .natural(.natural, at: CellPoint(column: 0, row: 0)),
      raster: raster,
      theme: Theme.terminal.adapted(to: depth), showsPage: false)
    canvas.repaint(picture)
    return canvas
  }

  private func image(_ color: (Int, Int) -> PixelImage.Pixel) throws -> Item {
    .image(
      BoardImage(box: box, size: PixelSize(columns: 32, rows: 32), piece: try file(color)))
  }

  @Test(
    "Each cell shows the two colours of its halves, in every raster with colours",
    arguments: Raster.allCases)
  func halves(raster: Raster) throws {
    let halves = try image { _, row in
      row % 16 < 8 ? PixelImage.Pixel(200, 40, 40) : PixelImage.Pixel(40, 40, 200)
    }
    let cell = canvas([halves], raster: raster).cell(column: 2, row: 1)
    guard raster != .ascii, raster.dotsY % 2 == 0 || raster == .braille else {
      return #expect(cell.style.background != Theme.terminal.background)
    }
    let tints: Set<Tint> = [.rgb(0xC82828), .rgb(0x2828C8)]
    #expect([cell.style.foreground, cell.style.background].allSatisfy(tints.contains))
    #expect(cell.style.foreground != cell.style.background && cell.glyph != .space)
    let beside = canvas([halves], raster: raster).cell(column: 6, row: 1)
    #expect(beside.glyph == .space && beside.style.background == Theme.terminal.background)
  }

  @Test("Ink and letters lie on the mean of their cell, and keep their own colour")
  func ink() throws {
    let grey = try image { column, _ in
      column % 2 == 0 ? PixelImage.Pixel(0, 0, 0) : PixelImage.Pixel(200, 200, 200)
    }
    let points = try #require(
      PackedPoints(
        [BoardPoint(x: 600, y: 1_500), BoardPoint(x: 2_400, y: 1_500)], stepExponent: 0))
    let line = Stroke(
      kind: .line, ink: Ink(color: PaletteColor.red.color, width: 1), points: points)
    let shown = canvas([grey, .stroke(line)], raster: .mixed).cell(column: 2, row: 1)
    #expect(shown.style.background == .rgb(0x646464))
    #expect(shown.style.foreground == .rgb(Theme.terminal.palette[0]))
    let label = Label(
      origin: BoardPoint(x: 1_024, y: 2_048), columnWidth: 512, rowHeight: 1_024,
      color: PaletteColor.graphite.color, text: SafeText("A"))
    let letter = canvas([grey, .label(label)], raster: .mixed).cell(column: 2, row: 2)
    #expect(letter.glyph == Glyph("A") && letter.style.background != Theme.terminal.background)
  }

  @Test(
    "The nearest colours are taken where a screen has few",
    arguments: [
      ColorDepth.indexed256, .ansi16, .ansi8,
    ])
  func fewColors(depth: ColorDepth) throws {
    let red = try image { _, _ in PixelImage.Pixel(250, 5, 5) }
    let cell = canvas([red], raster: .mixed, depth: depth).cell(column: 2, row: 1)
    let expected: UInt8 = depth == .indexed256 ? 196 : depth == .ansi16 ? 9 : 1
    #expect(cell.glyph == .space && cell.style.background == .indexed(expected))
  }

  @Test(
    "Without colours, brighter parts have more dots",
    arguments: [
      Raster.braille, .mixed, .sextants, .ascii,
    ])
  func dither(raster: Raster) throws {
    /// The part of all blocks or dots that is bright, or the brightness of the sign.
    func weight(_ light: UInt8) throws -> Double {
      let grey = try image { _, _ in PixelImage.Pixel(light, light, light) }
      let canvas = canvas([grey], raster: raster, depth: .none)
      return (1...4).reduce(0) { sum, column in
        let glyph = canvas.cell(column: column, row: 1).glyph
        if glyph == .space { return sum }
        if raster == .ascii {
          let sign = Array(" .:-=+*#%@").firstIndex(of: Character(glyph.base))
          return sum + Double(sign ?? 0)
        }
        guard let pattern = BlockPattern(glyph) else {
          let dots = UInt8(truncatingIfNeeded: glyph.base.value)
          return sum + Double(dots.nonzeroBitCount) / 8
        }
        return sum + Double(pattern.bits.nonzeroBitCount) / Double(pattern.columns * pattern.rows)
      }
    }
    let weights = try [0, 90, 170, 255].map { try weight($0) }
    #expect(weights == weights.sorted() && weights[0] == 0 && weights[1] < weights[3])
  }

  @Test("Wrong bytes are a frame with a cross, and nothing below them is harmed")
  func broken() throws {
    let cut = try file { _, _ in PixelImage.Pixel(1, 2, 3) }.dropLast(9)
    let wrong = [
      [], Array("no image".utf8), Array(cut),
    ].map { bytes in
      let image = BoardImage(
        box: box, size: PixelSize(columns: 32, rows: 32), piece: bytes)
      return canvas([.image(image)], raster: .mixed).frame.plainText
    }
    #expect(wrong[0].contains("╭") && Set(wrong).count == 1, "\(wrong[0])")
    let lying = BoardImage(
      box: box, size: PixelSize(columns: 31, rows: 32),
      piece: try file { _, _ in PixelImage.Pixel(1, 2, 3) })
    #expect(canvas([.image(lying)], raster: .mixed).frame.plainText == wrong[0])
  }

  @Test("A part that is repainted gives the same cells as the whole")
  func parts() throws {
    let halves = try image { column, row in PixelImage.Pixel(UInt8(column * 8), UInt8(row * 8), 9) }
    var canvas = canvas([halves], raster: .sextants)
    let before = canvas.frame
    var picture = Picture()
    _ = picture.apply(
      BoardModel.Operation(.make(halves)),
      Stamp(
        id: EntryID(Self.replica, SequenceNumber(1)), author: AuthorID(Self.replica.raw),
        lamport: Lamport(1), at: 0, lasted: 0))
    canvas.repaint(
      picture, in: BoardRect(minX: 1_100, minY: 1_100, maxX: 1_200, maxY: 1_200))
    #expect(canvas.frame == before)
    canvas.repaint(Picture(), in: box)
    let isBlank = canvas.frame.plainText.allSatisfy(\.isWhitespace)
    #expect(isBlank)
  }

  @Test("Decoded images take at most 64 MiB, and the one needed least lately goes first")
  func memory() throws {
    var decoded = DecodedImages()
    let row = Array(repeating: PixelImage.Pixel(1, 2, 3), count: 2_000 * 1_500)
    let large = QOI.encode(try #require(PixelImage(columns: 2_000, rows: 1_500, pixels: row)))
    func thing(_ number: UInt64) -> BoardItem? {
      var picture = Picture()
      let image = BoardImage(box: box, size: PixelSize(columns: 2_000, rows: 1_500), piece: large)
      _ = picture.apply(
        BoardModel.Operation(.make(.image(image))),
        Stamp(
          id: EntryID(Self.replica, SequenceNumber(number)), author: AuthorID(Self.replica.raw),
          lamport: Lamport(number), at: 0, lasted: 0))
      return picture.things.first
    }
    for number in 1...8 as ClosedRange<UInt64> {
      let image = try decoded.image(of: #require(thing(number)))
      #expect(image != nil)
      #expect(decoded.byteCount <= DecodedImages.bytesMax)
    }
    #expect(decoded.byteCount == 5 * 12_000_000)
  }
}
