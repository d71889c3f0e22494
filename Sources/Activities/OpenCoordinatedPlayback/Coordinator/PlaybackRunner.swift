import EaselBase
import Foundation
import GroupPlayback
import Logging
import OpenGroupActivities
import Synchronization

/// Runs the machine of one participant: one event at a time, each with all its consequences.
///
/// Any thread may call it. Commands and notifications come on the main actor, in the order of the
/// events.
package final class PlaybackRunner: Sendable {
  private struct State {
    var group = PlaybackGroup(me: Bytes16(UUID()))
    var connection: PlaybackConnection?
    var settings = CoordinationSettings()
    /// The item as the program names it.
    var item: String?
    var suspensions: [UInt64: String] = [:]
    var lastSuspension: UInt64 = 0
    /// The commands that the player has not completed, and when they are given up.
    var open: [UInt64: OpenCommand] = [:]
    var mayCommand: @Sendable (Participant) -> Bool = { _ in true }
    weak var coordinator: AVPlaybackCoordinator?
  }

  private struct OpenCommand {
    let due: HostTime
    let name: String
  }

  private let player: any CommandedPlayer
  private let clock: PlaybackClock
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let timer = OneShotTimer()

  private static let log = Logger(label: "OpenCoordinatedPlayback")
  package static let logWarning: @Sendable (String) -> Void = { log.warning("\($0)") }
  /// A command without a due date is given up after this time.
  private static let patience = Duration.seconds(3)

  init(
    _ player: any CommandedPlayer, clock: PlaybackClock,
    warn: @escaping @Sendable (String) -> Void = logWarning
  ) {
    (self.player, self.clock, self.warn) = (player, clock, warn)
    state.withLock { $0.group.settings = $0.settings.forGroup }
  }

  func attach(_ coordinator: AVPlaybackCoordinator) {
    state.withLock { $0.coordinator = coordinator }
  }

  deinit {
    // The others need not wait until they notice the silence.
    state.withLock { state in
      for case .send(let message, let recipients, let isReliable) in state.group.detach(
        at: clock.now())
      {
        state.connection?.send(message, to: recipients, isReliable: isReliable) { _ in }
      }
    }
  }

  // MARK: Events

  /// Handles one event, performs its actions in order, and sets the timer to the next deadline.
  private func perform(_ event: (inout State, HostTime) -> [PlaybackAction]) {
    let (deadline, now) = state.withLock { state in
      let now = clock.now()
      let reasons = state.group.reasons
      let actions = event(&state, now)
      for action in actions { perform(action, &state, at: now) }
      if state.group.reasons != reasons {
        publish(AVPlaybackCoordinator.suspensionReasonsDidChangeNotification, state)
      }
      let due = state.open.values.map(\.due) + [state.group.deadline].compactMap { $0 }
      return (due.min(), now)
    }
    guard let deadline else { return }
    let wait = max(deadline.since(now), 0)
    // The timer counts whole milliseconds.
    timer.set(clock.timer.now().advanced(by: .microseconds(wait + 1_000)), clock.timer) {
      [weak self] in self?.woke()
    }
  }

  private func woke() {
    perform { state, now in
      let overdue = state.open.filter { $0.value.due <= now }
      for (number, command) in overdue {
        state.open[number] = nil
        warn("The delegate has not called the completion handler of \(command.name) in time.")
      }
      return overdue.keys.sorted().flatMap { state.group.becameReady(for: $0, at: now) }
        + state.group.woke(at: now)
    }
  }

  private func perform(_ action: PlaybackAction, _ state: inout State, at now: HostTime) {
    switch action {
    case .send(let message, let recipients, let isReliable):
      let warn = warn
      state.connection?.send(message, to: recipients, isReliable: isReliable) { error in
        warn("A message to the other players was not sent: \(error)")
      }
    case .control(let control): command(control, &state, at: now)
    case .othersChanged:
      publish(AVPlaybackCoordinator.otherParticipantsDidChangeNotification, state)
    case .nextRateChanged: publish(AVPlaybackCoordinator.nextRateDidChangeNotification, state)
    }
  }

  private func publish(_ name: Notification.Name, _ state: State) {
    guard let coordinator = state.coordinator else { return }
    NotificationCenter.default.postOnMain { (name, coordinator, [:]) }
  }

  // MARK: The player

  private func command(_ control: PlaybackControl, _ state: inout State, at now: HostTime) {
    let originator = control.originator.map { id in
      participants(state).first { $0.identifier == UUID(id) }
        ?? AVCoordinatedPlaybackParticipant(
          identifier: UUID(id), isReadyToPlay: false, suspensionReasons: [])
    }
    let command = PlaybackCommand(
      control, item: state.item ?? control.item, originator: originator, clock: clock)
    state.open[control.number] = OpenCommand(
      due: control.due ?? now.advanced(by: Self.patience), name: command.name)
    let player = player
    DispatchQueue.main.async {
      player.handle(command) { [weak self] in self?.completed(control.number) }
    }
  }

  private func completed(_ number: UInt64) {
    perform { state, now in
      guard state.open.removeValue(forKey: number) != nil else { return [] }
      return state.group.becameReady(for: number, at: now)
    }
  }

  // MARK: The session

  /// Joins the players of a session; the one before is left. Has no effect for the present session.
  func coordinate<T>(with session: GroupSession<T>) {
    let connection = PlaybackConnection(session)
    let old = state.withLock(\.connection)
    guard connection.me != old?.me else { return }
    perform { state, now in state.group.detach(at: now) }
    perform { state, now in
      let timing = state.group.groupTiming
      let item = state.group.item
      state.connection = connection
      state.group = PlaybackGroup(me: connection.me)
      state.group.settings = state.settings.forGroup
      state.open = [:]
      return state.suspensions.sorted { $0.key < $1.key }
        .flatMap { state.group.beginSuspension($0.key, for: $0.value, at: now) }
        + state.group.changeItem(to: item, proposing: timing, at: now)
    }
    // Its last message has been sent; it must be released outside the lock.
    _ = old
    connection.listen(to: session) { [weak self] connection, event in
      self?.handle(event, of: connection)
    }
  }

  private func handle(_ event: PlaybackConnection.Event, of connection: PlaybackConnection) {
    perform { state, now in
      guard state.connection === connection else { return [] }
      switch event {
      case .message(let message, let sender):
        return state.group.receive(message, from: sender, at: now)
      case .participants: return participantsChanged(&state, at: now)
      case .over: return state.group.detach(at: now)
      }
    }
  }

  private func participantsChanged(_ state: inout State, at now: HostTime) -> [PlaybackAction] {
    guard let connection = state.connection, connection.isJoined else { return [] }
    let participants = connection.participants.map {
      PlaybackParticipant(Bytes16($0.id), mayCommand: state.mayCommand($0))
    }
    return state.group.participantsChanged(to: participants, at: now)
  }

  /// Whether other players may follow this one.
  var isInSession: Bool { state.withLock { $0.connection }?.isJoined ?? false }

  // MARK: Participants

  var otherParticipants: [AVCoordinatedPlaybackParticipant] {
    state.withLock { participants($0) }
  }

  private func participants(_ state: State) -> [AVCoordinatedPlaybackParticipant] {
    state.group.others.map { other in
      AVCoordinatedPlaybackParticipant(
        identifier: UUID(other.id), isReadyToPlay: other.isReady,
        suspensionReasons: other.reasons.map { .init($0) })
    }
  }

  var mayCommand: @Sendable (Participant) -> Bool {
    get { state.withLock { $0.mayCommand } }
    set { state.withLock { $0.mayCommand = newValue } }
  }

  func updateCommanders() { perform { participantsChanged(&$0, at: $1) } }

  // MARK: Suspensions

  var suspensionReasons: [AVCoordinatedPlaybackSuspension.Reason] {
    state.withLock { $0.group.reasons.map { .init($0) } }
  }

  func beginSuspension(
    for reason: AVCoordinatedPlaybackSuspension.Reason
  ) -> AVCoordinatedPlaybackSuspension {
    let id = state.withLock { state in
      state.lastSuspension += 1
      return state.lastSuspension
    }
    perform { state, now in
      state.suspensions[id] = reason.rawValue
      return state.group.beginSuspension(id, for: reason.rawValue, at: now)
    }
    return AVCoordinatedPlaybackSuspension(reason: reason, beginDate: clock.date()) {
      [weak self] time in self?.endSuspension(id, proposing: time)
    }
  }

  private func endSuspension(_ id: UInt64, proposing time: CMTime?) {
    perform { state, now in
      state.suspensions[id] = nil
      return state.group.endSuspension(id, proposing: time.flatMap { ItemTime($0) }, at: now)
    }
  }

  // MARK: Playback

  var settings: CoordinationSettings { state.withLock { $0.settings } }

  func update(_ change: (inout CoordinationSettings) -> Void) {
    perform { state, now in
      change(&state.settings)
      state.group.settings = state.settings.forGroup
      return state.group.woke(at: now)
    }
  }

  var currentItem: String? { state.withLock { $0.item } }

  func changeItem(to item: String?, proposing timing: PlaybackTiming?) {
    perform { state, now in
      state.item = item
      return state.group.changeItem(
        to: item.map { ItemName.sent($0) }, proposing: timing, at: now)
    }
  }

  func changeRate(to rate: Float, isImmediate: Bool) {
    perform { $0.group.changeRate(to: rate, isImmediate: isImmediate, at: $1) }
  }

  func chooseRate(_ rate: Float) { perform { $0.group.chooseRate(rate, at: $1) } }

  var nextRate: Float? { state.withLock { $0.group.nextRate } }

  func seek(to time: ItemTime, resumesImmediately: Bool) {
    perform { $0.group.seek(to: time, resumesImmediately: resumesImmediately, at: $1) }
  }

  func reapply() { perform { $0.group.reapply(at: $1) } }

  func expectedItemTime(atHostTime hostTime: CMTime) -> CMTime {
    guard let hostTime = HostTime(hostTime) else { return .invalid }
    return state.withLock { $0.group.expectedItemTime(at: hostTime) }.map { CMTime($0) } ?? .invalid
  }
}
