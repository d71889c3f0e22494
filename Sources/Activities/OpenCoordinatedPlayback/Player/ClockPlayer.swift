import Foundation
import GroupPlayback
import OpenGroupActivities
import Synchronization

/// A player without media: a time that its coordinator and its program move.
final class ClockPlayer: CommandedPlayer {
  private struct State {
    var timeline = PlayerTimeline()
    var item: AVPlayerItem?
    /// Called when the item has enough data.
    var whenReady: [@Sendable () -> Void] = []
    weak var player: AVPlayer?

    var keepsUp: Bool { item?.isPlaybackLikelyToKeepUp ?? true }
  }

  private let clock: PlaybackClock
  private let state = Mutex(State())

  init(_ clock: PlaybackClock) { self.clock = clock }

  func attach(_ player: AVPlayer) { state.withLock { $0.player = player } }

  // MARK: Reading

  var timeline: PlayerTimeline { state.withLock { $0.timeline } }
  var item: AVPlayerItem? { state.withLock { $0.item } }
  var time: CMTime { timeline.time(at: clock.now()) }

  /// Sets a timer that always has the same handler. It may ring earlier, if it was set so before.
  func wake(
    _ timer: OneShotTimer, after wait: Duration, _ handler: @escaping @Sendable () -> Void
  ) {
    // The timer counts whole milliseconds.
    let moment = clock.timer.now().advanced(by: wait + .milliseconds(1))
    timer.set(moment, clock.timer, handler)
  }

  // MARK: Changing

  /// Makes an item the current one; a rate that was wanted before begins at once.
  func replaceItem(with item: AVPlayerItem?, startingAt start: CMTime) {
    let ready = state.withLock { state in
      let now = clock.now()
      state.item = item
      state.timeline.duration = item?.duration ?? .indefinite
      let rate = state.timeline.rate
      if item == nil {
        state.timeline.stop(wanting: rate, .noItemToPlay, at: now)
      } else if rate != 0 {
        state.timeline.play(at: rate, from: start, since: now)
      } else {
        state.timeline.seek(to: start, at: now)
      }
      defer { state.whenReady = [] }
      return state.whenReady
    }
    for ready in ready { ready() }
  }

  /// Changes the time or the rate; posts what changed.
  ///
  /// - Parameter isSeek: whether the time jumps even if it changes little.
  func change(
    by originator: AVCoordinatedPlaybackParticipant? = nil, isSeek: Bool = false,
    _ change: (inout PlayerTimeline, _ now: HostTime) -> Void
  ) {
    let (changesRate, jumps, player, item) = state.withLock { state in
      let now = clock.now()
      let old = state.timeline
      change(&state.timeline, now)
      let distance = CMTimeAbsoluteValue(state.timeline.time(at: now) - old.time(at: now))
      return (
        state.timeline.rate != old.rate, isSeek || distance > Self.largestCorrection,
        state.player, state.item
      )
    }
    guard let player else { return }
    player.followTimeline()
    guard changesRate || jumps else { return }
    if changesRate { player.postRateChange(by: originator) }
    if jumps { item?.postTimeJump(by: originator) }
  }

  /// A larger change of the time is a jump.
  private static let largestCorrection = CMTime(value: 1, timescale: 10)

  /// The item has enough data again.
  func becameReady() {
    let ready = state.withLock { state in
      defer { state.whenReady = [] }
      return state.whenReady
    }
    for ready in ready { ready() }
  }

  private func callWhenReady(_ completed: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if !state.keepsUp { state.whenReady.append(completed) }
      return state.keepsUp
    }
    if isReady { completed() }
  }

  // MARK: Commands

  @MainActor func handle(
    _ command: PlaybackCommand, completed: @escaping @Sendable () -> Void
  ) {
    let (player, keepsUp) = state.withLock { ($0.player, $0.keepsUp) }
    let base = command.base
    guard let player, player.playbackCoordinator.currentItem == base.expectedCurrentItemIdentifier
    else { return completed() }
    switch command {
    case .play(let command):
      change(by: base.originator) { timeline, _ in
        timeline.play(
          at: command.rate, from: command.itemTime,
          since: HostTime(command.hostClockTime) ?? clock.now())
      }
      if !keepsUp { player.stall() }
      completed()
    case .pause(let command):
      change(by: base.originator) { timeline, now in
        timeline.stop(
          wanting: command.anticipatedPlaybackRate, .waitingForCoordinatedPlayback, at: now)
      }
      if command.shouldBufferInAnticipationOfPlayback {
        callWhenReady(completed)
      } else {
        completed()
      }
    case .seek(let command):
      change(by: base.originator) { timeline, now in
        timeline.stop(
          wanting: command.anticipatedPlaybackRate, .waitingForCoordinatedPlayback, at: now)
        timeline.seek(to: command.itemTime, at: now)
      }
      if command.shouldBufferInAnticipationOfPlayback {
        callWhenReady(completed)
      } else {
        completed()
      }
    case .buffer(let command):
      change(by: base.originator) { timeline, now in
        timeline.stop(
          wanting: command.anticipatedPlaybackRate, .waitingForCoordinatedPlayback, at: now)
      }
      callWhenReady(completed)
    }
  }
}
