import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardView
@testable import ScreenContract
@testable import WhiteboardUI

/// The laws of `InkTiles`, with the real maker of tiles.
@Suite struct InkTilesTests {
  private static func drawn() throws -> PixelDesk {
    var desk = PixelDesk()
    desk.desk.drag([(10, 5), (25, 9)])
    try desk.rest()
    return desk
  }

  private static let stroke = (5...9).map { 10 + 15 * ($0 - 5) / 4 }

  @Test("1 · A cell under a tile is blank, and its ink is in the tile")
  func blank() throws {
    let desk = try Self.drawn()
    #expect(!desk.shown.isEmpty)
    #expect(!desk.hasInkInCells)
    for tile in desk.shown { #expect(try desk.looksFresh(tile)) }
  }

  @Test(
    "1 · Ink that reaches beyond its cells is in the tiles there, too", arguments: Seeds.range(6))
  func slivers(seed: UInt64) throws {
    var (desk, chance) = (PixelDesk(), SplitMix64(seed: seed))
    func isWhole() throws {
      // At most 64 tiles are made at once.
      while desk.desk.board.composer.tiles.nextChange != nil { try desk.rest() }
      let view = desk.desk.board.shownSurface.view
      let cell = try #require(CellPixelSize(PixelDesk.cell.width, PixelDesk.cell.height))
      let grid = try #require(
        TileGrid(columns: view.canvasColumns, rows: view.canvasRows, top: view.top, cell))
      for block in (0..<grid.count).map(grid.block) {
        let made = desk.frame.tiles.first { $0.block == block }
        let fresh = try desk.fresh(block)
        if let made, fresh != nil {
          #expect(try desk.looksFresh(made), "seed \(seed), \(block)")
        } else if let only = made?.tile ?? fresh {
          #expect(PixelDesk.isSpeck(only), "seed \(seed), \(block)")
        }
      }
    }
    for _ in 0..<4 {
      desk.desk.drag(
        (0..<4).map { _ in
          (Int.random(in: 16..<58, using: &chance), Int.random(in: 2..<18, using: &chance))
        })
      try desk.rest()
    }
    try isWhole()
    desk.desk.type("u")
    try desk.rest()
    try isWhole()
  }

