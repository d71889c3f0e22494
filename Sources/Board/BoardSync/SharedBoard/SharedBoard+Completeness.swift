import EaselBase
import GroupBase

// Tracks which participants hold the whole picture, and ensures that a newcomer gets it.
extension SharedBoard {
  /// Runs at the end of every event, and notes when the picture has become complete.
  mutating func finishEvent(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    var actions: [Action] = []
    if !isComplete, hasMetOthers, !responder.keepsOthersQuiet, holdsAll {
      isComplete = true
      responder.knows(vector, isComplete: true, at: now)
      actions += election.knows(vector, isComplete: true, at: now, using: &chance).map(Action.init)
    }
    keepQuiet(at: now)
    return actions
  }

  mutating func keepQuiet(at now: Uptime) {
    responder.keepsOthersQuiet ? antiEntropy.pause() : antiEntropy.resume(at: now)
  }

  /// Whether this participant holds all entries that any present participant that may draw claims to
  /// hold. It does in three cases: it holds all entries that a complete member promised; it holds
  /// the same as a peer, and no peer claims to hold more; or all others have left.
  private var holdsAll: Bool {
    let others = otherDrawers
    if others.isEmpty || responder.wasAnswered { return true }
    let heard = others.compactMap { antiEntropy.others[$0]?.heard }
    let own = antiEntropy.own.count
    return heard.contains { antiEntropy.own.matches($0) } && heard.allSatisfy { $0.count <= own }
  }

  /// Handles anti-entropy messages for the newcomer. The newcomer asks for the next part only after
  /// the last one has arrived. No more data is then under way than it can receive.
  mutating func heard(_ message: AntiEntropyMessage, from sender: ParticipantID) -> [Action] {
    switch message {
    case .digest(let summary):
      if isComplete, mayDraw(sender), antiEntropy.own.matches(summary) { complete.insert(sender) }
      return []
    case .supplied(let ranges):
      let rest = ranges.isEmpty ? [] : responder.received(partFrom: sender)
      guard !rest.isEmpty else { return [] }
      return [.send(.antiEntropy(.wanted(rest)), to: .only([sender]), .reliable)]
    case .compare, .answer, .wanted: return []
    }
  }

  /// Returns whether the sender may draw. A participant that only watches answers no newcomer.
  private func mayDraw(_ sender: ParticipantID) -> Bool { participants[sender]?.mayDraw == true }

  /// Notes that the sender has the complete picture, since only such a participant stands or leads.
  mutating func heard(_ message: ElectionMessage, from sender: ParticipantID) {
    switch message {
    case .canvass, .requestVote, .heartbeat: complete.insert(sender)
    case .support, .vote, .heard, .refuse: break
    }
  }

  mutating func receive(
    _ message: ResponderMessage, from sender: ParticipantID, at now: Uptime
  ) -> [Action] {
    switch message {
    // A watcher may ask for the picture. It promises no picture and sends no newcomer to others.
    case .answering, .assign: guard mayDraw(sender) else { return [] }
    case .request, .ask: break
    }
    if case .answering = message { complete.insert(sender) }
    return perform(
      responder.received(
        message, from: sender, at: now, leads: election.leader == me, complete: complete,
        nearest: { [participants] newcomer, able in
          participants[newcomer]?.nearest.flatMap { able.contains($0) ? $0 : nil }
        }))
  }
}

extension VersionVector {
  /// Returns the entries that the other vector holds beyond this vector, in replica order.
  func lacking(of other: VersionVector) -> [EntryRange] {
    other.sorted.compactMap { last in
      guard let first = self[last.replica].next, first <= last.sequence else { return nil }
      return EntryRange(replica: last.replica, first: first, last: last.sequence)
    }
  }
}
