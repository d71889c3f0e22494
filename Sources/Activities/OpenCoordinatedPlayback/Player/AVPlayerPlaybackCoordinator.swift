import Foundation
import GroupPlayback
import Synchronization

/// Coordinates a player with the players of the other participants. A player has one, see
/// ``AVPlayer/playbackCoordinator``; a program creates none.
///
/// The coordinator suspends itself for these reasons:
///
/// - `stallRecovery`: the item lacks data.
/// - `coordinatedPlaybackNotPossible`: the item has no name, or keeps the pitch by
///   ``AVAudioTimePitchAlgorithm/lowQualityZeroLatency``.
public final class AVPlayerPlaybackCoordinator: AVPlaybackCoordinator, @unchecked Sendable {
  // Unchecked: see the superclass. This class has constants only.

  // Unchecked: the delegate is only handed on, by whichever thread calls the player.
  private struct State: @unchecked Sendable {
    weak var player: AVPlayer?
    weak var delegate: (any AVPlayerPlaybackCoordinatorDelegate)?
  }

  /// The wishes of the current item.
  private struct ItemState {
    var interstitials: [CMTimeRange] = []
    /// The suspension while the item cannot be coordinated.
    var refusal: AVCoordinatedPlaybackSuspension?
  }

  private let state = Mutex(State())
  private let itemState = Mutex(ItemState())
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

  /// The stretches of the current item that are not its main content, as the delegate named them.
  public var interstitialTimeRanges: [CMTimeRange] { itemState.withLock { $0.interstitials } }

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
    let item = clockPlayer.item
    let name = item.flatMap(identifier)
    let ranges = item.flatMap {
      delegate?.playbackCoordinator(self, interstitialTimeRangesFor: $0)
    }
    let isRefused = item?.audioTimePitchAlgorithm == .lowQualityZeroLatency
    let isSuspended = item != nil && (name == nil || isRefused)
    itemState.withLock { state in
      state.interstitials = (ranges ?? []).map(\.timeRangeValue).filter(\.isValid)
      guard isSuspended != (state.refusal != nil) else { return }
      state.refusal?.end()
      state.refusal = isSuspended ? beginSuspension(for: .coordinatedPlaybackNotPossible) : nil
    }
    runner.changeItem(to: name, proposing: clockPlayer.timeline.timing)
  }

  func pitchChanged(of item: AVPlayerItem) {
    if item == clockPlayer.item { itemChanged() }
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
    let name = delegate?.playbackCoordinator(self, identifierFor: item) ?? item.defaultIdentifier
    return name.isEmpty ? nil : name
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
  /// Returns the name of an item, which must be the same for everybody who plays it. An item without a
  /// name is not coordinated. The default is the address of its media, or an empty name if the media
  /// have no address.
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String

  /// Returns the stretches of an item that are not its main content, such as advertisements. Called
  /// when the item becomes the current one; see
  /// ``AVPlayerPlaybackCoordinator/interstitialTimeRanges``. The group's time does not leave them out: a
  /// program that shows one begins a suspension with the reason `playingInterstitial`.
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue]
}

extension AVPlayerPlaybackCoordinatorDelegate {
  /// Returns the address of the item's media; an empty name if they have none.
  public func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String { playerItem.defaultIdentifier }

  /// Returns no stretches.
  public func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue] { [] }
}

extension AVPlayerItem {
  /// The address of the media; empty if they have none.
  fileprivate var defaultIdentifier: String { asset.address?.absoluteString ?? "" }
}
