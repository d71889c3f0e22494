import BoardClient
import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// What happens to a whiteboard.
public enum Event: Sendable {
  /// The first event: what there is to say and to lay at the start is said and laid.
  case started
  case input(InputEvent)
  /// The screen is about to be given away (a stop or an end asked for by a signal): no release of
  /// the mouse will come, so what is under the pen is finished now.
  case pausing
  /// The moment asked for by `Effect.wake` has come.
  case woke
  /// More of what was recorded is on disk.
  case kept
  /// Entries could not be written, for a reason that is new; they stay queued and are tried again.
  case keepingFailed(reason: SafeText)
  /// The entries that failed before are written, the user's own and those of other members.
  case keepingRecovered
  /// Another board is open.
  case opened(BoardOpening)
  case openingFailed(reason: SafeText)
  /// The open board has another file or name: it was just made, or renamed.
  case filed
  case boards([BoardSummary])
  /// An export, a rename, a copy or the like came to an end.
  case done(SafeText)
  case failed(SafeText)
  /// The themes to choose from, and what was wrong with those that are missing.
  case themes([Theme], complaints: [SafeText])
  case call(CallEvent)
  /// In the session of that name; from any other it is not heard.
  case session(SessionEvent, in: Bytes16)
}

extension Event {
  var isDrag: Bool {
    if case .input(.mouse(let mouse)) = self, case .drag = mouse.action { true } else { false }
  }

  /// Whether somebody else's pen moves, or what they type is more.
  var isGuestInk: Bool {
    switch self {
    case .session(.wet, _), .session(.wets, _): true
    default: false
    }
  }
}
