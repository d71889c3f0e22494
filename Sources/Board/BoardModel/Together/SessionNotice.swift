import EaselBase

/// What is told to the others of a session once: neither an entry nor a part of one's appearance.
public enum SessionNotice: Hashable, Sendable {
  /// Their view comes to this part of the board, until they move it.
  case lookHere(BoardRect)
  /// Somebody's rights were changed. It is only said by this, and done by a change of keys.
  case ruled(Ruling, Bytes16)
}

/// What somebody may do from now on, as another decided.
public enum Ruling: Hashable, Sendable, CaseIterable {
  case putOut, watches, draws
}
