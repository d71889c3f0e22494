import EaselBase

/// An image on the board: a photograph, a screenshot or a logo.
///
/// The bytes are a file in the QOI format. A large file follows in further pieces of the same gesture.
/// The bytes may be missing or wrong: members then show a frame with a cross instead.
public struct BoardImage: Hashable, Sendable {
  /// The place and the size on the board.
  public package(set) var box: BoardRect
  /// The size in pixels that the author named.
  public package(set) var size: PixelSize
  /// The pieces of the file in their order. Empty for a copy whose original has not arrived.
  public package(set) var pieces: [[UInt8]]
  /// The image whose bytes this copy shows; nil for an image with bytes of its own.
  public let original: EntryID?
  /// Whether the image lies below all others, and no user can select it.
  public let isPaper: Bool

  /// Creates an image with the first piece of its file.
  public init(box: BoardRect, size: PixelSize, piece: [UInt8], isPaper: Bool = false) {
    (self.box, self.size, self.isPaper) = (box, size, isPaper)
    (pieces, original) = (piece.isEmpty ? [] : [piece], nil)
  }

  /// Creates a copy of an image, without bytes of its own.
  public init(box: BoardRect, copyOf original: EntryID) {
    (self.box, size, isPaper) = (box, .zero, false)
    (pieces, self.original) = ([], original)
  }

  /// The whole file.
  public var bytes: [UInt8] { pieces.count == 1 ? pieces[0] : Array(pieces.joined()) }

  /// Returns the items with which a gesture makes an image from a file: the image and its further
  /// pieces. Nil if the file is too long for a board.
  public static func items(
    box: BoardRect, size: PixelSize, file: [UInt8], isPaper: Bool = false
  ) -> [Item]? {
    let starts = Array(stride(from: 0, to: file.count, by: ImageLimits.pieceBytesMax))
    guard !starts.isEmpty, starts.count <= ImageLimits.piecesMax else { return nil }
    let pieces = starts.map { Array(file[$0..<min($0 + ImageLimits.pieceBytesMax, file.count)]) }
    let first = BoardImage(box: box, size: size, piece: pieces[0], isPaper: isPaper)
    return [.image(first)]
      + pieces.dropFirst().map(Item.imagePiece)
  }

  /// Returns the image at another place.
  package func moved(by offset: BoardOffset) -> BoardImage {
    var moved = self
    moved.box = box.moved(by: offset)
    return moved
  }

  /// The items with which a gesture makes the image once more, with bytes of its own.
  package var items: [Item] {
    let first = BoardImage(box: box, size: size, piece: pieces.first ?? [], isPaper: isPaper)
    return [.image(first)] + pieces.dropFirst().map(Item.imagePiece)
  }

  /// Returns a copy, which names the image with this id or its original.
  package func copied(of id: EntryID) -> BoardImage { BoardImage(box: box, copyOf: original ?? id) }

  /// Returns the image in another size. An image is never mirrored.
  func scaled(by scaling: BoardScaling) -> BoardImage {
    var scaled = self
    scaled.box = BoardRect(
      scaling.apply(to: BoardPoint(x: box.minX, y: box.minY)),
      scaling.apply(to: BoardPoint(x: box.maxX, y: box.maxY)))
    return scaled
  }
}

/// The copies of images, by the image that they show, for the repaint when bytes arrive late.
struct ImageCopies: Sendable {
  private var copies: [EntryID: [Slot]] = [:]

  /// Returns the copies of an image that have arrived.
  func copies(of image: EntryID) -> [Slot] { copies.isEmpty ? [] : copies[image] ?? [] }

  mutating func add(_ copy: Slot, of image: EntryID) { copies[image, default: []].append(copy) }
}

extension OperationTable {
  /// Returns an image with all pieces, as a copy shows it; nil for any other operation.
  func image(_ id: EntryID, _ table: ThingTable) -> BoardImage? {
    guard let slot = slot(id), case .image(let image) = item(slot), image.original == nil else {
      return nil
    }
    return table.joined(image, slot, self)
  }
}

extension ThingTable {
  /// Returns an image with the pieces that have arrived, or with the bytes of its original.
  func joined(_ image: BoardImage, _ slot: Slot, _ operations: OperationTable) -> BoardImage {
    var joined = image
    if let original = image.original {
      guard let source = operations.image(original, self) else { return image }
      (joined.size, joined.pieces) = (source.size, source.pieces)
      return joined
    }
    // One piece too many already makes the file a wrong one.
    for piece in alteration(of: slot)?.pieces.prefix(ImageLimits.piecesMax) ?? [] {
      if case .imagePiece(let bytes) = operations.item(piece) { joined.pieces.append(bytes) }
    }
    return joined
  }
}
