import BoardContract
import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import ScreenContract

/// An event that the shell passes to a whiteboard.
package enum Event: Sendable {
  /// The first event: the whiteboard lays the paper and shows the first notices.
  case started
  case input(InputEvent)
  /// An event of the board, its session or the call.
  case board(BoardEvent)
  /// The boards of the user's folder.
  case boards([BoardSummary])
  /// Looks at some of these boards, by their paths.
  case glances([String: BoardGlance])
  /// An export, a rename, a copy or a similar action has ended.
  case done(SafeText)
  /// The answer to the request for a picture.
  case picture(PictureAnswer, for: NamedPicture)
  /// The user's seat is about to move to another terminal.
  case moving
  /// The clipboard of the desktop took this text.
  case copied(String)
  /// The terminal, or the maker of tiles, reports on ink in pixels.
  case pixels(PixelNews)
  /// The themes to choose from, and complaints about themes that are missing.
  case themes([Theme], complaints: [SafeText])
}

extension Event {
  /// The button of a drag and its report; nil for any other event.
  var drag: (MouseEvent.Button, MouseEvent)? {
    guard case .input(.mouse(let mouse)) = self, case .drag(let button) = mouse.action else {
      return nil
    }
    return (button, mouse)
  }

  /// Whether this user sees another board from now on.
  var opensBoard: Bool {
    switch self {
    case .started: true
    case .board(.opened(let opening)): !opening.goesOn
    case .board(.call(.entered(let entrance))): entrance.opening?.goesOn == false
    default: false
    }
  }

  /// Whether this user now has all that the others of the session have.
  var catchesUp: Bool {
    if case .board(.session(.caughtUp, _)) = self { true } else { false }
  }

  /// Whether the mouse only moved, without a button.
  var isHover: Bool {
    if case .input(.mouse(let mouse)) = self { mouse.action == .move } else { false }
  }

  /// Whether the list of participants or the appearance of one changed.
  var isAboutParticipants: Bool {
    switch self {
    case .board(.session(.wets, _)): false
    case .board(.session): true
    default: false
    }
  }
}
