import BoardContract
import EaselBase
import Foundation
import GroupBase
import OpenCoordinatedPlayback
import OpenGroupActivities

/// Keeps the film of this user in step with those of the other participants of a session.
///
/// Owns the playback coordinator, which exists while this user watches a film together with others,
/// and is its player: it passes the coordinator's commands to the screen as timings. A program without
/// a screen has no playback client.
@MainActor final class PlaybackClient {
  private let session: GroupSession<DrawTogether>
  private let messenger: GroupSessionMessenger
  private let rights: Rights
  private weak var controller: BoardController?
  private var audience = FilmAudience()
  private var others: [ParticipantID: Participant] = [:]
  /// Nil while this user watches no film with others.
  private var watching: Watching?
  private var isStalled = false
  private var listening: Task<Void, Never>?
  /// Begins a round of the audience from time to time; nil while there is nothing to tell again.
  private var rounds: Task<Void, Never>?
  private static let roundLength = Duration.seconds(3)
  private var observers: [any NSObjectProtocol] = []

  /// The coordinator of a film, and the state in which it has put the film.
  private struct Watching {
    let item: FilmItem
    let coordinator: AVDelegatingPlaybackCoordinator
    var timing: FilmTiming
    /// The suspension that the user has caused.
    var absence: AVCoordinatedPlaybackSuspension?
    var stall: AVCoordinatedPlaybackSuspension?
  }

  init(
    _ session: GroupSession<DrawTogether>, _ messenger: GroupSessionMessenger, _ rights: Rights,
    at controller: BoardController?
  ) {
    (self.session, self.messenger, self.rights) = (session, messenger, rights)
    self.controller = controller
    let messages = messenger.messages(of: FilmMessage.self)
    listening = Task { [weak self] in
      for await (message, context) in messages {
        self?.receive(message, from: context.source.participantID)
      }
    }
  }

  isolated deinit {
    listening?.cancel()
    rounds?.cancel()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  private var now: Int64 { controller?.now().uptime ?? 0 }

  private func report(_ event: PlaybackEvent) {
    controller?.receive(.playback(event, in: SessionUUID(session.id)))
  }

  // MARK: Participants

  /// Handles participants who came or left, or whose rights have changed.
  func participantsChanged(to others: [ParticipantID: Participant]) {
    self.others = others
    let rights = Dictionary(
      uniqueKeysWithValues: others.keys.map { ($0, self.rights.mayDraw($0.member)) })
    perform(audience.participantsChanged(to: rights))
    watching?.coordinator.updateCommanders()
  }

  private func receive(_ message: FilmMessage, from source: ParticipantID) {
    guard let known = message.value else { return }
    perform(audience.receive(known, from: source))
  }

  private func perform(_ actions: [FilmAudience.Action]) {
    for action in actions {
      switch action {
      case .send(let message, let participant): send(message, to: participant)
      case .offer(let item, let participant):
        if let sender = others[participant] {
          report(.offered(item, by: ParticipantUUID(sender.id)))
        }
      case .watchersChanged: reportWatchers()
      }
    }
    if rounds == nil, audience.needsRounds { waitForRound() }
  }

  private func waitForRound() {
    rounds = Task { [weak self] in
      do { try await Task.sleep(for: Self.roundLength) } catch { return }
      self?.beginRound()
    }
  }

  private func beginRound() {
    rounds = nil
    perform(audience.beginRound())
  }

  private func send(_ message: FilmAudience.Message, to participant: ParticipantID?) {
    guard let encoded = FilmMessage(message) else {
      controller?.receive(.failed(SafeText("too many people drew on this board to share its film")))
      return
    }
    var to = Participants.all
    if let participant {
      guard let other = others[participant] else { return }
      to = .only(other)
    }
    messenger.send(encoded, to: to) { _ in
      // Ignore an error: the session is over, or the participant has left.
    }
  }

  private func reportWatchers() {
    let states = Dictionary(
      (watching?.coordinator.otherParticipants ?? []).map { (ParticipantUUID($0.identifier), $0) }
    ) { first, _ in first }
    report(
      .watchers(
        audience.watching.sorted { $0.key < $1.key }.compactMap { participant, part in
          guard let id = others[participant].map({ ParticipantUUID($0.id) }) else { return nil }
          let isStalled = states[id]?.suspensionReasons.contains(.stallRecovery) == true
          return FilmWatcher(
            id: id, item: part.film, absence: isStalled ? .stalled : part.absence,
            isReady: states[id]?.isReadyToPlay ?? true)
        }))
  }

  // MARK: Requests of the user

  func handle(_ request: PlaybackRequest) {
    switch request {
    case .watch(let item): watch(item)
    case .leave: leave()
    case .play(let quarters):
      watching?.coordinator.coordinateRateChange(to: Float(quarters) / 4)
    case .chooseSpeed(let quarters):
      watching?.coordinator.coordinateRateChoice(of: Float(quarters) / 4)
    case .seek(let moment): watching?.coordinator.coordinateSeek(to: CMTime(milliseconds: moment))
    case .stepOut(let absence):
      let former = watching?.absence
      // The new suspension begins first, so that the film does not join the others in between.
      let suspension = watching?.coordinator.beginSuspension(for: absence.reason)
      watching?.absence = suspension
      former?.end()
      perform(audience.change(to: absence))
    case .rejoin(let moment):
      let former = watching?.absence
      watching?.absence = nil
      perform(audience.change(to: nil))
      if let moment {
        former?.end(proposingNewTime: CMTime(milliseconds: moment))
      } else {
        former?.end()
      }
    }
  }

  private func watch(_ item: FilmItem) {
    leave()
    let coordinator = AVDelegatingPlaybackCoordinator(
      playbackControlDelegate: self, clock: .host,
      // A warning on standard error would appear in the middle of the picture. The only warning
      // is about a program that was stopped, which the other participants see.
      warn: { _ in })
    coordinator.mayCommand = { [rights] in rights.mayDraw($0.participantID.member) }
    coordinator.pauseSnapsToMediaTimeOfOriginator = true
    // A participant who cannot follow comes back by a jump, so the others do not wait.
    coordinator.suspensionReasonsThatTriggerWaiting = []
    watching = Watching(item: item, coordinator: coordinator, timing: .waiting)
    observe(coordinator)
    let isOwn = item.id.participant == ParticipantUUID(session.localParticipant.id)
    perform(audience.watch(item, isOwn: isOwn))
    coordinator.coordinateWithSession(session)
    coordinator.transitionToItem(
      withIdentifier: item.id.text, proposingInitialTimingBasedOn: Self.endOfFilm)
    if isStalled { stall() }
  }

  /// A time that stands at the moment of a film that has not begun.
  private static var endOfFilm: CMTimebase? {
    var timebase: CMTimebase?
    CMTimebaseCreateWithSourceClock(
      allocator: nil, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &timebase)
    if let timebase { CMTimebaseSetTime(timebase, time: CMTime(milliseconds: FilmTiming.end)) }
    return timebase
  }

  private func observe(_ coordinator: AVDelegatingPlaybackCoordinator) {
    func observe(_ name: Notification.Name, _ handle: @escaping @MainActor (PlaybackClient) -> Void)
    {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) {
          [weak self] _ in
          MainActor.assumeIsolated { if let self { handle(self) } }
        })
    }
    observe(AVPlaybackCoordinator.otherParticipantsDidChangeNotification) { $0.reportWatchers() }
    observe(AVPlaybackCoordinator.nextRateDidChangeNotification) { $0.reportNextSpeed() }
  }

  /// Tells the screen the speed of the next start. The film stands as before.
  private func reportNextSpeed() {
    guard let item = watching?.item.id, let timing = watching?.timing else { return }
    report(timing, of: item)
  }

  /// Tells the screen how the film moves. A film that stands has the speed of the group's next start.
  private func report(_ timing: FilmTiming, of item: FilmItem.ID) {
    let next = watching?.coordinator.nextRate.map(FilmTiming.quarters(ofRate:)) ?? 0
    report(
      .moved(
        FilmTiming(
          quarters: timing.quarters, moment: timing.moment, uptime: timing.uptime,
          isAwaitingOthers: timing.isAwaitingOthers, nextQuarters: next > 0 ? next : nil), of: item)
    )
  }

  private func leave() {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    observers = []
    watching?.coordinator.transitionToItem(
      withIdentifier: nil, proposingInitialTimingBasedOn: nil)
    watching = nil
    perform(audience.leave())
  }

  // MARK: Stalls

  /// Notes whether this program keeps up. While it does not, the film of the others goes on without
  /// this user.
  func noteStall(_ isStalled: Bool) {
    guard isStalled != self.isStalled else { return }
    self.isStalled = isStalled
    if isStalled {
      stall()
    } else {
      watching?.stall?.end()
      watching?.stall = nil
    }
  }

  private func stall() {
    let stall = watching?.coordinator.beginSuspension(for: .stallRecovery)
    watching?.stall = stall
  }
}

