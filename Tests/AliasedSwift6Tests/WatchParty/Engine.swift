import AVFoundation
import Foundation

/// A playback engine of its own, with a delegating coordinator: some commands come with a handler, some
/// as async methods.
@MainActor
final class Engine: AVPlaybackCoordinatorPlaybackControlDelegate {
  private(set) var rate: Float = 0
  private(set) var time = CMTime.zero
  private(set) var isWaiting = false
  private(set) var lastOriginator: UUID?
  private var dueDate: Date?
  lazy var coordinator: AVDelegatingPlaybackCoordinator = {
    let coordinator = AVDelegatingPlaybackCoordinator(playbackControlDelegate: self)
    coordinator.suspensionReasonsThatTriggerWaiting = [.stallRecovery]
    return coordinator
  }()

  var playbackCoordinator: AVPlaybackCoordinator { coordinator }

  /// Plays an item whose time and rate are known.
  func open(_ identifier: String, at time: CMTime, rate: Float) {
    var timebase: CMTimebase?
    CMTimebaseCreateWithSourceClock(
      allocator: kCFAllocatorDefault, sourceClock: CMClockGetHostTimeClock(),
      timebaseOut: &timebase)
    if let timebase {
      CMTimebaseSetTime(timebase, time: time)
      CMTimebaseSetRate(timebase, rate: Double(rate))
    }
    coordinator.transitionToItem(
      withIdentifier: identifier, proposingInitialTimingBasedOn: timebase)
  }

  func play() { coordinator.coordinateRateChange(to: 1, options: []) }
  func playNow() { coordinator.coordinateRateChange(to: 1, options: [.playImmediately]) }
  func pause() { coordinator.coordinateRateChange(to: 0) }
  func seek(to seconds: Double) {
    coordinator.coordinateSeek(
      to: CMTime(seconds: seconds, preferredTimescale: 600), options: [.resumeImmediately])
  }
  func close() {
    coordinator.transitionToItem(withIdentifier: nil, proposingInitialTimingBasedOn: nil)
  }
  func recover() { coordinator.reapplyCurrentItemStateToPlaybackControlDelegate() }

  func scrub(to time: CMTime) {
    let suspension = coordinator.beginSuspension(for: .userIsChangingCurrentTime)
    _ = (suspension.reason, suspension.beginDate)
    suspension.end(proposingNewTime: time)
  }

  private func isCurrent(_ command: AVDelegatingPlaybackCoordinatorPlaybackControlCommand) -> Bool {
    lastOriginator = command.originator?.identifier
    return command.expectedCurrentItemIdentifier == coordinator.currentItemIdentifier
  }

  private func set(rate: Float, time: CMTime? = nil, isWaiting: Bool = false) {
    self.rate = rate
    if let time { self.time = time }
    self.isWaiting = isWaiting
  }

  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand,
    completionHandler: @escaping () -> Void
  ) {
    MainActor.assumeIsolated {
      if isCurrent(playCommand) { set(rate: playCommand.rate, time: playCommand.itemTime) }
    }
    _ = CMTimeGetSeconds(playCommand.hostClockTime)
    completionHandler()
  }

  nonisolated func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.main.async { [weak self] in
      if let self, isCurrent(pauseCommand) {
        set(rate: 0, isWaiting: pauseCommand.shouldBufferInAnticipationOfPlayback)
      }
      completionHandler()
    }
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand
  ) async {
    guard isCurrent(seekCommand) else { return }
    set(
      rate: 0, time: seekCommand.itemTime,
      isWaiting: seekCommand.shouldBufferInAnticipationOfPlayback)
    dueDate = seekCommand.completionDueDate
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand
  ) async {
    guard isCurrent(bufferingCommand) else { return }
    set(rate: 0, isWaiting: bufferingCommand.anticipatedPlaybackRate != 0)
    dueDate = bufferingCommand.completionDueDate
  }
}
