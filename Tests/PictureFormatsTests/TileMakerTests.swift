import CellFrame
import EaselBase
import Testing

@testable import PictureFormats

@Suite struct TileMakerTests {
  private static func request(
    holes: UInt32 = 0, lines: UInt32 = 0, _ blocks: [CellRect], cell: (Int, Int) = (10, 20),
    isFilled: Bool = false
  ) throws -> TileRequest {
    let size = try #require(CellPixelSize(cell.0, cell.1))
    return TileRequest(blocks.map { TileRequest.Part($0, holes: holes, lines: lines) }, cell: size)
    {
      let box = VectorRect(VectorPoint(x: 30, y: isFilled ? 0 : 20), VectorPoint(x: 130, y: 60))
      let shape = VectorShape(
        .rectangle(box), color: 0xFF8800, lineWidth: isFilled ? 0 : 6, isFilled: isFilled)
      let drawing = VectorDrawing(columns: 16, rows: 2, marks: [.shape(shape)])
      return (drawing, isFilled ? VectorDrawing(columns: 16, rows: 2) : drawing)
    }
  }

  private static func block(_ column: Int, columns: Int = 4) -> CellRect {
    CellRect(column: column, row: 0, columns: columns, rows: 2)
  }

  @Test("A tile without ink is nil, and tiles that look alike have the same hash")
  func hashes() throws {
    let blocks = [
      Self.block(0), Self.block(2, columns: 2), Self.block(4, columns: 2), Self.block(12),
    ]
    let tiles = try TileMaker.tiles(of: Self.request(blocks))
    #expect(tiles.map { $0 == nil } == [false, false, false, true])
    #expect(tiles[1] != nil && tiles[1] == tiles[2] && tiles[0] != tiles[1])
    #expect(tiles[0]?.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  @Test("A hole stays transparent, and a filled cell counts as covered")
  func holes() throws {
    let whole = try TileMaker.tiles(of: Self.request([Self.block(2)], isFilled: true))
    let tile = try #require(whole.first ?? nil)
    // The fill reaches to the middle of the second row.
    #expect((0..<8).filter { tile.covers(cell: $0) } == [0, 1, 2, 3])
    let pierced = try TileMaker.tiles(
      of: Self.request(holes: 0b1111_1011, [Self.block(2)], isFilled: true))
    #expect((0..<8).filter { pierced.first??.covers(cell: $0) == true } == [2])
    let hole = try TileMaker.tiles(of: Self.request(holes: 0xFF, [Self.block(2)], isFilled: true))
    #expect(hole == [nil])
    let line = try TileMaker.tiles(of: Self.request([Self.block(2)]))
    let crossed = try TileMaker.tiles(
      of: Self.request(holes: 0xFF, lines: 0xFF, [Self.block(2)]))
    #expect(crossed == line)
  }

  @Test("The ink is drawn at the size of the cell, also where its shape is unusual")
  func scale() throws {
    for cell in [(7, 15), (10, 20), (9, 19), (16, 32)] {
      let request = try Self.request([], cell: cell, isFilled: true)
      let sheet = PixelSheet(inkOf: request.drawings().ink, cell: request.cell)
      #expect(sheet.width == 16 * cell.0 && sheet.height == 2 * cell.1)
      // The box reaches from 1.5 to 6.5 columns, and to the middle of the second row.
      #expect(sheet.pixel(4 * cell.0, cell.1).alpha == 255)
      #expect(sheet.pixel(cell.0, cell.1).alpha == 0 && sheet.pixel(7 * cell.0, cell.1).alpha == 0)
      #expect(sheet.pixel(4 * cell.0, 2 * cell.1 - 1).alpha == 0)
      #expect(sheet.pixel(4 * cell.0, cell.1) == PixelImage.Pixel(0xFF, 0x88, 0, 255))
    }
  }
}
