import EaselBase

/// The events of a board and of the call, as a board controller reports them to its user.
package enum BoardEvent: Sendable {
  /// The board will be left: the user finishes a stroke in progress now.
  case pausing
  /// The time asked for by `BoardEffect.wake` has come.
  case woke
  /// More recorded entries are on disk.
  case kept
  /// Entries could not be written, for a new reason. They stay queued, and the entry writer tries
  /// again.
  case keepingFailed(reason: SafeText)
  /// The entries that failed before are written: the user's own, and those of other members.
  case keepingRecovered
  /// Another board is open.
  case opened(BoardSwitch)
  case openingFailed(reason: SafeText)
  /// Another board is being opened, and this takes a while.
  case openingTakesLong
  /// The open board has a new file or name: it was just made, or renamed.
  case filed
  case failed(SafeText)
  /// Entries of other members were merged into the open board, in a session or after it.
  case merged(BoardChange)
  case call(CallEvent)
  /// An event of the session with this id.
  case session(SessionEvent, in: SessionUUID)
  /// An event of the films that participants of this session watch in step.
  case playback(PlaybackEvent, in: SessionUUID)

  /// The session that this event ends; nil for other events.
  package var endedSession: SessionUUID? {
    switch self {
    case .session(.ended, let session), .call(.withdrawn(let session)): session
    default: nil
    }
  }
}
