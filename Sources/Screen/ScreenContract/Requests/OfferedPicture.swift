import BoardModel
import EaselBase

/// A picture that the shell has read from a file, ready for the board.
package struct OfferedPicture: Hashable, Sendable {
  /// The name of the file.
  package let name: SafeText
  /// The bytes for the board, in the QOI format.
  package let file: [UInt8]
  /// The pixels of these bytes.
  package let size: PixelSize
  /// The pixels of the user's file, which may have been halved.
  package let natural: PixelSize

  package init(name: SafeText, file: [UInt8], size: PixelSize, natural: PixelSize) {
    (self.name, self.file, self.size, self.natural) = (name, file, size, natural)
  }

  /// The board units of a pixel: eight pixels fill the width of a natural cell.
  private static let unitsPerPixel = Double(Page.cellWidth) / 8

  /// Returns the box of the picture round a point: of its natural size, or as large as a view allows.
  package func box(around middle: BoardPoint, in view: BoardRect) -> BoardRect {
    let size = size(in: view)
    return BoardRect(
      BoardPoint(
        clamping: Double(middle.x) - size.width / 2, Double(middle.y) - size.height / 2),
      BoardPoint(
        clamping: Double(middle.x) + size.width / 2, Double(middle.y) + size.height / 2))
  }

  /// Returns the box of the picture between two corners. It keeps its relation of width to height.
  package func box(from start: BoardPoint, to end: BoardPoint) -> BoardRect {
    let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    let (width, height) = (Double(natural.columns), Double(natural.rows))
    let factor = max(abs(dx) / width, abs(dy) / height)
    let corner = BoardPoint(
      clamping: Double(start.x) + (dx < 0 ? -1 : 1) * factor * width,
      Double(start.y) + (dy < 0 ? -1 : 1) * factor * height)
    return BoardRect(start, corner)
  }

  /// Returns the box of a picture that is paper: from the corner of the page, in its natural size.
  package var paperBox: BoardRect {
    BoardRect(
      BoardPoint(x: 0, y: 0),
      BoardPoint(
        clamping: Double(natural.columns) * Self.unitsPerPixel,
        Double(natural.rows) * Self.unitsPerPixel))
  }

  private func size(in view: BoardRect) -> (width: Double, height: Double) {
    let (width, height) = (
      Double(natural.columns) * Self.unitsPerPixel, Double(natural.rows) * Self.unitsPerPixel
    )
    let room = (
      Double(view.maxX) - Double(view.minX), Double(view.maxY) - Double(view.minY)
    )
    let factor = min(1, room.0 * Self.partOfView / width, room.1 * Self.partOfView / height)
    return (width * factor, height * factor)
  }

  /// A large picture leaves a margin in the view.
  private static let partOfView = 0.8
}

/// A picture that the user named at the start of the program.
package struct StartPicture: Hashable, Sendable {
  package let picture: OfferedPicture
  /// Whether the picture lies below all else, and cannot be selected.
  package let isPaper: Bool

  package init(_ picture: OfferedPicture, isPaper: Bool) {
    (self.picture, self.isPaper) = (picture, isPaper)
  }
}

/// The answer of the shell to a request for a picture.
package enum PictureAnswer: Sendable {
  case picture(OfferedPicture)
  /// The sentence says why there is no picture.
  case failed(SafeText)
  /// The pasted text stands for no picture.
  case noPicture
}

/// A file that the user named as a picture.
package struct NamedPicture: Hashable, Sendable {
  /// The path as the user typed it, or an absolute path that was pasted.
  package let path: String
  /// The whole text that was pasted; nil if the user typed the path.
  package let pasted: String?

  /// Creates a name that the user typed.
  package init(typed path: String) { (self.path, pasted) = (path, nil) }

  /// Reads a pasted text; nil if it cannot be the path of a file.
  package init?(pasted text: String) {
    guard let path = PastedPath(text) else { return nil }
    (self.path, pasted) = (path.path, text)
  }
}
