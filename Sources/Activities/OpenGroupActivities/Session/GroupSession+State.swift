extension GroupSession {
  /// The stages in the life of a session, as this program sees it.
  public enum State: Equatable, Sendable {
    /// The session can be joined, or is being joined.
    case waiting
    /// Messages flow.
    case joined
    /// The session is over for this program; the reason is a ``GroupSessionEnd``.
    case invalidated(reason: any Error)

    /// Compares the stages and their ``GroupSessionEnd``; reasons of other types count as equal.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.waiting, .waiting), (.joined, .joined): true
      case (.invalidated(let mine), .invalidated(let theirs)):
        mine as? GroupSessionEnd == theirs as? GroupSessionEnd
      default: false
      }
    }
  }
}
