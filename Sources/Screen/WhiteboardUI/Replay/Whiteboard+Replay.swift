import ScreenCommands

// The film of the board on the screen.
extension Whiteboard {
  /// The film on the screen; nil while none is shown.
  var replay: ReplayMode? { film.mode }

  mutating func followFilm(after event: Event) {
    film.follow(event, in: FilmController.Context(self), &requests)
    carryOutRequests()
  }
}

extension FilmController.Context {
  /// The facts about the other parts that the film uses.
  init(_ whiteboard: Whiteboard) {
    let (drawing, presence) = (whiteboard.drawing, whiteboard.sessions.presence)
    let hasSheet = whiteboard.sheets.isOpen
    self.init(
      setup: whiteboard.setup, recorder: drawing.recorder, surface: drawing.surface,
      me: presence.session?.me, hasCompany: (presence.session?.peopleCount ?? 1) > 1,
      hasSheet: hasSheet,
      isIdle: !hasSheet && drawing.editor.isIdle && !whiteboard.search.isOpen
        && !presence.talk.isTyping)
  }
}
