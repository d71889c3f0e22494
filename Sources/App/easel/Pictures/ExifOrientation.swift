/// How a camera was held, as its JPEG file tells it. The raw value is the number of the Exif tag
/// 0x0112.
enum ExifOrientation: UInt16, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, mirroredUpsideDown, transposed, right, transversed, left

  /// Reads the file of a JPEG picture. Files without the tag are upright.
  init(jpeg bytes: [UInt8]) {
    self = Self.exif(in: bytes).flatMap(Self.orientation) ?? .upright
  }

  /// Whether columns become rows.
  private var isTurned: Bool { rawValue >= Self.transposed.rawValue }

  /// The size of a picture of this size in the file.
  func turned(_ size: (columns: Int, rows: Int)) -> (columns: Int, rows: Int) {
    isTurned ? (size.rows, size.columns) : size
  }

  /// The place in the file of a pixel of the upright picture.
  ///
  /// - Parameter size: of the upright picture.
  func source(
    ofColumn column: Int, row: Int, in size: (columns: Int, rows: Int)
  ) -> (column: Int, row: Int) {
    let (lastColumn, lastRow) = (size.columns - 1, size.rows - 1)
    return switch self {
    case .upright: (column, row)
    case .mirrored: (lastColumn - column, row)
    case .upsideDown: (lastColumn - column, lastRow - row)
    case .mirroredUpsideDown: (column, lastRow - row)
    case .transposed: (row, column)
    case .right: (row, lastColumn - column)
    case .transversed: (lastRow - row, lastColumn - column)
    case .left: (lastRow - row, column)
    }
  }

  /// The Exif data: a TIFF file in the first segments of a JPEG.
  private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var at = 2
    // Each segment: FF, a marker, and its length with the two bytes of the length.
    while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let segment = bytes[(at + 4)...].prefix(max(length - 2, 0))
      if bytes[at + 1] == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) {
        return segment.dropFirst(6)
      }
      at += 2 + max(length, 2)
    }
    return nil
  }

  private static func orientation(in tiff: ArraySlice<UInt8>) -> ExifOrientation? {
    let isLittle = tiff.starts(with: Array("II".utf8))
    func number(at offset: Int, bytes count: Int) -> Int? {
      let part = tiff.dropFirst(offset).prefix(count)
      guard offset >= 0, part.count == count else { return nil }
      return (isLittle ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let table = number(at: 4, bytes: 4), let count = number(at: table, bytes: 2) else {
      return nil
    }
    for entry in 0..<count {
      let at = table + 2 + entry * 12
      guard let tag = number(at: at, bytes: 2), let value = number(at: at + 8, bytes: 2) else {
        return nil
      }
      if tag == 0x0112 { return ExifOrientation(rawValue: UInt16(value)) }
    }
    return nil
  }
}
