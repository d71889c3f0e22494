import BoardEvents
import EaselBase
import ScreenCommands

/// The films of this session that people watch in step: who watches which film, and which film this
/// user watches.
package struct SharedFilms: Hashable, Sendable {
  /// The session whose films these are; nil outside of a session.
  package let session: Bytes16?
  /// The films that others offered, the latest last.
  private var offers: [Offer] = []
  /// The other participants who watch a film.
  package private(set) var watchers: [FilmWatcher] = []
  /// The film that this user watches, or waits for.
  package private(set) var own: FilmItem?
  /// The film that the user has to be asked about.
  private var unasked: FilmItem.ID?
  /// The uptime at which the user was last asked about a film of each participant, during the last
  /// minute.
  private var askedAt: [Bytes16: Int64] = [:]

  private struct Offer: Hashable, Sendable {
    let item: FilmItem
    /// The participant who sent the offer.
    let sender: Bytes16
  }

  /// At most so many films are known.
  private static let offersMax = 8
  /// The time in which the films of one participant open one question, in milliseconds.
  private static let questionSpacing: Int64 = 60_000

  package init(session: Bytes16? = nil) { self.session = session }

  // MARK: Events

  /// Notes a film that another participant watches. Sent again, it is no news.
  package mutating func receive(_ item: FilmItem, from sender: Bytes16) {
    let isNew = !offers.contains { $0.item.id == item.id }
    offers = (offers.filter { $0.item.id != item.id } + [Offer(item: item, sender: sender)])
      .suffix(Self.offersMax)
    if isNew, own?.id != item.id { unasked = item.id }
  }

  /// Notes who else watches a film. A film that nobody watches is over.
  package mutating func set(_ watchers: [FilmWatcher], _ requests: inout Requests) {
    self.watchers = watchers
    let watched = Set(watchers.map(\.item))
    requests.leaveSheet { kind in
      if case .filmOffer(let id, _) = kind { !watched.contains(id) } else { false }
    }
    offers.removeAll { !watched.contains($0.item.id) && $0.item.id != own?.id }
    if let unasked, !watched.contains(unasked) { self.unasked = nil }
  }

  // MARK: The user's choice

  package mutating func watch(_ item: FilmItem) {
    own = item
    if unasked == item.id { unasked = nil }
  }

  package mutating func leave() { own = nil }

  /// Returns the film about which the user has to learn, and whether a question is due. The films of
  /// one participant open one question in a minute, so that nobody's offers hold the user.
  package mutating func removeUnasked(at uptime: Int64) -> (id: FilmItem.ID, asks: Bool)? {
    defer { unasked = nil }
    guard let offer = offers.first(where: { $0.item.id == unasked }) else { return nil }
    askedAt = askedAt.filter { uptime - $0.value < Self.questionSpacing }
    guard askedAt[offer.sender] == nil else { return (offer.item.id, false) }
    askedAt[offer.sender] = uptime
    return (offer.item.id, true)
  }

  // MARK: Questions

  package func item(_ id: FilmItem.ID) -> FilmItem? { offers.first { $0.item.id == id }?.item }

  /// The latest film that others watch and this user does not; nil if there is none.
  package var running: FilmItem.ID? {
    offers.last { offer in
      offer.item.id != own?.id && watchers.contains { $0.item == offer.item.id }
    }?.item.id
  }

  /// The participant who began a film, if that one still watches it; otherwise the participant who sent
  /// the offer.
  package func sender(of id: FilmItem.ID) -> Bytes16? {
    if watcher(id.participant)?.item == id { return id.participant }
    return offers.first { $0.item.id == id }?.sender
  }

  /// The other participants who watch a film.
  package func watchers(of id: FilmItem.ID) -> [FilmWatcher] { watchers.filter { $0.item == id } }

  /// Returns the part of a participant in a film; nil for one who watches no film with others.
  package func watcher(_ id: Bytes16) -> FilmWatcher? { watchers.first { $0.id == id } }
}
