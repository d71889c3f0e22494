import BoardClient
import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// The events of a whiteboard.
package enum Event: Sendable {
  /// The first event: the whiteboard lays the paper and shows the first notices.
  case started
  case input(InputEvent)
  /// The program is about to give up the screen, because a signal asked for a stop or an end: no
  /// mouse release will come, so the stroke in progress is finished now.
  case pausing
  /// The time asked for by `Effect.wake` has come.
  case woke
  /// More recorded entries are on disk.
  case kept
  /// Entries could not be written, for a reason that is new; they stay queued and are tried again.
  case keepingFailed(reason: SafeText)
  /// The entries that failed before are written: the user's own, and those of other members.
  case keepingRecovered
  /// Another board is open.
  case opened(BoardOpening)
  case openingFailed(reason: SafeText)
  /// The open board has a new file or name: it was just made, or renamed.
  case filed
  case boards([BoardSummary])
  /// An export, a rename, a copy or a similar action has ended.
  case done(SafeText)
  case failed(SafeText)
  /// The themes to choose from, and complaints about themes that are missing.
  case themes([Theme], complaints: [SafeText])
  case call(CallEvent)
  /// An event of the session with that id; events of any other session are ignored.
  case session(SessionEvent, in: Bytes16)
}

extension Event {
  var isDrag: Bool {
    if case .input(.mouse(let mouse)) = self, case .drag = mouse.action { true } else { false }
  }

  /// Whether a stroke or text in progress of another participant changed.
  var isGuestInk: Bool {
    if case .session(.wets, _) = self { true } else { false }
  }
}
