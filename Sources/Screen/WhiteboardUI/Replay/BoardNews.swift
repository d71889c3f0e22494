import BoardEditor
import BoardModel
import BoardReplay
import EaselBase
import ScreenCommands

/// How much of the open board this user has seen, so that a film can begin with what is new.
struct BoardNews: Sendable {
  /// The entries of the board when it was opened in this run.
  private var opened = VersionVector()
  /// The entries of the board when the user last left its film; nil if the user has not seen it.
  private var seen: VersionVector?

  /// Notes that a board was opened, and names the people who drew on it after this user. Says nothing
  /// about a board on which the user never drew.
  mutating func open(
    _ recorder: BoardRecorder, _ setup: WhiteboardSetup, _ requests: inout Requests
  ) {
    self = BoardNews()
    opened = recorder.board.log.vector
    guard recorder.board.path != nil, setup.purpose == .draw else { return }
    let news = News(for: recorder.me, upTo: opened, in: recorder.picture)
    guard news.since != nil, !news.authors.isEmpty else { return }
    let names = news.authors.map { recorder.board.people[$0]?.name.string ?? "Somebody" }
    let key = setup.keymap.name(of: .replay(.open))
    let advice = key.isEmpty ? "The command “replay” shows it." : "\(key) shows it."
    requests.notify(
      "\(Self.list(names)) drew while you were away. \(advice)", command: .replay(.open))
  }

  /// Names two people, and counts the others.
  private static func list(_ names: [String]) -> String {
    let others = names.count - 2
    guard others > 0 else { return names.joined(separator: " and ") }
    return "\(names[0]), \(names[1]) and \(others) other\(others == 1 ? "" : "s")"
  }

  /// Notes that the user leaves the film of the board, and sees the board itself.
  mutating func leaveFilm(of recorder: BoardRecorder) { seen = recorder.board.log.vector }

  /// Returns the first gesture of another person that this user has not seen; nil if there is none.
  func first(of film: Film, on recorder: BoardRecorder) -> Int? {
    if let seen { return film.firstStep(beyond: seen, notBy: recorder.me) }
    let news = News(for: recorder.me, upTo: opened, in: recorder.picture)
    return film.firstStep(after: news.since, notBy: recorder.me)
  }
}