// MARK: The player

// The coordinator calls these methods on the main actor. The screen needs no time to get ready, so each
// command is complete at once.
extension PlaybackClient: AVPlaybackCoordinatorPlaybackControlDelegate {
  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    MainActor.assumeIsolated {
      follow(playCommand) { _, now in
        FilmTiming(
          quarters: FilmTiming.quarters(ofRate: playCommand.rate),
          moment: playCommand.itemTime.milliseconds,
          uptime: now + playCommand.hostClockTime.millisecondsFromNow)
      }
    }
    completionHandler()
  }

  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    MainActor.assumeIsolated {
      follow(pauseCommand) { timing, now in
        FilmTiming(
          quarters: 0, moment: timing.moment(at: now), uptime: now,
          isAwaitingOthers: pauseCommand.shouldBufferInAnticipationOfPlayback)
      }
    }
    completionHandler()
  }

  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    MainActor.assumeIsolated {
      follow(seekCommand) { _, now in
        FilmTiming(
          quarters: 0, moment: seekCommand.itemTime.milliseconds, uptime: now,
          isAwaitingOthers: seekCommand.shouldBufferInAnticipationOfPlayback)
      }
    }
    completionHandler()
  }

  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    MainActor.assumeIsolated {
      follow(bufferingCommand) { timing, now in
        FilmTiming(
          quarters: 0, moment: timing.moment(at: now), uptime: now, isAwaitingOthers: true)
      }
    }
    completionHandler()
  }

  /// Carries out a command for the film that this user watches; ignores one for another film.
  ///
  /// - Parameter change: returns the new timing from the present timing and the present uptime.
  private func follow(
    _ command: AVDelegatingPlaybackCoordinatorPlaybackControlCommand,
    _ change: (FilmTiming, Int64) -> FilmTiming
  ) {
    guard let watching, command.expectedCurrentItemIdentifier == watching.item.id.text else {
      return
    }
    let timing = change(watching.timing, now)
    self.watching?.timing = timing
    report(timing, of: watching.item.id)
  }
}
