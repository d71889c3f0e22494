/// The purpose of an entry, which its author signs. It says which of the author's two allowances the
/// entry is charged to, so that an author who has drawn all they may can still erase and undo.
///
/// The raw values are signed and stored: never change one.
public enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
  /// Adds to the picture, or moves or recolours.
  case draw = 0
  /// Hides something, takes a gesture back, or brings it back.
  case tidy = 1
  /// Ends, in the name of the board's owner, what some authors write. The payload is a `Revocation`.
  case revoke = 2
}
