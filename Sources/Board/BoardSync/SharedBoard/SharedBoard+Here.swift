import EaselBase

// What happens here.
extension SharedBoard {
  /// Everyone in the session now, oneself included where that is known. A member who did not begin the
  /// session asks the others for the picture as soon as there are any.
  public mutating func participantsChanged(
    to present: [Participant], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let before = participants
    participants = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    var actions: [Action] = []
    for gone in before.keys.sorted() where participants[gone] == nil {
      actions += left(gone, at: now)
    }
    responder.rosterChanged(to: Set(participants.keys), at: now)
    for new in participants.keys.sorted() where before[new] == nil && new != me {
      actions += arrived(new, at: now, using: &chance)
    }
    let said = election.knows(vector, isComplete: isComplete, at: now, using: &chance)
    actions += said.map(Action.init)
    let electors = Set(participants.values.filter(\.mayDraw).map(\.id))
    actions += election.rosterChanged(to: electors, at: now, using: &chance).map(Action.init)
    for watcher in participants.values.filter({ !$0.mayDraw }).map(\.id).sorted()
    where before[watcher]?.mayDraw == true {
      actions += wet.left(watcher).map(Action.init)
      wet.arrived(watcher)
    }
    return actions + ask(at: now) + finishEvent(at: now, using: &chance)
  }

  /// How far replicas are known now: all that changed, or more. To be told before messages that
  /// came later than those entries.
  public mutating func knows(
    _ heads: [ReplicaHead], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let news = heads.filter { healing.own.heads[$0.replica] != $0 }
    guard !news.isEmpty else { return [] }
    healing.knows(news, state: KnowledgeSummary.unsaid, at: now)
    vector = healing.own.vector
    var actions: [Action] = []
    for head in news where head.sequence.raw > 0 {
      actions += wet.knows(EntryID(head.replica, head.sequence)).map(Action.init)
    }
    responder.knows(vector, isComplete: isComplete, at: now)
    let said = election.knows(vector, isComplete: isComplete, at: now, using: &chance)
    actions += said.map(Action.init)
    return actions + finishEvent(at: now, using: &chance)
  }

  /// All entries were counted anew, and some may count no more. What does is told with `knows`.
  public mutating func recounted() { healing.recounted() }

  /// What was made of all entries known, as a hash of it. It holds until the next entry; where that
  /// costs much it may be told now and then, for without it only the entries are compared.
  public mutating func made(_ state: Bytes16, at now: Uptime) {
    healing.knows([], state: state, at: now)
  }

  /// Entries of one's own, recorded and safe on disk: to everybody.
  public func wrote(_ run: [UInt8]) -> [Action] {
    guard run.count <= SharedBoardMessage.entriesBytesMax else { return [] }
    return participants.keys.contains { $0 != me }
      ? [.send(.entries(run), to: .all, .reliable)] : []
  }

  /// What was sent of the ranges that ``Action/supply(_:to:)`` named; empty where nothing was.
  public func supplied(_ ranges: [EntryRange], to participant: ParticipantID) -> [Action] {
    healing.supplied(ranges, to: participant).map(Action.init)
  }

  /// A link to others came up: what was lost meanwhile is looked for at once.
  public mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    healing.linkCameUp(at: now, using: &chance)
  }

  /// What this participant shows of itself: the latest counts. Of at most
  /// ``SharedBoardMessage/presenceBytesMax`` bytes; more is not shown.
  public mutating func shows(_ value: [UInt8], at now: Uptime) -> [Action] {
    guard value.count <= SharedBoardMessage.presenceBytesMax else { return [] }
    return presence.update(value, at: now).map(Action.init)
  }

  /// Tells others of something once, reliably. Of at most ``SharedBoardMessage/eventBytesMax``
  /// bytes; more is not told.
  public func sendEvent(_ event: [UInt8], to recipients: Recipients) -> [Action] {
    guard event.count <= SharedBoardMessage.eventBytesMax else { return [] }
    return [.send(.event(event), to: recipients, .reliable)]
  }

  // MARK: The pen

  /// The pen touches. The name is that which the finished operation will have.
  public mutating func penBegan(
    _ entry: EntryID, style: [UInt8], at point: WetPoint, now: Uptime
  ) -> [Action] {
    guard style.count <= SharedBoardMessage.styleBytesMax else { return [] }
    return pen.began(entry, style: style, at: point, now: now).map(Action.init)
  }

  public mutating func penMoved(through points: [WetPoint], at now: Uptime) -> [Action] {
    pen.moved(through: points, at: now).map(Action.init)
  }

  /// What is under the hand is replaced rather than drawn on, as a text while it is typed: it looks
  /// like this now. Of at most ``SharedBoardMessage/styleBytesMax`` bytes; more is not shown.
  public mutating func penShowed(
    _ entry: EntryID, style: [UInt8], at point: WetPoint, now: Uptime
  ) -> [Action] {
    guard style.count <= SharedBoardMessage.styleBytesMax else { return [] }
    return pen.showed(entry, style: style, at: point, now: now).map(Action.init)
  }

  /// The stroke has become an entry, which ``wrote(_:)`` tells.
  public mutating func penFinished() { pen.finished() }

  public mutating func penAbandoned() -> [Action] { pen.abandoned().map(Action.init) }

  // MARK: Comings and goings

  private mutating func arrived(
    _ participant: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    healing.arrived(participant, at: now, using: &chance)
    wet.arrived(participant)
    return presence.arrived(participant, at: now).map(Action.init)
      + pen.arrived(at: now).map(Action.init)
  }

  private mutating func left(_ participant: ParticipantID, at now: Uptime) -> [Action] {
    complete.remove(participant)
    return healing.left(participant, at: now).map(Action.init)
      + presence.left(participant).map(Action.init)
      + wet.left(participant).map(Action.init)
  }

  /// Who has heard of nobody yet has nobody to ask, and cannot know how much there is.
  private mutating func ask(at now: Uptime) -> [Action] {
    guard !hasMetOthers, participants[me] != nil, participants.count > 1 else { return [] }
    hasMetOthers = true
    guard !isComplete else { return [] }
    return perform(responder.joined(Set(participants.keys), at: now))
  }
}
