import BoardEvents
import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// An event that the shell passes to a whiteboard.
package enum Event: Sendable {
  /// The first event: the whiteboard lays the paper and shows the first notices.
  case started
  case input(InputEvent)
  /// The program is about to give up the screen, because a signal asked it to stop or to end. No
  /// mouse release will come, so the whiteboard finishes the stroke in progress now.
  case pausing
  /// The time asked for by `Effect.wake` has come.
  case woke
  /// More recorded entries are on disk.
  case kept
  /// Entries could not be written, for a new reason. They stay queued, and the shell tries again.
  case keepingFailed(reason: SafeText)
  /// All entries that failed before are now on the disk: the user's own entries and the entries of
  /// other members.
  case keepingRecovered
  /// Another board is open.
  case opened(BoardOpening)
  case openingFailed(reason: SafeText)
  /// Another board is being opened, and this takes a while.
  case openingTakesLong
  /// The open board has a new file or name, because its file was just created or renamed.
  case filed
  case boards([BoardSummary])
  /// An export, a rename, a copy or a similar action has ended.
  case done(SafeText)
  case failed(SafeText)
  /// The clipboard of the desktop took this text.
  case copied(String)
  /// The themes to choose from, and complaints about themes that are missing.
  case themes([Theme], complaints: [SafeText])
  /// Entries of other members were merged into the open board, in a session or after it.
  case merged(BoardChange)
  case call(CallEvent)
  /// An event of the session with this id. The whiteboard ignores events of any other session.
  case session(SessionEvent, in: Bytes16)
}

extension Event {
  var isDrag: Bool {
    if case .input(.mouse(let mouse)) = self, case .drag = mouse.action { true } else { false }
  }

  /// Whether the mouse only moved, without a button.
  var isHover: Bool {
    if case .input(.mouse(let mouse)) = self { mouse.action == .move } else { false }
  }

  /// Whether a stroke or text in progress of another participant changed.
  var isGuestInk: Bool {
    if case .session(.wets, _) = self { true } else { false }
  }
}
