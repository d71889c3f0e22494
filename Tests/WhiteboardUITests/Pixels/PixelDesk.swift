import BoardModel
import CEaselPNG
import CellFrame
import PictureFormats
import Testing

@testable import BoardRendering
@testable import BoardView
@testable import ScreenContract
@testable import WhiteboardUI

/// A desk at a terminal that shows pixels.
struct PixelDesk {
  var desk: Desk
  /// The pixels that the terminal has.
  private var stored: Set<UInt64> = []
  private var served = 0

  static let cell = (width: 10, height: 20)

  init(columns: Int = 60, rows: Int = 20, _ change: (inout Whiteboard.Setup) -> Void = { _ in }) {
    desk = Desk(columns: columns, rows: rows, raster: .mixedSextants, change)
    begin()
  }

  init(_ desk: Desk) {
    self.desk = desk
    begin()
  }

  private mutating func begin() {
    served = desk.effects.count
    desk.handle(.input(.answer(.cellPixels(width: Self.cell.width, height: Self.cell.height))))
    desk.handle(.pixels(.available(byDefault: true)))
  }

  var frame: Frame { desk.frame }
  var shown: [PlacedTile] { frame.tiles.filter { $0.state == .shown } }
  /// The cells under the tiles that show.
  var covered: Set<CellPoint> { Set(shown.flatMap { $0.block.points }) }

  /// Lets the time of a rest pass, and does all that the whiteboard asks for.
  mutating func rest() throws {
    desk.wait(InkTiles.rest)
    try serve()
  }

  /// Makes the tiles that were asked for, and stores those that are wanted.
  mutating func serve() throws {
    while served < desk.effects.count || frame.tiles.contains(where: { $0.state == .wanted }) {
      while served < desk.effects.count {
        let effect = desk.effects[served]
        served += 1
        guard case .makeTiles(let request) = effect else { continue }
        desk.handle(.pixels(.made(try TileMaker.tiles(of: request), request: request.number)))
      }
      store()
    }
  }

  private mutating func store() {
    let wanted = frame.tiles.filter { $0.state == .wanted }.map(\.tile.hash)
    guard !wanted.isEmpty else { return }
    stored.formUnion(wanted)
    desk.handle(.pixels(.stored(wanted)))
  }

  /// Whether a tile looks like the present picture, up to rounding.
  func looksFresh(_ placed: PlacedTile) throws -> Bool {
    guard let fresh = try fresh(placed.block) else { return false }
    let (wanted, found) = (Self.pixels(of: fresh.png), Self.pixels(of: placed.tile.png))
    return !wanted.isEmpty && wanted.count == found.count
      && zip(wanted, found).allSatisfy { abs(Int($0) - Int($1)) <= 8 }
  }

  /// Whether a tile shows at most four pixels, such as the corner of a stroke.
  static func isSpeck(_ tile: InkTile) -> Bool {
    let parts = pixels(of: tile.png)
    return stride(from: 3, to: parts.count, by: 4).count(where: { parts[$0] > 8 }) <= 4
  }

  /// Returns the parts of each pixel, multiplied by the opacity.
  private static func pixels(of png: [UInt8]) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, png, png.count) != 0 else { return [] }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_ALPHA)
    var pixels = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
    guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { return [] }
    for at in pixels.indices where at % 4 < 3 {
      pixels[at] = UInt8(Int(pixels[at]) * Int(pixels[at / 4 * 4 + 3]) / 255)
    }
    return pixels
  }

  /// The tile that the present picture gives for a block of the screen; nil for one without ink.
  func fresh(_ block: CellRect) throws -> InkTile? {
    let surface = desk.board.shownSurface
    let canvas = surface.dry
    let row = block.row - surface.view.top
    var (holes, lines) = (UInt32(0), UInt32(0))
    for (number, point) in block.points.enumerated() {
      let at = (column: point.column, row: point.row - surface.view.top)
      guard canvas.cellWithoutInk(column: at.column, row: at.row).glyph != .space else { continue }
      holes |= 1 << number
      if canvas.takesLines(column: at.column, row: at.row) { lines |= 1 << number }
    }
    let viewport = surface.view.viewport.panned(columns: Double(block.column), rows: Double(row))
    let things = Array(
      (desk.board.replay?.picture ?? desk.replica.picture).things(
        in: PageRenderer.visibleArea(block.columns, block.rows, viewport)))
    let part = TileRequest.Part(
      CellRect(column: 0, row: 0, columns: block.columns, rows: block.rows), holes: holes,
      lines: lines)
    let cell = try #require(CellPixelSize(Self.cell.width, Self.cell.height))
    let (theme, thin) = (surface.theme, things.filter(canvas.isThinLine))
    let request = TileRequest([part], cell: cell) {
      func drawing(_ things: [BoardItem]) -> VectorDrawing {
        PageRenderer.inkDrawing(
          things, columns: block.columns, rows: block.rows, theme: theme, viewport: viewport)
      }
      return (drawing(things), drawing(thin))
    }
    return try TileMaker.tiles(of: request)[0]
  }

  /// The cell of the canvas at a place of the screen, with its ink and without.
  func canvasCells(_ point: CellPoint) -> (whole: Cell, bare: Cell) {
    let surface = desk.board.shownSurface
    let row = point.row - surface.view.top
    return (
      surface.cell(column: point.column, row: row),
      surface.dry.cellWithoutInk(column: point.column, row: row)
    )
  }
}

extension CellRect {
  /// The cells, row by row.
  var points: [CellPoint] {
    (row..<row + rows).flatMap { row in
      (column..<column + columns).map { CellPoint(column: $0, row: row) }
    }
  }
}
