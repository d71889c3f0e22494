import EaselBase

/// A person who drew on a board: the facts that the person's entries do not hold. Entries hold only
/// the key that signed them.
///
/// This data has no signature: the person, or the author of the file, chose the name freely. It is
/// for display only.
package struct Contributor: Hashable, Sendable {
  package let author: AuthorID
  /// At most 32 columns.
  package let name: SafeText
  /// `0xRRGGBB`.
  package let color: UInt32

  /// The greatest number of contributors that are read from a board's file.
  package static let countMax = 4_096

  /// Accepts any name and any number; cuts off the excess.
  package init(author: AuthorID, name: String, color: UInt32) {
    self.author = author
    self.name = SafeText(name, limit: .name)
    self.color = color & 0xFF_FFFF
  }
}
