import BoardEditor
import BoardFilm
import BoardModel
import EaselBase
import ScreenContract

/// How much of the open board this user has seen, so that a film can begin with what is new.
struct BoardNews: Sendable {
  /// The entries of the board when it was opened in this run, or when this user first had all that the
  /// others of the session had.
  private var opened = VersionVector()
  private var isCaughtUp = false
  /// The people whom a notice has named.
  private var named: Set<AuthorID> = []
  /// The entries of the board when the user last left its film; nil if the user has not seen it.
  private var seen: VersionVector?

  /// Notes that a board was opened, and names the people who drew on it after this user. Says nothing
  /// about a board on which the user never drew.
  mutating func open(_ recorder: BoardRecorder, _ setup: WhiteboardSetup) {
    self = BoardNews()
    opened = recorder.board.log.vector
    guard recorder.board.path != nil, setup.purpose == .draw else { return }
    name(authors(on: recorder), on: recorder, setup)
  }

  /// Notes that this user has all that the others of the session have, and names those who drew while
  /// this user was not in the session.
  mutating func catchUp(_ recorder: BoardRecorder, _ setup: WhiteboardSetup) {
    guard !isCaughtUp else { return }
    isCaughtUp = true
    let own = opened[recorder.board.replica]
    opened.merge(recorder.board.log.vector)
    // The user's own gestures since the board was opened are not older.
    opened.set(recorder.board.replica, to: own)
    name(authors(on: recorder), on: recorder, setup)
  }

  /// Returns the people who drew after this user; none if this user never drew.
  private func authors(on recorder: BoardRecorder) -> [AuthorID] {
    let news = News(for: recorder.me, upTo: opened, in: recorder.picture)
    return news.since == nil ? [] : news.authors
  }

  /// Names people in a notice, unless it has named all of them before.
  private mutating func name(
    _ authors: [AuthorID], on recorder: BoardRecorder, _ setup: WhiteboardSetup
  ) {
    guard !named.isSuperset(of: authors) else { return }
    named.formUnion(authors)
    let names = authors.map { recorder.board.people[$0]?.name.string ?? "Somebody" }
    let key = setup.keymap.name(of: .replay(.open))
    let advice = key.isEmpty ? "The command “film” shows it." : "\(key) shows it."
    recorder.requests.notify(
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
