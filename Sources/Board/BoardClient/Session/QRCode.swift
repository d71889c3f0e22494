/// A QR code: a square of light and dark modules, which the caller has computed.
package struct QRCode: Hashable, Sendable {
  /// Modules on a side.
  package let size: Int
  /// Row by row from the upper left.
  private let dark: [Bool]

  /// The side lengths of all forty versions, in modules.
  package static let sizes = stride(from: 21, through: 177, by: 4)

  /// Returns nil if this is no code: another size, or another number of modules.
  package init?(size: Int, dark: [Bool]) {
    guard Self.sizes.contains(size), dark.count == size * size else { return nil }
    (self.size, self.dark) = (size, dark)
  }

  /// Whether a module is dark. All modules outside of the code are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return dark[row * size + column]
  }
}
