import Foundation
import OpenGroupActivities
import Synchronization

/// Runs the playback of one participant: one event at a time, each with all its consequences.
final class PlaybackRunner: Sendable {
  private struct State {
    var settings = CoordinationSettings()
    var suspensions: [(id: UInt64, reason: AVCoordinatedPlaybackSuspension.Reason)] = []
    var lastSuspension: UInt64 = 0
    var item: String?
    var mayCommand: @Sendable (Participant) -> Bool = { _ in true }
    weak var coordinator: AVPlaybackCoordinator?
  }

  private let player: any CommandedPlayer
  private let clock: PlaybackClock
  private let state = Mutex(State())

  init(_ player: any CommandedPlayer, clock: PlaybackClock) {
    (self.player, self.clock) = (player, clock)
  }

  func attach(_ coordinator: AVPlaybackCoordinator) {
    state.withLock { $0.coordinator = coordinator }
  }

  func coordinate<T>(with session: GroupSession<T>) {}
  var isInSession: Bool { false }

  // MARK: Participants

  var otherParticipants: [AVCoordinatedPlaybackParticipant] { [] }
  var mayCommand: @Sendable (Participant) -> Bool {
    get { state.withLock { $0.mayCommand } }
    set { state.withLock { $0.mayCommand = newValue } }
  }
  func updateCommanders() {}

  // MARK: Suspensions

  var suspensionReasons: [AVCoordinatedPlaybackSuspension.Reason] {
    state.withLock { $0.suspensions.map(\.reason) }
  }
  func beginSuspension(
    for reason: AVCoordinatedPlaybackSuspension.Reason
  ) -> AVCoordinatedPlaybackSuspension {
    let id = state.withLock { state in
      state.lastSuspension += 1
      state.suspensions.append((state.lastSuspension, reason))
      return state.lastSuspension
    }
    return AVCoordinatedPlaybackSuspension(reason: reason, beginDate: clock.date()) {
      [weak self] time in self?.endSuspension(id, proposing: time)
    }
  }
  private func endSuspension(_ id: UInt64, proposing time: CMTime?) {
    state.withLock { $0.suspensions.removeAll { $0.id == id } }
  }

  // MARK: Playback

  var settings: CoordinationSettings { state.withLock { $0.settings } }
  func update(_ change: (inout CoordinationSettings) -> Void) {
    state.withLock { change(&$0.settings) }
  }
  var currentItem: String? { state.withLock { $0.item } }
  func changeItem(
    to item: String?, proposing timing: (time: CMTime, rate: Double, sourceTime: CMTime)?
  ) {
    state.withLock { $0.item = item }
  }
  func changeRate(to rate: Float, isImmediate: Bool) {}
  func seek(to time: CMTime, resumesImmediately: Bool) {}
  func reapply() {}
  func expectedItemTime(atHostTime hostTime: CMTime) -> CMTime { .invalid }
}
