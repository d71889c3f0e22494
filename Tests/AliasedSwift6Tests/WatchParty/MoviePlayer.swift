import AVFoundation
import Combine
import Foundation
import GroupActivities

struct MovieWatchingActivity: GroupActivity, Equatable {
  var movie: URL

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.type = .watchTogether
    metadata.title = "A film"
    metadata.fallbackURL = movie
    return metadata
  }
}

extension AVCoordinatedPlaybackSuspension.Reason {
  static let whatHappened = AVCoordinatedPlaybackSuspension.Reason(
    rawValue: "com.example.groupwatching.suspension.what-happened")
}

/// A view model as programs have it: an `AVPlayer`, and sinks that follow the session.
@MainActor
final class MoviePlayer {
  let player = AVPlayer()
  private(set) var suspended: [AVCoordinatedPlaybackSuspension.Reason] = []
  private(set) var names: [UUID] = []
  private var subscriptions = Set<AnyCancellable>()
  private var session: GroupSession<MovieWatchingActivity>?
  private let coordinatorDelegate = CacheDelegate()
  private var observers: [Any] = []

  func configure(_ session: GroupSession<MovieWatchingActivity>) {
    self.session = session
    player.playbackCoordinator.delegate = coordinatorDelegate
    player.playbackCoordinator.coordinateWithSession(session)
    session.$state.sink { [weak self] state in
      if case .invalidated = state { self?.session = nil }
    }.store(in: &subscriptions)
    session.$activity.sink { [weak self] activity in
      guard let self else { return }
      if (player.currentItem?.asset as? AVURLAsset)?.url != activity.movie {
        player.replaceCurrentItem(with: AVPlayerItem(url: activity.movie))
      }
    }.store(in: &subscriptions)
    session.join()
  }

  func observe() {
    let coordinator = player.playbackCoordinator
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVPlaybackCoordinator.suspensionReasonsDidChangeNotification,
        object: coordinator, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.suspended = coordinator.suspensionReasons }
      },
      center.addObserver(
        forName: AVPlaybackCoordinator.otherParticipantsDidChangeNotification,
        object: coordinator, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.names = coordinator.otherParticipants.map(\.identifier) }
      },
      center.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: player, queue: .main
      ) { notification in
        let key = AVPlayer.rateDidChangeOriginatingParticipantKey
        _ = notification.userInfo?[key] as? AVCoordinatedPlaybackParticipant
      },
    ]
  }

  func setPolicies() {
    let coordinator = player.playbackCoordinator
    coordinator.suspensionReasonsThatTriggerWaiting = [.stallRecovery, .playingInterstitial]
    coordinator.setParticipantLimit(4, forWaitingOutSuspensionsWithReason: .stallRecovery)
    _ = coordinator.participantLimitForWaitingOutSuspensions(withReason: .stallRecovery)
    coordinator.pauseSnapsToMediaTimeOfOriginator = true
  }

  /// Ten seconds back at double speed, then level with the others.
  func beginWhatHappened() -> AVCoordinatedPlaybackSuspension {
    let suspension = player.playbackCoordinator.beginSuspension(for: .whatHappened)
    let rewindTime = player.currentTime() - CMTime(value: 10, timescale: 1)
    player.seek(to: max(rewindTime, .zero))
    player.rate = 2
    return suspension
  }

  func isLevel() -> Bool {
    let now = CMClockGetTime(CMClockGetHostTimeClock())
    let group = player.playbackCoordinator.expectedItemTime(atHostTime: now)
    return CMTimeCompare(player.currentTime(), group) >= 0
  }

  func status() -> String {
    switch player.timeControlStatus {
    case .paused: return "paused"
    case .playing: return "playing"
    case .waitingToPlayAtSpecifiedRate:
      return player.reasonForWaitingToPlay == .waitingForCoordinatedPlayback
        ? "waiting for others" : "waiting"
    @unknown default: return "unknown"
    }
  }

  func words(for reason: AVCoordinatedPlaybackSuspension.Reason) -> String {
    switch reason {
    case .audioSessionInterrupted: return "has a call"
    case .stallRecovery: return "loads"
    case .playingInterstitial: return "sees an advertisement"
    case .coordinatedPlaybackNotPossible: return "cannot follow"
    case .userActionRequired: return "must do something"
    case .userIsChangingCurrentTime: return "looks for a scene"
    case .whatHappened: return "catches up"
    default: return "is away"
    }
  }
}

class CacheDelegate: NSObject, AVPlayerPlaybackCoordinatorDelegate {
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String {
    (playerItem.asset as? AVURLAsset)?.url.lastPathComponent ?? "unknown"
  }

  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue] {
    [NSValue(timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 30, timescale: 1)))]
  }
}
