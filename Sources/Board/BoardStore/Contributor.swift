import EaselBase

/// A person who drew on a board, with the facts that the person's entries do not contain. Entries
/// contain only the key that signed them.
///
/// This data has no signature: the person, or the author of the file, chose the name freely. So it
/// is for display only.
package struct Contributor: Hashable, Sendable {
  package let author: AuthorID
  /// The name, at most 32 columns.
  package let name: SafeText
  /// The colour, `0xRRGGBB`.
  package let color: UInt32

  /// The greatest number of contributors that a program reads from a board's file.
  package static let countMax = 4_096

  /// Creates a contributor; shortens a long name, and ignores the high byte of the colour.
  package init(author: AuthorID, name: String, color: UInt32) {
    self.author = author
    self.name = SafeText(name, limit: .name)
    self.color = color & 0xFF_FFFF
  }
}
