import BoardContract
import BoardEditor
import EaselBase
import ScreenContract

// The sheets about films that people watch in step.
extension SessionPages {
  /// The question for whom the film is opened.
  var filmChoicePage: SheetPage {
    let running = films.running
    let join = running.map { id in
      SheetRow(
        "With \(filmCompany(of: id))", id == running.first ? "w" : "", .replay(.join(id)))
    }
    let everybody = SheetRow("Watch together", "e", .replay(.openForAll))
    return SheetPage(
      title: "Film of this board",
      rows: join + [SheetRow("Watch alone", "m", .replay(.openAlone))]
        + (recorder.mayDraw ? [everybody] : []))
  }

  /// The offer of a film that others watch.
  func filmOfferPage(_ id: FilmItem.ID, _ miniature: Miniature) -> SheetPage {
    let name = films.sender(of: id).map(name(of:)) ?? "Somebody"
    return SheetPage(
      title: "\(name) plays the film of this board",
      heading: surface.picture(miniature),
      rows: [
        SheetRow("Watch", "Enter", .replay(.join(id))),
        SheetRow("Not now", "Esc", .replay(.close)),
      ])
  }

  /// The film that lacks entries here.
  func filmWaitPage(_ id: FilmItem.ID) -> SheetPage {
    SheetPage(
      title: "Waiting for \(copyOwner(of: id)) copy of the board",
      heading: heading("The film begins here as soon as it has come."),
      rows: [SheetRow("Not now", "Esc", .replay(.close))])
  }

  /// Returns the names of the people who watch a film.
  package func filmCompany(of id: FilmItem.ID) -> String {
    listed(films.watchers(of: id).map { name(of: $0.id) })
  }

  /// Returns the name of the participant who began a film, with an apostrophe.
  private func copyOwner(of id: FilmItem.ID) -> String {
    id.participant == session?.me ? "your" : "\(name(of: id.participant))'s"
  }

  /// Returns what a participant does with a film, in a few words.
  func filmState(of watcher: FilmWatcher) -> String {
    switch watcher.absence {
    case nil: "watches the film"
    case .seeking: "looks for a place in the film"
    case .catchingUp: "catches up with the film"
    case .exporting: "exports a moment of the film"
    case .lackingEntries: "waits for \(copyOwner(of: watcher.item)) copy of the board"
    case .stalled: "cannot follow the film"
    }
  }
}
