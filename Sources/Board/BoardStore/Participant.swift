import EaselBase

/// Somebody who drew on a board: what their entries, which say only whose key signed them, do not
/// tell.
///
/// Nobody signs this: a name is what its bearer, or whoever wrote the file, wanted it to be. It is
/// there to be shown.
public struct Participant: Hashable, Sendable {
  public let author: AuthorID
  /// At most 32 columns.
  public let name: SafeText
  /// `0xRRGGBB`.
  public let color: UInt32

  /// How many a board's file gives; those beyond are not read.
  public static let countMax = 4_096

  /// Takes any name and any number; what is too much is cut off.
  public init(author: AuthorID, name: String, color: UInt32) {
    self.author = author
    self.name = SafeText(name, limit: .name)
    self.color = color & 0xFF_FFFF
  }
}