  @Test("1 · A word keeps its glyph, and the fill around it is its ground")
  func words() throws {
    var desk = PixelDesk()
    desk.desk.drawFilledBox()
    desk.desk.type("p")
    try desk.rest()
    let column = try #require(desk.desk.column(of: "server", row: 10))
    #expect(desk.covered.contains(CellPoint(column: column, row: 10)))
    #expect(desk.frame[column, 10].style.background != desk.desk.board.shownTheme.background)
    #expect(desk.frame[column - 2, 10].style.background == desk.desk.board.shownTheme.background)
    for tile in desk.shown { #expect(try desk.looksFresh(tile)) }
  }

  @Test("2 · New ink shows in cells beside an old tile, which is exchanged after a rest")
  func newInk() throws {
    var desk = try Self.drawn()
    let before = desk.shown
    desk.desk.drag([(10, 9), (25, 5)])
    #expect(desk.shown == before)
    #expect(desk.hasInkInCells)
    desk.desk.wait(InkTiles.rest - 1)
    try desk.serve()
    #expect(desk.shown == before)
    try desk.rest()
    #expect(desk.shown != before && !desk.hasInkInCells)
    for tile in desk.shown { #expect(try desk.looksFresh(tile)) }
  }

  @Test("2 · A stroke under the pen is drawn in cells at once")
  func wetInk() throws {
    var desk = try Self.drawn()
    let before = desk.shown
    desk.desk.mouse(.press(.left), 40, 12)
    desk.desk.mouse(.drag(.left), 50, 12)
    #expect(desk.shown == before)
    #expect((41...49).contains { desk.frame[$0, 12].glyph.isInk })
  }

  @Test(
    "3 · The tiles of ink that goes away are gone in the same frame",
    arguments: [
      "u", "C", "+",
    ])
  func removal(key: String) throws {
    var desk = try Self.drawn()
    desk.desk.type(key)
    #expect(desk.shown.isEmpty, "\(key)")
  }

  @Test("3 · The eraser takes the tiles of a stroke away before it is lifted")
  func erasing() throws {
    var desk = try Self.drawn()
    desk.desk.mouse(.press(.right), 10, 5)
    desk.desk.mouse(.drag(.right), 11, 5)
    #expect(!desk.covered.contains(CellPoint(column: 11, row: 5)))
  }

  @Test("3 · A sheet takes away the tiles under it, and they come back after it at once")
  func sheet() throws {
    var desk = try Self.drawn()
    let before = desk.shown
    desk.desk.type("?")
    #expect(desk.shown.count < before.count)
    #expect(desk.frame.tiles.count == before.count)
    desk.desk.key(.escape)
    #expect(desk.shown == before)
    #expect(!desk.hasInkInCells)
  }

  @Test("3 · New ink over a fill takes the tile away that would hide it")
  func overFill() throws {
    var desk = PixelDesk()
    desk.desk.drawFilledBox()
    desk.desk.type("p")
    try desk.rest()
    #expect(desk.covered.contains(CellPoint(column: 15, row: 7)))
    desk.desk.drag([(13, 7), (17, 7)])
    #expect(!desk.covered.contains(CellPoint(column: 15, row: 7)))
    #expect((14...16).contains { desk.frame[$0, 7].glyph.isInk })
  }

  @Test("4 · A tile shows only after the terminal has stored it, and a lost one goes")
  func stored() throws {
    var desk = try Self.drawn()
    let before = desk.shown
    desk.desk.handle(.pixels(.lost))
    #expect(desk.shown.isEmpty && desk.frame.tiles.allSatisfy { $0.state == .wanted })
    #expect(desk.hasInkInCells)
    try desk.serve()
    #expect(desk.shown == before)
  }

  @Test("A refusal of the terminal ends pixels with one sentence")
  func refused() throws {
    var desk = try Self.drawn()
    desk.desk.handle(.pixels(.refused))
    #expect(desk.frame.tiles.isEmpty && desk.hasInkInCells)
    #expect(desk.desk.notice.contains("no more pixels"))
    desk.desk.handle(.pixels(.made([], request: 1)))
    try desk.rest()
    #expect(desk.frame.tiles.isEmpty)
  }

  @Test("A terminal without pixels says so once to a user who chose them")
  func unavailable() {
    var desk = Desk(raster: .mixed) { $0.surface.rasterChoice = .pixels }
    desk.handle(.pixels(.unavailable))
    #expect(desk.notice == "No pixels here; drawing with mixed signs.")
    var other = Desk(raster: .mixed)
    other.handle(.pixels(.unavailable))
    #expect(!other.notice.contains("pixels"))
  }

  @Test("Pixels are on by default only where the terminal says so")
  func choice() throws {
    var desk = Desk(raster: .mixedSextants)
    desk.handle(.input(.answer(.cellPixels(width: 10, height: 20))))
    desk.handle(.pixels(.available(byDefault: false)))
    #expect(!desk.board.composer.tiles.isOn)
    desk.perform(.pixelInk)
    desk.wait(10)
    #expect(desk.board.composer.tiles.isOn)
    desk.perform(.raster(.braille))
    desk.wait(10)
    #expect(!desk.board.composer.tiles.isOn)
    var plain = Desk(raster: .mixedSextants) { $0.surface.depth = .none }
    plain.handle(.input(.answer(.cellPixels(width: 10, height: 20))))
    plain.handle(.pixels(.available(byDefault: true)))
    #expect(!plain.board.composer.tiles.isOn)
  }

  @Test(
    "Random runs with pixels equal those with cells in everything but ink",
    arguments: Seeds.range(6))
  func chaos(seed: UInt64) throws {
    var (chaos, random) = (Chaos(seed: seed), SplitMix64(seed: ~seed))
    var cells = Desk(columns: 60, rows: 20, raster: .mixedSextants)
    cells.handle(.input(.answer(.cellPixels(width: 10, height: 20))))
    var pixels = PixelDesk()
    cells.drag([(10, 5), (25, 9)])
    pixels.desk.drag([(10, 5), (25, 9)])
    for _ in 0..<40 {
      let pause = chaos.pause()
      var deed = chaos.deed(columns: cells.frame.columns, rows: cells.frame.rows)
      // The size of a cell stays that of the tiles.
      if case .event(.input(.answer)) = deed { deed = .event(.board(.woke)) }
      cells.pass(pause)
      pixels.desk.pass(pause)
      _ = cells.perform(deed)
      _ = pixels.desk.perform(deed)
      if Bool.random(using: &random) {
        cells.wait(InkTiles.rest)
        try pixels.rest()
      }
      try expectAlike(pixels, cells)
    }
  }

  /// Compares two frames of the same state. A cell under a tile may lack its ink, and nothing else.
  private func expectAlike(_ pixels: PixelDesk, _ cells: Desk) throws {
    #expect(pixels.frame.cursor == cells.frame.cursor)
    let (covered, frame) = (pixels.covered, pixels.frame)
    for row in 0..<frame.rows {
      for column in 0..<frame.columns where frame[column, row] != cells.frame[column, row] {
        let at = CellPoint(column: column, row: row)
        let canvas = pixels.canvasCells(at)
        #expect(cells.frame[column, row] == canvas.whole, "\(at)")
        #expect(frame[column, row] == canvas.bare, "\(at)")
      }
    }
    for tile in pixels.shown {
      let isWhole = tile.block.points.allSatisfy { frame[$0] == pixels.canvasCells($0).bare }
      if isWhole, covered.isSuperset(of: tile.block.points) {
        #expect(try pixels.looksFresh(tile), "\(tile.block)")
      }
    }
  }
}

extension PixelDesk {
  /// Whether a cell between the bars has a sign of ink.
  fileprivate var hasInkInCells: Bool {
    (1..<frame.rows - 1).contains { row in frame.cells(row: row).contains { $0.glyph.isInk } }
  }
}

extension Glyph {
  /// Whether the glyph is a sign of ink: a block, a sextant, a box character or braille.
  fileprivate var isInk: Bool {
    (0x2500...0x259F).contains(base.value) || (0x1FB00...0x1FB3B).contains(base.value)
      || (0x2801...0x28FF).contains(base.value)
  }
}
