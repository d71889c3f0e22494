import CellFrame

/// The tiles of ink that the terminal has and shows, by kitty's graphics protocol. It turns the tiles of
/// frames into commands.
///
/// 1. The pixels of a tile come before the frame that shows it, in a batch of at most ``batchMax`` bytes.
/// 2. A frame with other tiles is one synchronised update: removals, the bytes of ncurses, new tiles.
/// 3. After an `ESC [ 2 J` among these bytes, or after ``forget()``, the terminal has no tile.
struct PixelLayer: Sendable {
  /// The most bytes of a batch.
  static let batchMax = 16_384
  /// The number of tiles that the terminal keeps, if a frame has fewer than half of them.
  private static let imagesMax = 4_000

  private(set) var isOn = false
  /// Whether the terminal has refused a tile.
  private(set) var isRefused = false
  /// The number of the image of each tile that the terminal has, by the tile's hash.
  private var images: [UInt64: Int] = [:]
  /// The tiles that the terminal shows, by their upper left cells.
  private var shown: [CellPoint: InkTile] = [:]
  /// The tiles whose pixels the terminal does not have yet, in the order in which it gets them.
  private var wanted: [InkTile] = []
  /// The tiles of the batch that the terminal has not accepted yet.
  private(set) var batch: [UInt64] = []
  private var lastImage = GraphicsCommand.firstImage
  /// The number of tiles of the last frame.
  private var tileCount = 0
  /// Whether the next frame deletes all images, because the terminal may still have some.
  private var mustDeleteAll = false
  /// Whether the program knows if the terminal shows pixels.
  var isTold = false

  /// Begins. A program that was killed before may have left images.
  mutating func turnOn() {
    forget()
    (isOn, mustDeleteAll) = (true, true)
  }

  /// Ends for the rest of the run, and returns the bytes that remove all tiles.
  mutating func refuse() -> String {
    forget()
    (isOn, isRefused, mustDeleteAll) = (false, true, false)
    return GraphicsCommand.reset
  }

  /// Forgets all tiles, which the terminal may have lost.
  mutating func forget() {
    mustDeleteAll = mustDeleteAll || !images.isEmpty
    (images, shown, wanted, batch) = ([:], [:], [], [])
  }

  /// Whether the terminal keeps so many tiles that it is time to delete all and to begin anew.
  var isFull: Bool { images.count > Self.imagesMax && images.count > 2 * tileCount }

  /// Whether a frame shows tiles that the terminal lacks.
  func lacksTiles(of frame: Frame) -> Bool {
    frame.tiles.contains { $0.state == .shown && images[$0.tile.hash] == nil }
  }

  /// Returns the bytes that show a frame: those of ncurses, with the tiles.
  ///
  /// - Parameter hasLostTiles: is set to true if the bytes clear the screen.
  mutating func update(
    to frame: Frame, around bytes: [UInt8], hasLostTiles: inout Bool
  ) -> [UInt8] {
    guard isOn, !frame.tiles.isEmpty || !images.isEmpty || mustDeleteAll else { return bytes }
    let hadTiles = !images.isEmpty
    tileCount = frame.tiles.count
    let (removals, placements) = (removals(for: frame.tiles), placements(of: frame.tiles))
    let known = Set(images.keys)
    wanted = frame.tiles.filter { $0.state == .wanted && !known.contains($0.tile.hash) }
      .map(\.tile).uniqued().filter { !batch.contains($0.hash) }
    guard hadTiles, bytes.firstRange(of: GraphicsCommand.clear) != nil else {
      guard !removals.isEmpty || !placements.isEmpty else { return bytes }
      return Array(GraphicsCommand.beginUpdate.utf8) + Array(removals.utf8) + bytes
        + Array(placements.utf8) + Array(GraphicsCommand.endUpdate.utf8)
    }
    hasLostTiles = true
    forget()
    return bytes
  }

  /// Returns the commands that remove the tiles which a frame does not show. The terminal keeps their
  /// pixels: to delete one image, kitty deletes each image that shows nowhere.
  private mutating func removals(for tiles: [PlacedTile]) -> String {
    var commands = mustDeleteAll ? GraphicsCommand.endOfImage + GraphicsCommand.deleteAll : ""
    mustDeleteAll = false
    let next = Dictionary(
      tiles.filter { $0.state == .shown }.map { ($0.block.corner, $0.tile) }
    ) { first, _ in first }
    for (corner, tile) in shown.sorted(by: { $0.key < $1.key }) where next[corner] != tile {
      if let image = images[tile.hash] {
        commands += GraphicsCommand.remove(image, at: corner)
      }
      shown[corner] = nil
    }
    return commands
  }

  private mutating func placements(of tiles: [PlacedTile]) -> String {
    var commands = ""
    for placed in tiles where placed.state == .shown && shown[placed.block.corner] != placed.tile {
      guard let image = images[placed.tile.hash] else { continue }
      commands += GraphicsCommand.place(image, over: placed.block)
      shown[placed.block.corner] = placed.tile
    }
    return commands.isEmpty
      ? "" : GraphicsCommand.saveCursor + commands + GraphicsCommand.restoreCursor
  }

  /// The tiles that are wanted although the terminal has them already.
  func storedAmongWanted(of frame: Frame) -> [UInt64] {
    frame.tiles.filter { $0.state == .wanted }.map(\.tile.hash).filter {
      images[$0] != nil && !batch.contains($0)
    }
  }

  /// Returns the pixels of the next tiles; nil if none is wanted, or a batch is under way.
  mutating func nextBatch() -> [UInt8]? {
    guard isOn, batch.isEmpty, !wanted.isEmpty else { return nil }
    var bytes: [UInt8] = []
    while let tile = wanted.first {
      let commands = GraphicsCommand.transmit(tile.png, as: lastImage + 1)
      guard bytes.isEmpty || bytes.count + commands.utf8.count <= Self.batchMax else { break }
      wanted.removeFirst()
      lastImage += 1
      images[tile.hash] = lastImage
      batch.append(tile.hash)
      bytes += Array(commands.utf8)
    }
    return bytes
  }

  /// Notes that the terminal has accepted the batch, and returns its tiles.
  mutating func endBatch() -> [UInt64] {
    defer { batch = [] }
    return batch
  }

  /// Whether an image is a tile that the terminal has.
  func hasTile(_ image: Int) -> Bool { images.values.contains(image) }
}

extension CellRect {
  fileprivate var corner: CellPoint { CellPoint(column: column, row: row) }
}

extension CellPoint {
  fileprivate static func < (a: CellPoint, b: CellPoint) -> Bool {
    (a.row, a.column) < (b.row, b.column)
  }
}

extension [InkTile] {
  fileprivate func uniqued() -> [InkTile] {
    var known: Set<UInt64> = []
    return filter { known.insert($0.hash).inserted }
  }
}
