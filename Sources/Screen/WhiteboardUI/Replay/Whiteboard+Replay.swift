import ScreenCommands

// The film of the board on the screen.
extension Whiteboard {
  /// The film on the screen; nil while none is shown.
  var replay: ReplayMode? { film.mode }

  mutating func followFilm(after event: Event) {
    film.follow(event, in: FilmController.Context(self), &requests)
    carryOutRequests()
    // A sheet about a film that is over is closed by now.
    film.answerOffers(in: FilmController.Context(self), &requests)
    carryOutRequests()
  }

  /// The sentence about a film for everybody that has not begun: for how many people it waits, and how
  /// it starts. Empty if there is no such film. The longest form comes first.
  var filmStart: [String] {
    guard let group = replay?.group, !group.hasBegun, group.absence == nil,
      let session = sessions.presence.session
    else { return [] }
    let late = session.peopleCount - 1 - film.shared.watchers(of: group.item.id).count
    let dot = drawing.surface.chrome.dot
    func sentences(_ states: String...) -> [String] {
      group.mayCommand ? states.map { "\($0) \(dot) Space starts" } + ["Space starts"] : states
    }
    return late > 0
      ? sentences("Waiting for the others (\(late))", "Waiting for others (\(late))")
      : sentences("Everybody is here")
  }
}

extension FilmController.Context {
  /// The facts about the other parts that the film uses.
  init(_ whiteboard: Whiteboard) {
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
