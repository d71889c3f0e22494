import BoardEvents
import EaselBase
import GroupBase

/// Knows who watches which film of a session, and which films this member knows. A pure value.
struct FilmAudience: Sendable {
  /// The film that this user watches.
  private(set) var own: FilmItem?
  /// The film that each other participant watches.
  private(set) var watching: [ParticipantID: FilmItem.ID] = [:]
  /// The films of these participants, as far as they are known.
  private var films: [FilmItem.ID: FilmItem] = [:]
  /// The participants that this member has asked for a film, or has sent its film.
  private var asked: Set<Exchange> = []
  private var answered: Set<Exchange> = []

  private struct Exchange: Hashable, Sendable {
    let participant: ParticipantID
    let film: FilmItem.ID
  }

  /// An action of the caller. Actions are performed in their order.
  enum Action: Hashable, Sendable {
    case send(Message, to: ParticipantID?)
    /// Tell the user about a film that a participant watches.
    case offer(FilmItem, by: ParticipantID)
    case watchersChanged
  }

  enum Message: Hashable, Sendable {
    case shows(FilmItem)
    case watches(FilmItem.ID)
    case leaves
    case asks(FilmItem.ID)
  }

  // MARK: This user

  /// This user watches a film from now on.
  ///
  /// - Parameter isOwn: whether this user has begun the film, so that all others need it.
  mutating func watch(_ item: FilmItem, isOwn: Bool) -> [Action] {
    own = item
    films[item.id] = item
    return [.send(isOwn ? .shows(item) : .watches(item.id), to: nil)]
  }

  mutating func leave() -> [Action] {
    guard own != nil else { return [] }
    own = nil
    answered = []
    forgetFilms()
    return [.send(.leaves, to: nil)]
  }

  // MARK: Others

  /// Handles the list of the other participants.
  mutating func participantsChanged(
    from before: Set<ParticipantID>, to others: Set<ParticipantID>
  ) -> [Action] {
    let gone = watching.keys.filter { !others.contains($0) }
    for participant in gone { watching[participant] = nil }
    asked = asked.filter { others.contains($0.participant) }
    answered = answered.filter { others.contains($0.participant) }
    forgetFilms()
    var actions: [Action] = gone.isEmpty ? [] : [.watchersChanged]
    if let own {
      actions += others.subtracting(before).sorted().map { .send(.watches(own.id), to: $0) }
    }
    return actions
  }

  /// Handles a message of another participant.
  ///
  /// - Parameter mayDraw: whether the participant may draw; films of others are ignored.
  mutating func receive(
    _ message: Message, from participant: ParticipantID, mayDraw: Bool
  ) -> [Action] {
    switch message {
    case .shows(let item):
      guard mayDraw else { return [] }
      watching[participant] = item.id
      if films[item.id] == nil { films[item.id] = item }
      forgetFilms()
      return offer(of: item.id, by: participant) + [.watchersChanged]
    case .watches(let id):
      watching[participant] = id
      forgetFilms()
      return offer(of: id, by: participant) + [.watchersChanged]
        + ask(participant, for: id, mayDraw: mayDraw)
    case .leaves:
      watching[participant] = nil
      forgetFilms()
      return [.watchersChanged]
    case .asks(let id):
      guard let own, own.id == id,
        answered.insert(Exchange(participant: participant, film: id)).inserted
      else { return [] }
      return [.send(.shows(own), to: participant)]
    }
  }

  private func offer(of id: FilmItem.ID, by participant: ParticipantID) -> [Action] {
    films[id].map { [.offer($0, by: participant)] } ?? []
  }

  private mutating func ask(
    _ participant: ParticipantID, for id: FilmItem.ID, mayDraw: Bool
  ) -> [Action] {
    guard mayDraw, films[id] == nil,
      asked.insert(Exchange(participant: participant, film: id)).inserted
    else { return [] }
    return [.send(.asks(id), to: participant)]
  }

  /// Forgets the films that nobody watches.
  private mutating func forgetFilms() {
    let watched = Set(watching.values).union([own?.id].compactMap { $0 })
    films = films.filter { watched.contains($0.key) }
    asked = asked.filter { watching[$0.participant] == $0.film }
  }
}
