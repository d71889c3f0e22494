import ScreenContract

// The film of the board on the screen.
extension Whiteboard {
  /// The film on the screen; nil while none is shown.
  var replay: ReplayMode? { film.mode }

  mutating func followFilm(after event: Event) {
    film.follow(event, in: FilmController.Context(self))
    carryOutRequests()
    // A sheet about a film that is over is closed by now.
    film.answerOffers(in: FilmController.Context(self))
    carryOutRequests()
  }
}

extension FilmController.Context {
  /// The facts about the other parts that the film uses.
  init(_ whiteboard: borrowing Whiteboard) {
    let (drawing, presence) = (whiteboard.drawing, whiteboard.sessions.presence)
    let hasSheet = whiteboard.sheets.isOpen
    var isAsked = false
    if case .filmOffer = whiteboard.sheets.kind { isAsked = true }
    self.init(
      setup: whiteboard.setup, recorder: drawing.recorder, surface: drawing.surface,
      session: presence.session, hasSheet: hasSheet, isAsked: isAsked,
      isIdle: !hasSheet && drawing.editor.isIdle && !whiteboard.search.isOpen
        && !presence.talk.isTyping)
  }
}
