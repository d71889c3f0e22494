import BoardReplay
import EaselBase
import ScreenCommands

// The way into the film of the board, and back.
extension Whiteboard {
  /// After an event that opens another board, ends the film of the last one. Tells what is new on the
  /// board, when it is opened and when this user has all that the others of the session have.
  mutating func followBoard(after event: Event) {
    if event.opensBoard {
      if replay != nil { leaveFilm() }
      news.open(drawing.recorder, setup, &requests)
      if setup.purpose != .draw { openFilm() }
    } else if event.catchesUp {
      news.catchUp(drawing.recorder, setup, &requests)
    }
    carryOutRequests()
  }

  mutating func openFilm() {
    sheets.leave()
    replay = ReplayMode.open(
      drawing.recorder, setup.purpose, news, over: drawing.surface, &requests)
    if replay == nil { return }
    notices.dismiss(for: .replay(.open))
    composer = Composer()
  }

  mutating func leaveFilm() {
    replay = nil
    news.leaveFilm(of: drawing.recorder)
    composer = Composer()
  }
}
