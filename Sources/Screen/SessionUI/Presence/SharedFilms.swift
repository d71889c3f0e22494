import BoardContract
import EaselBase
import ScreenContract

/// The films of this session that people watch in step: who watches which film, and which film this
/// user watches.
package struct SharedFilms: Hashable, Sendable {
  /// The session whose films these are; nil outside of a session.
  package let session: SessionUUID?
  /// The films that others offered, the latest last.
  private var offers: [Offer] = []
  /// The other participants who watch a film.
  package private(set) var watchers: [FilmWatcher] = []
  /// The film that this user watches, or waits for.
  package private(set) var own: FilmItem?
  /// The number of the last film that this user began.
  private var lastNumber: UInt64 = 0
  private var questions = OfferSpacing()
  private var moves = OfferSpacing()

  private struct Offer: Hashable, Sendable {
    let item: FilmItem
    /// The participant who sent the offer.
    let sender: ParticipantUUID
    var mention = Mention.none
  }

  /// How the user has learned of a film.
  private enum Mention: Hashable, Sendable { case none, notice, question }

  /// The way in which the program answers a film that others watch.
  package enum Answer: Hashable, Sendable {
    /// Ask the user about it.
    case ask(FilmItem.ID)
    /// Name it to the user in a notice.
    case notify(FilmItem.ID)
    /// Watch it in place of the user's own film.
    case watch(FilmItem)
  }

  /// At most so many films are known.
  private static let offersMax = 8
  /// Higher numbers of others do not count for the next number, so that nobody can use up the numbers.
  private static let numberMax: UInt64 = 1 << 53

  package init(session: SessionUUID? = nil) { self.session = session }

  // MARK: Events

  /// Notes a film that another participant watches. Sent again, it is no news.
  package mutating func receive(_ item: FilmItem, from sender: ParticipantUUID) {
    let known = offers.first { $0.item.id == item.id }?.mention
    let mention = own?.id == item.id ? .question : known ?? .none
    offers =
      (offers.filter { $0.item.id != item.id }
      + [Offer(item: item, sender: sender, mention: mention)]).suffix(Self.offersMax)
    // The list of those who watch comes after the offer.
    if let index = watchers.firstIndex(where: { $0.id == sender && $0.item != item.id }) {
      watchers[index] = FilmWatcher(id: sender, item: item.id)
    }
  }

  /// Notes who else watches a film. A film that nobody watches is over.
  package mutating func set(_ watchers: [FilmWatcher]) {
    self.watchers = watchers
    let watched = Set(watchers.map(\.item))
    offers.removeAll { !watched.contains($0.item.id) && $0.item.id != own?.id }
  }

  // MARK: The user's choice

  /// Returns the id of a new film. Its number is above those of all films that this user knows, so that
  /// the film wins over them: see ``answer(hasBegun:at:)``.
  package mutating func newFilm(by me: ParticipantUUID) -> FilmItem.ID {
    let known = offers.map(\.item.id.number).filter { $0 < Self.numberMax }.max() ?? 0
    lastNumber = max(lastNumber, known) + 1
    return FilmItem.ID(participant: me, number: lastNumber)
  }

  package mutating func watch(_ item: FilmItem) {
    own = item
    note(.question, of: item.id)
  }

  package mutating func leave() { own = nil }

  private mutating func note(_ mention: Mention, of id: FilmItem.ID) {
    guard let index = offers.firstIndex(where: { $0.item.id == id }) else { return }
    offers[index].mention = mention
  }

  // MARK: More than one film

  /// Returns what the program does about the films of others now, and notes that it does so; nil if
  /// there is nothing to do.
  ///
  /// Two people may each offer a film before they know the other one. So of two films one wins, by a
  /// rule that gives the same answer on both sides: the one with the higher number; of two with the same
  /// number the one that several people watch, and then the one of the lower id. A user who is alone in a
  /// film that has not begun goes to a film that wins. A user who is alone in a film that has begun is
  /// asked about it, and a user who has company is told. A user without a film for everybody is asked
  /// about any film.
  ///
  /// - Parameter hasBegun: whether the user's film for everybody has begun.
  package mutating func answer(hasBegun: Bool, at uptime: Int64) -> Answer? {
    guard let own else {
      return offers.filter { $0.mention == .none }.max { wins($1.item.id, over: $0.item.id) }
        .map { ask(about: $0, at: uptime) }
    }
    let rivals = offers.filter {
      $0.item.id != own.id && $0.mention != .question && wins($0.item.id, over: own.id)
    }
    guard let rival = rivals.max(by: { wins($1.item.id, over: $0.item.id) }) else { return nil }
    let isAlone = watchers(of: own.id).isEmpty
    if isAlone, !hasBegun, moves.allows(rival.sender, at: uptime) { return .watch(rival.item) }
    if isAlone { return ask(about: rival, at: uptime) }
    guard rival.mention == .none else { return nil }
    note(.notice, of: rival.item.id)
    return .notify(rival.item.id)
  }

  /// Asks the user about a film, or tells the user of it if its sender's films asked a short while ago.
  private mutating func ask(about offer: Offer, at uptime: Int64) -> Answer {
    note(.question, of: offer.item.id)
    return questions.allows(offer.sender, at: uptime)
      ? .ask(offer.item.id) : .notify(offer.item.id)
  }

  private func wins(_ one: FilmItem.ID, over other: FilmItem.ID) -> Bool {
    if one.number != other.number { return one.number > other.number }
    let (company, otherCompany) = (watchers(of: one).count > 1, watchers(of: other).count > 1)
    return company != otherCompany ? company : one.participant < other.participant
  }

  // MARK: Questions

  package func item(_ id: FilmItem.ID) -> FilmItem? { offers.first { $0.item.id == id }?.item }

  /// The films that others watch and this user does not, the latest first.
  package var running: [FilmItem.ID] {
    offers.reversed().map(\.item.id).filter { id in
      id != own?.id && watchers.contains { $0.item == id }
    }
  }

  /// The participant who began a film, if that one still watches it; otherwise the participant who sent
  /// the offer.
  package func sender(of id: FilmItem.ID) -> ParticipantUUID? {
    if watcher(id.participant)?.item == id { return id.participant }
    return offers.first { $0.item.id == id }?.sender
  }

  /// The other participants who watch a film.
  package func watchers(of id: FilmItem.ID) -> [FilmWatcher] { watchers.filter { $0.item == id } }

  /// Returns the part of a participant in a film; nil for one who watches no film with others.
  package func watcher(_ id: ParticipantUUID) -> FilmWatcher? { watchers.first { $0.id == id } }
}

/// Limits how often the films of one participant interrupt the user: once a minute.
private struct OfferSpacing: Hashable, Sendable {
  /// The last interruption by each participant during the last minute, by this user's uptime.
  private var last: [ParticipantUUID: Int64] = [:]
  private static let milliseconds: Int64 = 60_000

  /// Whether a participant may interrupt the user now; notes that it does so.
  mutating func allows(_ participant: ParticipantUUID, at uptime: Int64) -> Bool {
    last = last.filter { uptime - $0.value < Self.milliseconds }
    guard last[participant] == nil else { return false }
    last[participant] = uptime
    return true
  }
}
