/// A QR code: a square of light and dark modules, worked out by somebody else.
public struct QRCode: Hashable, Sendable {
  /// Modules on a side.
  public let size: Int
  /// Row by row from the upper left.
  private let dark: [Bool]

  /// The codes of all forty versions.
  public static let sizes = stride(from: 21, through: 177, by: 4)

  /// Nil of what is no code: another size, or not as many modules.
  public init?(size: Int, dark: [Bool]) {
    guard Self.sizes.contains(size), dark.count == size * size else { return nil }
    (self.size, self.dark) = (size, dark)
  }

  /// All round the code it is light.
  public func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return dark[row * size + column]
  }
}
