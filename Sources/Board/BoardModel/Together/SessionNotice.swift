import EaselBase

/// A notice that a participant sends once to the others of a session. It is neither an entry nor a
/// part of an appearance.
public enum SessionNotice: Hashable, Sendable {
  /// The receiver's view moves to this part of the board, until the receiver moves it.
  case lookHere(BoardRect)
  /// The rights of a participant were changed. The notice only reports the change; a change of keys
  /// carries it out.
  case ruled(Ruling, Bytes16)
}

/// The rights of a participant from now on, as another participant decided.
public enum Ruling: Hashable, Sendable, CaseIterable {
  case putOut, watches, draws
}
