import Foundation

extension AVPlayer {
  /// Why a player does not play although a rate is wanted.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The name of the reason.
    public let rawValue: String
    /// Creates a reason with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The group is not ready to play.
    public static let waitingForCoordinatedPlayback = Self(
      rawValue: "waitingForCoordinatedPlayback")
    /// The item has not enough data.
    public static let toMinimizeStalls = Self(rawValue: "toMinimizeStalls")
    /// The player begins in a moment.
    public static let evaluatingBufferingRate = Self(rawValue: "evaluatingBufferingRate")
    /// There is no item.
    public static let noItemToPlay = Self(rawValue: "noItemToPlay")
  }

  /// Why the rate changed.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    /// The name of the reason.
    public let rawValue: String
    /// Creates a reason with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A participant set it.
    public static let setRateCalled = Self(rawValue: "setRateCalled")
    /// The player could not play at the rate. Never posted here.
    public static let setRateFailed = Self(rawValue: "setRateFailed")
    /// Another program has the sound. Never posted here.
    public static let audioSessionInterrupted = Self(rawValue: "audioSessionInterrupted")
    /// The program is not shown. Never posted here.
    public static let appBackgrounded = Self(rawValue: "appBackgrounded")
  }

  /// Posted on the main actor after ``rate`` changed; the object is the player.
  public static let rateDidChangeNotification =
    Notification.Name("AVPlayerRateDidChangeNotification")
  /// The key of the ``RateDidChangeReason``.
  public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
  /// The key of the ``AVCoordinatedPlaybackParticipant`` that changed the rate; there is no value if it
  /// was this one.
  public static let rateDidChangeOriginatingParticipantKey =
    "AVPlayerRateDidChangeOriginatingParticipantKey"

  func postRateChange(by originator: AVCoordinatedPlaybackParticipant?) {
    NotificationCenter.default.postOnMain {
      var facts: [AnyHashable: Any] = [
        Self.rateDidChangeReasonKey: RateDidChangeReason.setRateCalled
      ]
      facts[Self.rateDidChangeOriginatingParticipantKey] = originator
      return (Self.rateDidChangeNotification, self, facts)
    }
  }
}

extension AVPlayerItem {
  func postTimeJump(by originator: AVCoordinatedPlaybackParticipant?) {
    NotificationCenter.default.postOnMain {
      var facts: [AnyHashable: Any] = [:]
      facts[Self.timeJumpedOriginatingParticipantKey] = originator
      return (Self.timeJumpedNotification, self, facts)
    }
  }

  func postEnd() {
    NotificationCenter.default.postOnMain { (Self.didPlayToEndTimeNotification, self, [:]) }
  }
}

extension Notification.Name {
  /// Another name of ``AVPlayerItem/didPlayToEndTimeNotification``.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
}

extension NotificationCenter {
  /// Posts a notification as an operation of the main queue: posted from another piece of work on the
  /// main thread, it would wait forever for observers that asked for `OperationQueue.main`.
  func postOnMain(
    _ make: @escaping @Sendable () -> (Notification.Name, AnyObject, [AnyHashable: Any])
  ) {
    OperationQueue.main.addOperation {
      let (name, object, facts) = make()
      self.post(name: name, object: object, userInfo: facts)
    }
  }
}
