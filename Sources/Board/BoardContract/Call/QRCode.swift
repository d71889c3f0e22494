/// A QR code: a square of light and dark modules, which the caller has computed.
package struct QRCode: Hashable, Sendable {
  /// The number of modules on a side.
  package let size: Int
  /// Whether each module is dark, row by row from the upper left.
  private let dark: [Bool]

  /// The side lengths of all forty versions, in modules.
  package static let sizes = stride(from: 21, through: 177, by: 4)

  /// Creates a code; nil if no QR code has this size, or if `dark` does not have a value for each
  /// module.
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
