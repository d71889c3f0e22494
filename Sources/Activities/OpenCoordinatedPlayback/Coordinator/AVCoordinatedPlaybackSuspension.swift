import Foundation

/// A time in which this participant neither follows the group nor changes what it plays.
///
/// A suspension lasts until ``end()`` is called, even if the program releases this object.
public final class AVCoordinatedPlaybackSuspension: Sendable {
  /// Why a participant does not follow the group. A program may make reasons of its own; the others
  /// get them.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// The name of the reason, as it is sent.
    public let rawValue: String
    /// Creates a reason with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a reason with this name.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// Another program has the sound.
    public static let audioSessionInterrupted = Self("audioSessionInterrupted")
    /// The player has run out of data and loads more.
    public static let stallRecovery = Self("stallRecovery")
    /// The person sees something else in between.
    public static let playingInterstitial = Self("playingInterstitial")
    /// The participant cannot follow the group.
    public static let coordinatedPlaybackNotPossible = Self("coordinatedPlaybackNotPossible")
    /// The person must do something before the player can go on.
    public static let userActionRequired = Self("userActionRequired")
    /// The person looks for another moment.
    public static let userIsChangingCurrentTime = Self("userIsChangingCurrentTime")
  }

  /// Why this participant does not follow the group.
  public let reason: Reason
  /// The moment at which the suspension began.
  public let beginDate: Date
  private let ended: @Sendable (CMTime?) -> Void

  init(reason: Reason, beginDate: Date, ended: @escaping @Sendable (CMTime?) -> Void) {
    (self.reason, self.beginDate, self.ended) = (reason, beginDate, ended)
  }

  /// Ends the suspension. If it was the last one, this participant joins the group's moment. Has no
  /// effect if the suspension is over.
  public func end() { ended(nil) }

  /// Ends the suspension. If it was the last one, everybody goes to this time and keeps the rate; a
  /// time that is not numeric is ignored. Has no effect if the suspension is over.
  public func end(proposingNewTime time: CMTime) { ended(time.isNumeric ? time : nil) }
}
