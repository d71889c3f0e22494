import Foundation

/// A small picture in the PNG format; it replaces Core Graphics' type of Apple's platforms.
public struct CGImage: Codable, Hashable, Sendable {
  /// The bytes of the picture.
  public let png: Data
  /// The width in pixels, from 1 to ``sideMax``.
  public let width: Int
  /// The height in pixels, from 1 to ``sideMax``.
  public let height: Int

  /// The names in the format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case png = "png"
  }

  /// The maximum number of bytes.
  public static let bytesMax = 16_384
  /// The maximum width and height, in pixels.
  public static let sideMax = 4_096

  /// The signature of the format, and the length and the name of the header.
  private static let beginning: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
  ]

  /// Reads the header of a picture in the PNG format (RFC 2083); the rest is not checked.
  ///
  /// - Returns: nil if this is no PNG picture, if it has more than ``bytesMax`` bytes, or if a side has
  ///   not 1 to ``sideMax`` pixels.
  public init?(png: Data) {
    let sides = Array(png.dropFirst(Self.beginning.count).prefix(8))
    guard png.count <= Self.bytesMax, png.starts(with: Self.beginning), sides.count == 8 else {
      return nil
    }
    let numbers = [sides[..<4], sides[4...]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    guard numbers.allSatisfy((1...Self.sideMax).contains) else { return nil }
    (self.png, width, height) = (png, numbers[0], numbers[1])
  }

  /// Decodes a picture.
  ///
  /// - Throws: a `DecodingError`, also if ``init(png:)`` refuses the bytes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let image = Self(png: try values.decode(Data.self, forKey: .png)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .png, in: values, debugDescription: "not a small picture in the PNG format")
    }
    self = image
  }

  /// Encodes the bytes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(png, forKey: .png)
  }
}
