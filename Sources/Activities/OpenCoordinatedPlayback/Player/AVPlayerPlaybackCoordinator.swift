import Foundation
import GroupPlayback
import Synchronization

/// Coordinates a player with the players of the other participants. A player has one, see
/// ``AVPlayer/playbackCoordinator``; a program creates none.
///
/// While the item of a player lacks data, the coordinator is suspended with the reason `stallRecovery`.
public final class AVPlayerPlaybackCoordinator: AVPlaybackCoordinator, @unchecked Sendable {
  // Unchecked: see the superclass. This class has constants only.

  // Unchecked: the delegate is only handed on, by whichever thread calls the player.
  private struct State: @unchecked Sendable {
    weak var player: AVPlayer?
    weak var delegate: (any AVPlayerPlaybackCoordinatorDelegate)?
  }

  private let state = Mutex(State())
  private let clockPlayer: ClockPlayer

  init(_ clockPlayer: ClockPlayer, clock: PlaybackClock) {
    self.clockPlayer = clockPlayer
    super.init(PlaybackRunner(clockPlayer, clock: clock))
  }

  func attach(_ player: AVPlayer) { state.withLock { $0.player = player } }

  /// The player.
  public var player: AVPlayer? { state.withLock { $0.player } }

  /// Names the items; the coordinator does not keep it alive. Set it before the player has an item.
  public var delegate: (any AVPlayerPlaybackCoordinatorDelegate)? {
    get { state.withLock { $0 }.delegate }
    set {
      let changed = State(player: player, delegate: newValue)
      state.withLock { $0 = changed }
    }
  }

  /// Not available here: always throws.
  ///
  /// - Throws: `CocoaError(.featureUnsupported)`.
  public func coordinate(using coordinationMedium: AVPlaybackCoordinationMedium?) throws {
    throw CocoaError(.featureUnsupported)
  }

  // MARK: For the player

  var currentItem: String? { runner.currentItem }
  var isInSession: Bool { runner.isInSession }
  var isSuspended: Bool { !suspensionReasons.isEmpty }

  /// The player has another item.
  func itemChanged() {
    runner.changeItem(
      to: clockPlayer.item.flatMap(identifier), proposing: clockPlayer.timeline.timing)
  }

  /// The player changed its rate or time without the group.
  func timelineChanged() {
    runner.changeItem(to: nil, proposing: nil)
    itemChanged()
  }

  func changeRate(to rate: Float, isImmediate: Bool) {
    runner.changeRate(to: rate, isImmediate: isImmediate)
  }

  func seek(to time: CMTime) {
    guard let time = ItemTime(time) else { return }
    runner.seek(to: time, resumesImmediately: false)
  }

  private func identifier(of item: AVPlayerItem) -> String? {
    delegate?.playbackCoordinator(self, identifierFor: item) ?? item.defaultIdentifier
  }
}

/// Connects the players of one process. Not available here; the type exists so that programs compile.
public final class AVPlaybackCoordinationMedium: Sendable {
  /// Creates a medium without players.
  public init() {}
  /// Always empty.
  public var connectedPlaybackCoordinators: [AVPlayerPlaybackCoordinator] { [] }
}

/// Names the items of a player.
public protocol AVPlayerPlaybackCoordinatorDelegate: AnyObject {
  /// Returns the name of an item, which must be the same for everybody who plays it. The default is the
  /// address of its media.
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String

  /// Returns the stretches of an item that are not its main content. Never called here.
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue]
}

extension AVPlayerPlaybackCoordinatorDelegate {
  /// Returns the address of the item's media.
  public func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String { playerItem.defaultIdentifier }

  /// Returns no stretches.
  public func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue] { [] }
}

extension AVPlayerItem {
  /// The address of the media.
  fileprivate var defaultIdentifier: String { asset.address.absoluteString }
}
