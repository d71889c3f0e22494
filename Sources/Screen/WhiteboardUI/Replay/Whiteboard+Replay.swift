import BoardReplay
import EaselBase
import ScreenCommands

// The way into the film of the board, and back.
extension Whiteboard {
  /// Notes that this user sees another board: its film ends, and a notice names the people who drew on
  /// it.
  mutating func followBoard() {
    if replay != nil { leaveFilm() }
    news.open(drawing.recorder, setup, &requests)
    if setup.purpose != .draw { openFilm() }
    carryOutRequests()
  }

  mutating func openFilm() {
    sheets.leave()
    replay = ReplayMode.open(
      drawing.recorder, setup.purpose, news, over: drawing.surface, &requests)
    guard replay != nil else { return }
    _ = sessions.presence.dropSpeech()
    sessions.presence.forgetHover()
    composer = Composer()
  }

  mutating func closeFilm() {
    guard replay?.endsProgram == false else { return perform(.quit) }
    leaveFilm()
  }

  private mutating func leaveFilm() {
    replay = nil
    news.leaveFilm(of: drawing.recorder)
    composer = Composer()
  }
}
