import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase

// The events that other members cause. The client merges the entries of other members, and reports
// events to the screen.
extension SessionClient {
  /// Carries out actions of the shared board. If an action causes further actions, these come after
  /// all waiting actions.
  mutating func perform(
    _ actions: [SharedBoard.Action], at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    var (waiting, outputs) = (actions[...], [Output]())
    while let action = waiting.popFirst() {
      switch action {
      case .send(let message, let recipients, let mode):
        outputs.append(.send(message, to: recipients, mode))
      case .merge(let run, let sender):
        outputs += collect(run, from: sender, at: now, using: &chance)
      case .supply(let ranges, let participant):
        let (output, actions) = supply(ranges, to: participant)
        if let output { outputs.append(output) }
        waiting += actions
      case .showWet(let stroke): session?.ink.grew(stroke)
      case .hideWet(let stroke): hide(stroke)
      case .refuse(let refusal, let sender):
        outputs += note(RefusalCounts(.init(refusal)), from: sender)
      case .rebuild: if session?.hasBoard == true { rebuilding.want(at: now) }
      case .show, .hide, .happened, .alarm:
        // The event may refer to entries that arrived before it, so these are merged first.
        outputs += mergeArrivals(at: now, using: &chance)
        var refused = RefusalCounts()
        let event = event(of: action, &refused)
        outputs += note(refused, from: action.sender)
        guard let event else { break }
        if isBehind { session?.arrivals.add(.event(event)) } else { outputs.append(.event(event)) }
      }
    }
    return outputs + reportCatchingUp(at: now)
  }

  /// Reports once that this member has caught up. A member may claim entries that nobody has, so the
  /// wait for the picture ends after a while by this member's own clock.
  private mutating func reportCatchingUp(at now: Uptime) -> [Output] {
    guard session?.isCaughtUp == false, session?.hasBoard == true else { return [] }
    let isLate = (session?.enteredAt.duration(to: now) ?? .zero) >= Self.catchingUpMax
    guard isLate || session?.shared.isComplete == true && !isBehind else { return [] }
    session?.isCaughtUp = true
    return [.event(.caughtUp)]
  }

  /// Longer than a newcomer waits for an answer, several times over.
  private static let catchingUpMax = Duration.seconds(30)

  /// Returns the event for the screen. Nil if the bytes are refused, which is counted, or the
  /// participant is not in the session.
  private func event(of action: SharedBoard.Action, _ refused: inout RefusalCounts)
    -> SessionEvent?
  {
    switch action {
    case .show(let value, let participant): appeared(value, participant, &refused)
    case .hide(let participant): session?.names[participant].map { .vanished($0) }
    case .alarm(let participant): session?.names[participant].map { .alarm(with: $0) }
    case .happened(let bytes, let sender): happened(bytes, by: sender, &refused)
    // These are no events for a screen.
    case .send, .merge, .supply, .showWet, .hideWet, .refuse, .rebuild: nil
    }
  }

  private func happened(
    _ bytes: [UInt8], by sender: ParticipantID, _ refused: inout RefusalCounts
  ) -> SessionEvent? {
    guard let name = session?.names[sender] else { return nil }
    do { return .happened(try SessionNotice(decoding: bytes), by: name) } catch {
      refused.add(.unreadableNotice)
      return nil
    }
  }

  private func appeared(
    _ value: [UInt8], _ participant: ParticipantID, _ refused: inout RefusalCounts
  ) -> SessionEvent? {
    guard let session, let name = session.names[participant] else { return nil }
    do {
      let appearance = try ParticipantPresence(decoding: value)
      // Without this check, a member could give another name to the ink of any author.
      guard session.rights.proves(participant.member, appearance.author) else {
        refused.add(.wrongIdentity)
        return nil
      }
      return .appeared(appearance, name)
    } catch {
      refused.add(.unreadablePresence)
      return nil
    }
  }

  /// Returns an event for each other participant, with the participant's present appearance, and
  /// whether this member has caught up. The screen needs these events again when it enters the session, because it ignores events that
  /// come before.
  package var presences: [Output] {
    guard let session else { return [] }
    // A value that was refused was counted when it arrived.
    var counted = RefusalCounts()
    let appearances = session.names.keys.sorted().compactMap { participant -> SessionEvent? in
      guard participant != session.shared.me else { return nil }
      return session.shared.presence(of: participant).flatMap {
        appeared($0, participant, &counted)
      }
    }
    return (appearances + (session.isCaughtUp ? [.caughtUp] : [])).map { .event($0) }
  }

  // MARK: Entries

  /// Collects entries for the next frame, which shows them together. A run that cannot be read is
  /// ignored; anti-entropy asks for the entries of this run again.
  private mutating func collect(
    _ run: [UInt8], from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    guard session?.hasBoard == true else { return [] }
    var refused = RefusalCounts()
    guard let entries = Self.entries(of: run) else {
      refused.add(.unreadableRun)
      return note(refused, from: sender)
    }
    let authors = session?.rights.authors(sender.member)
    let source = Log.Source.member(
      session?.names[sender]?.raw ?? Bytes16(high: 0, low: 0), mayOnlyPassOn: authors != nil)
    let known = authors.map { authors in entries.filter { authors.contains($0.stamp.author) } }
    session?.arrivals.add(known ?? entries, from: source)
    refused.add(.wrongSender, entries.count - (known ?? entries).count)
    return note(refused, from: sender)
  }

