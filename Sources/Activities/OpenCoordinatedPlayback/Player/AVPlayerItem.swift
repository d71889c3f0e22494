import Foundation
import Synchronization

/// An item that a player plays: the identity of media, and their length if it is known.
///
/// There are no media here. The program that shows them says with ``isPlaybackLikelyToKeepUp`` whether it
/// has enough data.
public final class AVPlayerItem: Hashable, Sendable {
  private struct State {
    weak var player: AVPlayer?
    var startTime = CMTime.zero
    var keepsUp = true
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
  }

  /// The media.
  public let asset: AVAsset
  /// The length; indefinite if it is not known.
  public let duration: CMTime
  private let state = Mutex(State())

  /// Posted on the main actor after the time jumped; the object is the item.
  public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// The key of the ``AVCoordinatedPlaybackParticipant`` that made the time jump; there is no value if
  /// it was this one.
  public static let timeJumpedOriginatingParticipantKey =
    "AVPlayerItemTimeJumpedOriginatingParticipantKey"

  /// Posted on the main actor after a player has played the item to its end; the object is the item.
  public static let didPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")

  /// Creates an item for the media at an address.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Creates an item for media.
  ///
  /// - Parameter duration: the length of the media; a player stops there.
  public init(asset: AVAsset, duration: CMTime = .indefinite) {
    (self.asset, self.duration) = (asset, duration)
  }

  /// Whether the program has enough data to go on. While it is false, a player that should play waits,
  /// and steps out of its group with the reason `stallRecovery`.
  public var isPlaybackLikelyToKeepUp: Bool {
    get { state.withLock { $0.keepsUp } }
    set {
      let player = state.withLock { state in
        state.keepsUp = newValue
        return state.player
      }
      player?.itemChanged(self)
    }
  }

  /// The way in which the pitch is kept. ``AVAudioTimePitchAlgorithm/lowQualityZeroLatency`` takes the
  /// item out of the group; the others have no effect.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock { $0.pitch } }
    set {
      let player = state.withLock { state in
        state.pitch = newValue
        return state.player
      }
      player?.playbackCoordinator.pitchChanged(of: self)
    }
  }

  /// The time of the item; while it is not current, the time at which it will begin.
  public func currentTime() -> CMTime {
    let (player, start) = state.withLock { ($0.player, $0.startTime) }
    return player?.currentTime() ?? start
  }

  /// Goes to a time. Before the item is current, sets the time at which it begins.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    if let player = state.withLock({ $0.player }) {
      return player.seek(to: time) { completionHandler?($0) }
    }
    if time.isNumeric { state.withLock { $0.startTime = time } }
    completionHandler?(time.isNumeric)
  }

  /// Becomes the current item of a player, or of none.
  ///
  /// - Returns: the time at which it begins.
  func attach(to player: AVPlayer?) -> CMTime {
    state.withLock { state in
      if player == nil, let old = state.player { state.startTime = old.currentTime() }
      state.player = player
      return state.startTime
    }
  }

  /// Items are the same only if they are one object.
  public static func == (left: AVPlayerItem, right: AVPlayerItem) -> Bool { left === right }
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
