import EaselBase

/// One participant's side of coordinated playback: people play, pause and seek the same item
/// together, and nobody owns it.
///
/// A pure value: each event goes in together with the time of this participant's monotone clock, and
/// the resulting actions come out in the order in which the caller has to perform them. Participants
/// are named by the bytes of `Participant.id`.
///
/// The laws P1 to P18 are on the page ``GroupPlayback``.
package struct PlaybackGroup: Sendable {
  package let me: Bytes16
  /// For whom the group waits, in the opinion of this participant.
  package var settings = PlaybackWaitPolicy()
  /// The current item of this participant.
  package private(set) var item: String?
  /// Whether this participant may give commands to the group.
  var mayCommand = true
  /// Whether this participant takes part; otherwise it plays for itself.
  private(set) var isAttached = false
  var peers: [Bytes16: PlaybackPeer] = [:]
  /// The last command for each item: for this participant's item, and for the items of the others.
  package internal(set) var states: [String: PlaybackState] = [:]
  /// The highest Lamport time of a command.
  package internal(set) var lamport: UInt64 = 0
  var suspensions: [PlaybackSuspension] = []
  /// The player's part in a start that is prepared.
  var preparation: Preparation?
  /// The last command for the player.
  var order: PlayerOrder?
  /// While this participant may not know the group's state of its item, its own proposal waits until
  /// this time.
  var proposalDue: HostTime?
  /// The time of the present event.
  private(set) var now = HostTime(microseconds: 0)
  private var actions: [PlaybackAction] = []
  private var lastNumber: UInt64 = 0
  private var beats = BeatSchedule()
  /// The newest message of this participant about a command.
  private var repetition: RepeatedMessage?
  private var shownOthers: [OtherPlaybackParticipant] = []
  private var shownNextRate: Float?

  package init(me: Bytes16) { self.me = me }

  // MARK: Events

  /// Handles one event with all its consequences.
  mutating func handle(at time: HostTime, _ event: (inout PlaybackGroup) -> Void)
    -> [PlaybackAction]
  {
    now = max(time, now)
    if isAttached, beats.wasMissed(at: now) { wasStopped() }
    event(&self)
    startIfReady()
    restateIfNeeded()
    followGroup()
    let others = others
    if others != shownOthers {
      shownOthers = others
      actions.append(.othersChanged)
    }
    if nextRate != shownNextRate {
      shownNextRate = nextRate
      actions.append(.nextRateChanged)
    }
    defer { actions = [] }
    return actions
  }

  /// Handles the participants of the session, this one included; the first call attaches this
  /// participant to the group.
  package mutating func participantsChanged(
    to participants: [PlaybackParticipant], at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { group in
      let known = group.peers
      group.peers = [:]
      for participant in participants {
        if participant.id == group.me {
          group.mayCommand = participant.mayCommand
        } else {
          var peer =
            known[participant.id] ?? PlaybackPeer(mayCommand: participant.mayCommand, at: group.now)
          peer.mayCommand = participant.mayCommand
          group.peers[participant.id] = peer
        }
      }
      if !group.isAttached { group.attach() }
      group.forgetItems()
    }
  }

  private mutating func attach() {
    isAttached = true
    beats = BeatSchedule(at: now)
    if item != nil { proposalDue = now.advanced(by: PlaybackWait.proposal) }
    // The participants of the group answer.
    send(status, to: .everyone, isReliable: true)
  }

  /// Leaves the group; the player goes on alone.
  package mutating func detach(at time: HostTime) -> [PlaybackAction] {
    handle(at: time) { group in
      if group.isAttached {
        group.send(
          .suspended(PlaybackStatus(item: nil, reasons: [], isAttached: false)), isReliable: true)
      }
      group.isAttached = false
      group.peers = [:]
      group.repetition = nil
    }
  }

  /// When ``woke(at:)`` is due.
  package var deadline: HostTime? {
    [
      isAttached ? beats.due : nil, repetition?.due, isAttached ? proposalDue : nil,
      preparationDue,
    ].compactMap { $0 }.min()
  }

  package mutating func woke(at time: HostTime) -> [PlaybackAction] {
    handle(at: time) { group in
      if group.isAttached, group.beats.due <= group.now { group.sendBeat() }
      group.repeatMessage()
      group.proposeIfDue()
    }
  }

  /// Handles that this process did not run for some time: what others sent meanwhile comes only now.
  private mutating func wasStopped() {
    for id in peers.keys where peers[id]?.heard != nil { peers[id]?.heard = now }
    preparation?.waitAnew(at: now)
    order?.stamp = nil
  }

  // MARK: Sending

  /// Sends a message to the participants that take part.
  mutating func send(_ message: PlaybackMessage, isReliable: Bool) {
    let known = peers.filter { $0.value.isAttached || $0.value.isNew }.map(\.key).sorted()
    send(message, to: .only(known), isReliable: isReliable)
  }

  mutating func send(
    _ message: PlaybackMessage, to recipients: PlaybackRecipients, isReliable: Bool
  ) {
    guard isAttached, recipients != .only([]) else { return }
    actions.append(.send(message, to: recipients, isReliable: isReliable))
  }

  /// Sends a message about a command, and repeats it.
  mutating func sendRepeatedly(_ message: PlaybackMessage) {
    send(message, isReliable: true)
    guard isAttached, !peers.isEmpty else { return }
    repetition = RepeatedMessage(message, at: now)
  }

  private mutating func repeatMessage() {
    guard let message = repetition?.next(at: now) else { return }
    send(message, isReliable: false)
    if repetition?.isDone == true { repetition = nil }
  }

  var status: PlaybackMessage { .suspended(PlaybackStatus(item: item, reasons: reasons)) }

  mutating func hurryBeats() { beats.hurry(at: now) }

  /// Whether one of the last beats of this participant was sent at this time.
  func isRecentBeat(sentAt time: HostTime) -> Bool { beats.last.contains(time) }

  private mutating func sendBeat() {
    let unanswered = peers.compactMap { id, peer in peer.lastBeat.map { (id, $0) } }
      .sorted { ($0.1.received, $0.0) < ($1.1.received, $1.0) }
    let answers = unanswered.prefix(PlaybackLimits.answersMax).map { id, beat in
      PlaybackBeat.Answer(to: id, sent: beat.sent, received: beat.received)
    }
    for answer in answers { peers[answer.to]?.lastBeat = nil }
    let beat = PlaybackMessage.clock(PlaybackBeat(sent: now, answers: answers))
    if beats.isHurried {
      // A newcomer may be heard by its beats before its status comes.
      send(beat, to: .everyone, isReliable: false)
    } else {
      send(beat, isReliable: false)
    }
    beats.sent(at: now)
    // A participant that missed the status or the last command learns it now.
    guard beats.count % 8 == 0 else { return }
    send(status, isReliable: true)
    if let item, let state = states[item], state.clock == me, proposalDue == nil {
      send(.state(state), isReliable: false)
    }
  }

  /// Gives a command to the player, and returns its number.
  @discardableResult
  mutating func control(_ kind: PlaybackControl.Kind, by originator: Bytes16? = nil) -> UInt64 {
    lastNumber += 1
    if let item {
      actions.append(
        .control(
          PlaybackControl(number: lastNumber, item: item, originator: originator, kind: kind)))
    }
    return lastNumber
  }

  // MARK: Items and states

  mutating func setItem(_ item: String?) {
    self.item = item
    (preparation, order, proposalDue) = (nil, nil, nil)
    forgetItems()
    send(status, isReliable: true)
  }

  /// Forgets the states of items that nobody plays any more.
  mutating func forgetItems() {
    guard states.count > 1 || item == nil else { return }
    let items = Set(peers.values.compactMap(\.item) + [item].compactMap { $0 })
    states = states.filter { items.contains($0.key) }
  }

  /// The reasons of this participant's suspensions, each once.
  package var reasons: [String] { PlaybackSuspension.reasons(of: suspensions) }

  /// The other participants that take part, ascending by id.
  package var others: [OtherPlaybackParticipant] {
    peers.sorted { $0.key < $1.key }.compactMap { id, peer in
      guard peer.isAttached else { return nil }
      var reasons = peer.reasons
      // One that is heard says itself that it stalled.
      if peer.isSilent(at: now), !reasons.contains(PlaybackWaitPolicy.stall) {
        reasons.append(PlaybackWaitPolicy.stall)
      }
      let state = item.flatMap { states[$0] }
      let isWaitedFor = state?.isPrepared == true && peer.ready?.stamp != state?.stamp
      return OtherPlaybackParticipant(
        id: id, item: peer.item,
        isReady: item != nil && peer.item == item && reasons.isEmpty && !isWaitedFor,
        reasons: reasons)
    }
  }

  /// Returns the moment of the group's item at a time of this participant's clock; nil without an
  /// item, or while the clocks are not compared yet.
  package func expectedItemTime(at time: HostTime) -> ItemTime? {
    groupTiming?.itemTime(at: time)
  }

  /// Returns what the group plays, by this participant's clock.
  package var groupTiming: PlaybackTiming? { item.flatMap { states[$0] }.flatMap(ownTiming) }

  /// The rate at which the group plays next, while it stands; nil if nobody has chosen one.
  package var nextRate: Float? { item.flatMap { states[$0] }?.nextRate }

  /// Whether the group waits for somebody before it plays on.
  package var isWaiting: Bool { item.flatMap { states[$0] }?.isPrepared == true }

  /// Returns the timing of a state by this participant's clock; nil if the clocks are not compared
  /// yet. An item that stands needs no clock.
  func ownTiming(of state: PlaybackState) -> PlaybackTiming? {
    let timing = state.timing
    if state.isPrepared {
      return PlaybackTiming(rate: 0, itemTime: timing.itemTime, hostTime: now)
    }
    if state.clock == me { return timing }
    if let own = peers[state.clock]?.clock.ownTime(of: timing.hostTime) {
      return PlaybackTiming(rate: timing.rate, itemTime: timing.itemTime, hostTime: own)
    }
    return timing.rate == 0
      ? PlaybackTiming(rate: 0, itemTime: timing.itemTime, hostTime: now) : nil
  }
}