  mutating func note(_ refused: RefusalCounts, from sender: ParticipantID?) -> [Output] {
    note(refused, from: sender.flatMap { session?.names[$0] })
  }

  /// Counts refused entries and messages by their sender.
  mutating func note(_ refused: RefusalCounts, from name: ParticipantUUID?) -> [Output] {
    guard !refused.isEmpty, session != nil else { return [] }
    session?.refusals[name, default: RefusalCounts()].add(refused)
    let sum = session?.refusals[name] ?? refused
    return [.refused(refused), .event(.refused(sum, from: name))]
  }

  private static func entries(of run: [UInt8]) -> [Entry]? {
    do { return try EntryRun.decode(run) } catch { return nil }
  }

  /// Whether merged entries are not shown yet, or collected entries are not merged yet, because there
  /// were too many for one slice. The client then wants to be woken at once.
  package var isBehind: Bool {
    board.hasBacklog || hasRemains || session?.arrivals.isBehind == true
  }

  /// Whether entries from a session that this member has left are not merged yet.
  package var hasRemains: Bool { !remains.isEmpty }

  /// Keeps all entries that have arrived so far apart from those that will arrive, to merge them
  /// slice by slice even if the session ends meanwhile.
  package mutating func setArrivalsAside() {
    guard let arrivals = session?.arrivals, session?.hasBoard == true else { return }
    remains.addEntries(of: arrivals)
    session?.arrivals = Arrivals()
  }

  /// Merges and shows one slice of what has arrived; all of it, if it is not more. Unfinished strokes
  /// that have ended are removed after the entries that came before. A stroke that has ended never
  /// changes again, so later messages about it have no effect.
  package mutating func mergeArrivals(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    var outputs: [Output] = []
    var hasMerged = board.hasBacklog
    if hasMerged { outputs.append(.shown(board.showMore())) }
    while !board.hasBacklog, !hasMerged,
      case .entries(let entries, let source)? = remains.next(mayBeEntries: true)
    {
      outputs += merge(entries, from: source, at: now, using: &chance)
      hasMerged = true
    }
    guard !hasRemains else { return outputs }
    while !board.hasBacklog, let item = session?.arrivals.next(mayBeEntries: !hasMerged) {
      switch item {
      case .entries(let entries, let source):
        outputs += merge(entries, from: source, at: now, using: &chance)
        hasMerged = true
      case .gone(let stroke): outputs.append(.event(.wetGone(stroke)))
      case .event(let event): outputs.append(.event(event))
      case .message(let message, let sender):
        let actions = session?.shared.received(message, from: sender, at: now, using: &chance)
        outputs += perform(actions ?? [], at: now, using: &chance)
      }
    }
    session?.arrivals.endSlice()
    return outputs
  }

  /// Merges entries of other members into the board. Every merge goes through this function.
  mutating func merge(
    _ entries: [Entry], from source: Log.Source, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let received = board.merge(entries, from: source)
    var outputs = note(
      RefusalCounts(received.refused), from: source.name.map { ParticipantUUID($0) })
    if received.entries.isEmpty, received.change.overdrawn.isEmpty { return outputs }
    rebuilding.note(received.entries)
    outputs.append(.merged(received))
    if session?.hasBoard == true, !received.advanced.isEmpty {
      outputs += knows(received.advanced, at: now, using: &chance)
    }
    if received.mustReread { rebuilding.want(at: now) }
    return outputs
  }

  // MARK: Unfinished ink

  private mutating func hide(_ stroke: WetStrokeID) {
    session?.ink.forget(stroke)
    if let name = name(of: stroke) { session?.arrivals.add(.gone(name)) }
  }

  private func name(of stroke: WetStrokeID) -> GuestItem.ID? {
    session?.names[stroke.participant].map {
      GuestItem.ID(participant: $0, number: stroke.stroke)
    }
  }

  /// Merges and shows the changes that other members made since the last frame. The unfinished
  /// strokes come last, because a new stroke may have the id of a stroke that has ended.
  package mutating func showNews(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    guard isBehind || session?.hasNews == true else { return [] }
    var outputs = mergeArrivals(at: now, using: &chance) + reportCatchingUp(at: now)
    let items = (session?.ink.removeGrown() ?? []).compactMap { item($0, &outputs) }
    return outputs + (items.isEmpty ? [] : [.event(.wets(items))])
  }

  private mutating func item(_ id: WetStrokeID, _ outputs: inout [Output]) -> GuestItem? {
    guard let name = name(of: id), let stroke = session?.shared.wetStroke(id) else { return nil }
    do { return try session?.ink.item(stroke, id, named: name) } catch {
      outputs += note(RefusalCounts(.unreadableInk), from: id.participant)
      return nil
    }
  }
}

extension SharedBoard.Action {
  /// The participant whose message led to an event for the screen.
  fileprivate var sender: ParticipantID? {
    switch self {
    case .show(_, let participant), .happened(_, let participant), .hide(let participant),
      .alarm(let participant):
      participant
    case .send, .merge, .supply, .showWet, .hideWet, .refuse, .rebuild: nil
    }
  }
}

extension RefusalCounts.Cause {
  fileprivate init(_ refusal: SharedBoard.Refusal) {
    switch refusal {
    case .tooLarge: self = .tooLarge
    case .unknownSender: self = .unknownSender
    case .inkOfWatcher: self = .inkOfWatcher
    }
  }
}
