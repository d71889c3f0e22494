import ScreenCommands

// The film of the board on the screen.
extension Whiteboard {
  /// The film on the screen; nil while none is shown.
  var replay: ReplayMode? { film.mode }

  /// The facts about the other parts that the film uses.
  var filmContext: FilmController.Context {
    let session = sessions.presence.session
    return FilmController.Context(
      setup: setup, recorder: drawing.recorder, surface: drawing.surface, me: session?.me,
      hasCompany: (session?.peopleCount ?? 1) > 1, hasSheet: sheets.isOpen,
      isIdle: !sheets.isOpen && drawing.editor.isIdle && !search.isOpen
        && !sessions.presence.talk.isTyping)
  }

  mutating func followFilm(after event: Event) {
    film.follow(event, in: filmContext, &requests)
    carryOutRequests()
  }
}
