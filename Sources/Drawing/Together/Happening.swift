/// What is told to the others of a session once: neither an entry nor a part of one's appearance.
public enum Happening: Hashable, Sendable {
  /// Their view comes to this part of the board, until they move it.
  case lookHere(BoardRect)
}
