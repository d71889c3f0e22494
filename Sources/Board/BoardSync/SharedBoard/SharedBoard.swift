import EaselBase
import GroupBase

/// Keeps one participant's copy of the session's board equal to the copies of the others.
///
/// This value combines anti-entropy, election, responder, presence and wet ink, with one
/// ``deadline`` for all of them. The caller (`SessionClient`) passes in local events and the
/// messages of other participants, and performs the returned actions in order. Entries, presence
/// values, styles and events are opaque bytes here.
package struct SharedBoard: Hashable, Sendable {
  package let me: ParticipantID
  package internal(set) var participants: [ParticipantID: Participant] = [:]
  var antiEntropy: AntiEntropy
  var election: Election
  var responder: Responder
  var presence = PresenceTracker<[UInt8]>()
  var pen = WetInkSender<WetPoint, [UInt8]>()
  var wet: WetInkReceiver<WetPoint, [UInt8]>
  /// The other participants that hold the whole picture, as far as this participant knows.
  var complete: Set<ParticipantID> = []
  /// Whether this participant has met another participant in the session.
  var hasMetOthers = false
  /// Whether this participant holds the whole picture.
  package internal(set) var isComplete: Bool
  /// The number of the last known entry of each replica.
  var vector: VersionVector

  /// A participant in the session: this participant or another one.
  package struct Participant: Hashable, Sendable {
    package let id: ParticipantID
    /// Whether the participant may draw. A participant that only watches cannot become the leader,
    /// does not vote, and shows no wet ink.
    package let mayDraw: Bool
    /// The participant through which the local participant reaches this one: the local
    /// participant's neighbour on the path, or the local participant itself if the two are linked
    /// directly. Nil if no path is known. The leader prefers this participant when it assigns one
    /// to answer a newcomer.
    package let nearest: ParticipantID?

    package init(_ id: ParticipantID, mayDraw: Bool, nearest: ParticipantID? = nil) {
      self.id = id
      self.mayDraw = mayDraw
      self.nearest = nearest
    }
  }

  /// The reason why a message has no effect.
  package enum Refusal: Hashable, Sendable {
    /// A part of the message exceeds its limit.
    case tooLarge
    /// The sender is not in the session.
    case unknownSender
    /// The message has wet ink, and its sender may only watch.
    case inkOfWatcher
  }

  package enum Action: Hashable, Sendable {
    case send(SharedBoardMessage, to: Recipients, DeliveryMode)
    /// Check and merge an encoded run of entries. Then report the new heads to
    /// ``SharedBoard/knows(_:at:using:)``.
    case merge([UInt8], from: ParticipantID)
    /// Send the entries of these ranges to this participant alone: as encoded runs, in the order of
    /// the ranges, each run in a reliable ``SharedBoardMessage/entries(_:)``. The caller decides
    /// how many entries it sends now. Then report the sent ranges to
    /// ``SharedBoard/supplied(_:to:)``.
    ///
    /// Each run ends in a signed entry, so its last entry may lie beyond the range. If a replica is
    /// frozen, the number after its head stands for all entries that contradict each other at this
    /// number.
    case supply([EntryRange], to: ParticipantID)
    /// A wet stroke is new or has more points; ``SharedBoard/wetStroke(_:)`` returns it.
    case showWet(WetStrokeID)
    case hideWet(WetStrokeID)
    /// A message of this participant has no effect.
    case refuse(Refusal, from: ParticipantID)
    /// Show the presence value of a participant.
    case show([UInt8], of: ParticipantID)
    /// The participant has been silent for a while: hide its presence.
    case hide(ParticipantID)
    /// A participant sent this event.
    case happened([UInt8], from: ParticipantID)
    /// A participant with the same entries has another state hash, so one of the two programs has a
    /// fault.
    case alarm(with: ParticipantID)
    /// Count all entries anew, and rebuild the state from them.
    case rebuild
  }

  /// - Parameters:
  ///   - isFounder: whether this participant began the session. A founder holds all entries.
  ///   - heads: the last known entry of each replica.
  package init(
    _ me: ParticipantID, isFounder: Bool, knowing heads: [ReplicaHead], at now: Uptime
  ) {
    self.me = me
    isComplete = isFounder
    antiEntropy = AntiEntropy(me, at: now)
    election = Election(me: me)
    responder = Responder(me: me)
    antiEntropy.knows(heads, state: KnowledgeSummary.unsaid, at: now)
    vector = antiEntropy.own.vector
    wet = WetInkReceiver(knowing: vector)
    responder.knows(vector, isComplete: isComplete, at: now)
  }

  /// The leader, which assigns a participant to answer each newcomer; nil if no leader is known.
  package var leader: ParticipantID? { election.leader }

  /// The other participants that may draw. No decision waits for the word of a participant that
  /// only watches, because such a participant may say anything and loses nothing by it.
  var otherDrawers: [ParticipantID] {
    participants.values.filter { $0.mayDraw && $0.id != me }.map(\.id)
  }

  /// Whether there are other participants that may draw, and all of them report the same knowledge
  /// as this participant.
  package var isKnownToAll: Bool {
    !otherDrawers.isEmpty && drawersBehind == 0
  }

  /// Whether another participant that may draw reports the same knowledge as this participant. In
  /// that case the entries stay in the session when this participant leaves.
  package var isKnownToAnother: Bool { otherDrawers.contains(where: knowsTheSame) }

  /// The number of other participants that may draw and do not report the same knowledge as this
  /// participant.
  package var drawersBehind: Int { otherDrawers.count { !knowsTheSame($0) } }

  /// The number of participants that only watch and do not report the same knowledge as this
  /// participant. Nothing waits for them.
  package var watchersBehind: Int {
    participants.values.count { !$0.mayDraw && $0.id != me && !knowsTheSame($0.id) }
  }

  private func knowsTheSame(_ other: ParticipantID) -> Bool {
    antiEntropy.others[other]?.heard.map { antiEntropy.own.matches($0) } == true
  }

  /// Whether this participant knows all entries that the others report, as far as the reports show.
  /// Only participants that may draw count. The result is true in two cases:
  ///
  /// - Another participant reports the same knowledge as this participant.
  /// - There are other participants, all of them have reported, and each of them reports at most as
  ///   many entries as this participant knows.
  package var knowsWhatOthersDo: Bool {
    let others = otherDrawers
    let heard = others.compactMap { antiEntropy.others[$0]?.heard }
    if heard.contains(where: { antiEntropy.own.matches($0) }) { return true }
    let own = antiEntropy.own.count
    return !others.isEmpty && heard.count == others.count && heard.allSatisfy { $0.count <= own }
  }

  package func wetStroke(_ id: WetStrokeID) -> WetStroke<WetPoint, [UInt8]>? { wet[id] }
  package var wetStrokes: [WetStrokeID] { wet.shown }
  package func presence(of participant: ParticipantID) -> [UInt8]? { presence[participant] }

  // MARK: Messages of others, and time

  /// Handles a message from any participant. A repeated message does no harm, and a message that
  /// exceeds a limit is refused.
  ///
  /// A sender that is not in the session may have left after it sent the message. This method still
  /// handles the sender's entries, because signatures prove them, and refuses all other messages.
  package mutating func received(
    _ message: SharedBoardMessage, from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard sender != me else { return [] }
    guard message.isSound else { return [.refuse(.tooLarge, from: sender)] }
    guard let participant = participants[sender] else {
      if case .entries(let run) = message { return [.merge(run, from: sender)] }
      return [.refuse(.unknownSender, from: sender)]
    }
    var actions: [Action] = []
    switch message {
    case .antiEntropy(var message):
      if !participant.mayDraw { message.concealState() }
      actions += antiEntropy.received(message, from: sender, at: now, using: &chance).map(
        Action.init)
      actions += heard(message, from: sender)
    case .election(let message):
      if participant.mayDraw { heard(message, from: sender) }
      actions += election.received(message, from: sender, at: now, using: &chance).map(Action.init)
    case .responder(let message):
      actions += receive(message, from: sender, at: now)
    case .presence(let message):
      actions += presence.received(message, from: sender, at: now).map(Action.init)
    case .wet(let frame):
      actions +=
        participant.mayDraw
        ? wet.received(frame, from: sender, at: now).map(Action.init)
        : [.refuse(.inkOfWatcher, from: sender)]
    case .entries(let run): actions.append(.merge(run, from: sender))
    case .event(let event): actions.append(.happened(event, from: sender))
    }
    return actions + finishEvent(at: now, using: &chance)
  }

  /// The uptime at which ``woke(at:using:)`` is due.
  package var deadline: Uptime? {
    Uptime.first(
      of: antiEntropy.deadline, election.deadline, responder.deadline, presence.deadline,
      pen.deadline,
      wet.deadline)
  }

  package mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    var actions = perform(responder.woke(at: now, using: &chance))
    keepQuiet(at: now)
    actions += election.woke(at: now, using: &chance).map(Action.init)
    actions += antiEntropy.woke(at: now, using: &chance).map(Action.init)
    actions += presence.woke(at: now).map(Action.init)
    actions += wet.woke(at: now).map(Action.init)
    actions += pen.woke(at: now).map(Action.init)
    return actions + finishEvent(at: now, using: &chance)
  }
}
