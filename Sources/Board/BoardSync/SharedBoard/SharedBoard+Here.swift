import EaselBase
import GroupBase

// The events of this participant, and the changes of its session.
extension SharedBoard {
  /// Notes all participants in the session, including this one if it is known. If this participant
  /// did not begin the session, it asks the others for the picture as soon as there are any.
  package mutating func participantsChanged(
    to present: [Participant], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let before = participants
    participants = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    var actions: [Action] = []
    for gone in before.keys.sorted() where participants[gone] == nil {
      actions += left(gone, at: now)
    }
    responder.rosterChanged(
      to: Set(participants.keys), answering: Set(otherDrawers), at: now)
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

  /// Notes how far this participant knows replicas: all heads that changed; unchanged heads do no
  /// harm. The caller must call this before it passes on messages that came after these entries.
  package mutating func knows(
    _ heads: [ReplicaHead], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let news = heads.filter { antiEntropy.own.heads[$0.replica] != $0 }
    guard !news.isEmpty else { return [] }
    antiEntropy.knows(news, state: KnowledgeSummary.unsaid, at: now)
    vector = antiEntropy.own.vector
    var actions: [Action] = []
    for head in news where head.sequence.raw > 0 {
      actions += wet.knows(EntryID(head.replica, head.sequence)).map(Action.init)
    }
    responder.knows(vector, isComplete: isComplete, at: now)
    let said = election.knows(vector, isComplete: isComplete, at: now, using: &chance)
    actions += said.map(Action.init)
    return actions + finishEvent(at: now, using: &chance)
  }

  /// Forgets all heads: the caller has counted all entries anew, and some entries may no longer
  /// count. The caller then reports the heads that count with `knows`.
  package mutating func recounted() { antiEntropy.recounted() }

  /// Notes a hash of the state that the caller computed from all known entries. The hash is valid
  /// until the next entry. The caller may report a hash only now and then, because hashing is
  /// costly. Without a hash, participants compare only their entries.
  package mutating func made(_ state: Bytes16, at now: Uptime) {
    antiEntropy.knows([], state: state, at: now)
  }

  /// Sends the user's own entries to all. The entries must be recorded and on the disk.
  package func wrote(_ run: [UInt8]) -> [Action] {
    guard run.count <= SharedBoardMessage.entriesBytesMax else { return [] }
    return participants.keys.contains { $0 != me }
      ? [.send(.entries(run), to: .all, .reliable)] : []
  }

  /// Reports the ranges that were sent for ``Action/supply(_:to:)``; empty if nothing was sent.
  package func supplied(_ ranges: [EntryRange], to participant: ParticipantID) -> [Action] {
    antiEntropy.supplied(ranges, to: participant).map(Action.init)
  }

  /// Handles a new link to other participants: a search for entries that were lost meanwhile begins
  /// at once.
  package mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    antiEntropy.linkCameUp(at: now, using: &chance)
  }

  /// Shows a value of this participant to the others; the latest value counts. A value of more than
  /// ``SharedBoardMessage/presenceBytesMax`` bytes is not sent.
  package mutating func shows(_ value: [UInt8], at now: Uptime) -> [Action] {
    guard value.count <= SharedBoardMessage.presenceBytesMax else { return [] }
    return presence.update(value, at: now).map(Action.init)
  }

  /// Sends an event once and reliably. An event of more than ``SharedBoardMessage/eventBytesMax``
  /// bytes is not sent.
  package func sendEvent(_ event: [UInt8], to recipients: Recipients) -> [Action] {
    guard event.count <= SharedBoardMessage.eventBytesMax else { return [] }
    return [.send(.event(event), to: recipients, .reliable)]
  }

  // MARK: The pen

  /// Begins a stroke. The entry is the id that the finished operation will have.
  package mutating func penBegan(
    _ entry: EntryID, style: [UInt8], at point: WetPoint, now: Uptime
  ) -> [Action] {
    guard style.count <= SharedBoardMessage.styleBytesMax else { return [] }
    return pen.began(entry, style: style, at: point, now: now).map(Action.init)
  }

  package mutating func penMoved(through points: [WetPoint], at now: Uptime) -> [Action] {
    pen.moved(through: points, at: now).map(Action.init)
  }

  /// Shows the present look of an object whose new look replaces the old one, such as a text while
  /// the user types it. A style of more than ``SharedBoardMessage/styleBytesMax`` bytes is not
  /// sent.
  package mutating func penShowed(
    _ entry: EntryID, style: [UInt8], at point: WetPoint, now: Uptime
  ) -> [Action] {
    guard style.count <= SharedBoardMessage.styleBytesMax else { return [] }
    return pen.showed(entry, style: style, at: point, now: now).map(Action.init)
  }

  /// Ends the stroke, which has become an entry. ``wrote(_:)`` sends the entry.
  package mutating func penFinished() { pen.finished() }

  package mutating func penAbandoned() -> [Action] { pen.abandoned().map(Action.init) }

  // MARK: Comings and goings

  private mutating func arrived(
    _ participant: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    antiEntropy.arrived(participant, at: now, using: &chance)
    wet.arrived(participant)
    return presence.arrived(participant, at: now).map(Action.init)
      + pen.arrived(at: now).map(Action.init)
  }

  private mutating func left(_ participant: ParticipantID, at now: Uptime) -> [Action] {
    complete.remove(participant)
    return antiEntropy.left(participant, at: now).map(Action.init)
      + presence.left(participant).map(Action.init)
      + wet.left(participant).map(Action.init)
  }

  /// Asks for the whole picture when this member first sees other participants, unless it founded
  /// the session.
  private mutating func ask(at now: Uptime) -> [Action] {
    guard !hasMetOthers, participants[me] != nil, participants.count > 1 else { return [] }
    hasMetOthers = true
    guard !isComplete else { return [] }
    return perform(
      responder.joined(Set(participants.keys), answering: Set(otherDrawers), at: now))
  }
}
