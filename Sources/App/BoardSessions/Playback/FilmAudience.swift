import BoardContract
import EaselBase
import GroupBase

/// Knows who watches which film of a session, and which films this member knows. A pure value.
struct FilmAudience: Sendable {
  /// The film that this user watches.
  private(set) var own: FilmItem?
  /// The reason why this user is not in step; nil in step.
  private var absence: FilmAbsence?
  /// The other participants of the session, and whether each may draw.
  private var others: [ParticipantID: Bool] = [:]
  /// The part of each other participant who watches a film.
  private(set) var watching: [ParticipantID: Part] = [:]
  /// The film that each other participant has sent, while it watches the film.
  private var sent: [ParticipantID: FilmItem] = [:]
  /// The last message of each participant that is not in the list yet. It shows nothing and is
  /// forgotten after the next whole round.
  private var early: [ParticipantID: Early] = [:]
  private static let earlyMax = 16
  /// Whether this user has watched a film, so that others may still count this user.
  private var hasWatched = false
  /// The participants that this member has asked for a film, or has sent its film, since the last
  /// round.
  private var asked: Set<Exchange> = []
  private var answered: Set<Exchange> = []

  private struct Exchange: Hashable, Sendable {
    let participant: ParticipantID
    let film: FilmItem.ID
  }

  private struct Early: Sendable {
    let message: Message
    var isOld = false
  }

  /// The film that a participant watches, and the reason why the participant is not in step.
  struct Part: Hashable, Sendable {
    let film: FilmItem.ID
    var absence: FilmAbsence?
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
    case watches(Part)
    case leaves
    case asks(FilmItem.ID)
  }

  // MARK: This user

  /// This user watches a film from now on.
  ///
  /// - Parameter isOwn: whether this user has begun the film, so that all others need it.
  mutating func watch(_ item: FilmItem, isOwn: Bool) -> [Action] {
    (own, absence, hasWatched) = (item, nil, true)
    return [.send(isOwn ? .shows(item) : .watches(Part(film: item.id)), to: nil)]
  }

  /// This user goes on alone for a reason, or is in step again.
  mutating func change(to absence: FilmAbsence?) -> [Action] {
    guard let own, absence != self.absence else { return [] }
    self.absence = absence
    return [.send(.watches(Part(film: own.id, absence: absence)), to: nil)]
  }

  mutating func leave() -> [Action] {
    guard own != nil else { return [] }
    own = nil
    answered = []
    return [.send(.leaves, to: nil)]
  }

  /// Whether the next round has something to do.
  var needsRounds: Bool { own != nil || !asked.isEmpty || !early.isEmpty }

  /// Called every few seconds, to begin a round of announcements. Tells all again that this user
  /// watches: the others drop a member that sleeps and forget its part, and the member itself does
  /// not notice that.
  mutating func beginRound() -> [Action] {
    (asked, answered) = ([], [])
    early = early.filter { !$0.value.isOld }.mapValues { Early(message: $0.message, isOld: true) }
    guard let own else { return [] }
    return [.send(.watches(Part(film: own.id, absence: absence)), to: nil)]
  }

  // MARK: Others

  /// Handles the list of the other participants.
  ///
  /// - Parameter others: whether each of them may draw. The films of those who may not are ignored.
  mutating func participantsChanged(to others: [ParticipantID: Bool]) -> [Action] {
    let before = self.others
    self.others = others
    let gone = before.keys.filter { others[$0] == nil }
    var hasChanged = gone.contains { watching[$0] != nil }
    for participant in gone {
      watching[participant] = nil
      sent[participant] = nil
    }
    asked = asked.filter { others[$0.participant] != nil }
    answered = answered.filter { others[$0.participant] != nil }
    for (participant, kept) in early where others[participant] != nil {
      early[participant] = nil
      hasChanged = note(kept.message, from: participant) || hasChanged
    }
    var actions: [Action] = hasChanged ? [.watchersChanged] : []
    if hasWatched {
      // A participant who comes back may have missed that this user left the film.
      let news = own.map { Message.watches(Part(film: $0.id, absence: absence)) } ?? .leaves
      actions += others.keys.filter { before[$0] == nil }.sorted().map { .send(news, to: $0) }
    }
    return actions + watching.keys.sorted().flatMap { offerOrAsk($0) }
  }

  /// Handles a message of another participant.
  mutating func receive(_ message: Message, from participant: ParticipantID) -> [Action] {
    if case .asks(let id) = message { return answer(id, participant) }
    guard others[participant] != nil else {
      keep(message, from: participant)
      return []
    }
    if note(message, from: participant) { return offerOrAsk(participant) + [.watchersChanged] }
    // The message brings no news. A question without an answer is asked again.
    guard let id = watching[participant]?.film, film(id) == nil else { return [] }
    return offerOrAsk(participant)
  }

  private mutating func answer(_ id: FilmItem.ID, _ participant: ParticipantID) -> [Action] {
    guard let own, own.id == id, others[participant] != nil,
      answered.insert(Exchange(participant: participant, film: id)).inserted
    else { return [] }
    return [.send(.shows(own), to: participant)]
  }

  /// Keeps a message of a newcomer, which may come before the list that contains the newcomer.
  private mutating func keep(_ message: Message, from participant: ParticipantID) {
    guard early[participant] != nil || early.count < Self.earlyMax else { return }
    early[participant] = Early(message: message)
  }

  /// Notes the part that a participant tells.
  ///
  /// - Returns: whether the message has changed the part.
  private mutating func note(_ message: Message, from participant: ParticipantID) -> Bool {
    let before = (watching[participant], sent[participant])
    switch message {
    case .shows(let item):
      (watching[participant], sent[participant]) = (Part(film: item.id), item)
    case .watches(let part):
      watching[participant] = part
      if sent[participant]?.id != part.film { sent[participant] = nil }
    case .leaves:
      (watching[participant], sent[participant]) = (nil, nil)
      asked = asked.filter { $0.participant != participant }
    case .asks: break
    }
    return before != (watching[participant], sent[participant])
  }

  /// Offers the film that a participant watches, or asks the participant for it once in a round.
  private mutating func offerOrAsk(_ participant: ParticipantID) -> [Action] {
    guard others[participant] == true, let id = watching[participant]?.film else { return [] }
    if let film = film(id) { return [.offer(film, by: participant)] }
    let isNew = asked.insert(Exchange(participant: participant, film: id)).inserted
    return isNew ? [.send(.asks(id), to: participant)] : []
  }

  /// Returns a film if this user watches it, or if a participant who may draw has sent it.
  private func film(_ id: FilmItem.ID) -> FilmItem? {
    if own?.id == id { return own }
    return sent.sorted { $0.key < $1.key }
      .first { $0.value.id == id && others[$0.key] == true }?.value
  }
}
