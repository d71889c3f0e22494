/// The purpose of an entry, which its author signs. It decides to which of the author's two
/// allowances the entry is charged. An author without allowance for drawing can still erase and
/// undo.
///
/// The raw values are signed and stored: never change one.
public enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
  /// Adds an object to the picture, or changes the place or the look of objects.
  case draw = 0
  /// Hides an object, or undoes or redoes a gesture.
  case tidy = 1
  /// Revokes, in the name of the board's owner, entries of some authors. The payload is a
  /// `Revocation`.
  case revoke = 2
}
