/// The size of a cell in pixels. The width and the height are at least 1.
package struct CellPixelSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// The most pixels of a tile. Without any compression it is then shorter than 16 KiB. Larger cells show
  /// no pixels.
  package static let tilePixelsMax = 2_900

  /// Returns nil if the width or the height is below 1 or larger than in any font.
  package init?(_ width: Int, _ height: Int) {
    guard (1...1024).contains(width), (1...1024).contains(height) else { return nil }
    self.width = width
    self.height = height
  }
}

/// The ink over a block of cells as a picture in pixels. Where there is no ink, it is transparent.
package struct InkTile: Hashable, Sendable {
  /// A hash of the pixels. Tiles with the same hash look alike.
  package let hash: UInt64
  /// The pixels as a PNG file.
  package let png: [UInt8]
  /// The cells that the ink hides for the most part: one bit each, row by row.
  private let covered: UInt32

  /// The most cells of a tile.
  package static let cellsMax = 32

  package init(hash: UInt64, png: [UInt8], covered: UInt32) {
    (self.hash, self.png, self.covered) = (hash, png, covered)
  }

  /// Whether the ink hides most of a cell, and with it any glyph.
  package func covers(cell: Int) -> Bool { covered >> cell & 1 == 1 }

  package static func == (a: InkTile, b: InkTile) -> Bool { a.hash == b.hash }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A tile and its place on a frame.
package struct PlacedTile: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// The terminal shows the tile.
    case shown
    /// The terminal keeps the pixels of the tile, which it does not show now.
    case kept
    /// The terminal gets the pixels when it has time for them, and shows them in a later frame.
    case wanted
  }

  package let tile: InkTile
  package let block: CellRect
  package let state: State

  package init(_ tile: InkTile, over block: CellRect, _ state: State) {
    (self.tile, self.block, self.state) = (tile, block, state)
  }
}

/// A request for tiles of ink, which can be made on any thread.
package struct TileRequest: Sendable {
  /// A tile to make.
  package struct Part: Sendable {
    /// The cells of the drawing.
    package let block: CellRect
    /// The cells in which a word shows, so that the tile stays transparent: one bit each, row by row.
    package let holes: UInt32
    /// The holes in which the tile has thin lines.
    package let lines: UInt32

    package init(_ block: CellRect, holes: UInt32, lines: UInt32 = 0) {
      (self.block, self.holes, self.lines) = (block, holes, lines)
    }
  }

  /// The number of the request.
  package let number: Int
  package let cell: CellPixelSize
  package let parts: [Part]
  /// Returns the ink of all tiles, and the thin lines among it.
  package let drawings: @Sendable () -> (ink: VectorDrawing, lines: VectorDrawing)

  package init(
    _ parts: [Part], number: Int = 0, cell: CellPixelSize,
    drawings: @escaping @Sendable () -> (ink: VectorDrawing, lines: VectorDrawing)
  ) {
    (self.parts, self.number, self.cell, self.drawings) = (parts, number, cell, drawings)
  }
}

/// A report of the terminal, or of the maker of tiles, about ink in pixels.
package enum PixelNews: Hashable, Sendable {
  /// The terminal shows pixels. By default they are on in some terminals only.
  case available(byDefault: Bool)
  /// The terminal shows no pixels.
  case unavailable
  /// The terminal has the pixels of the tiles with these hashes.
  case stored([UInt64])
  /// The terminal has lost the pixels of all tiles.
  case lost
  /// The terminal has refused a tile, or a tile could not be made. There are no more tiles.
  case refused
  /// The tiles of the request with this number, in its order; nil for a tile without ink.
  case made([InkTile?], request: Int)
}
