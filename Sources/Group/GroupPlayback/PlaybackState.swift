import EaselBase

/// The order of commands: of two commands, all participants obey the one with the higher stamp.
package struct PlaybackStamp: Hashable, Comparable, Sendable {
  /// A Lamport number greater than those of all commands that the sender knew; 0 for the proposal
  /// of a participant that opened an item.
  package let lamport: UInt64
  /// The participant that gave the command.
  package let participant: Bytes16

  package init(lamport: UInt64, participant: Bytes16) {
    (self.lamport, self.participant) = (lamport, participant)
  }

  /// Orders by the Lamport time, then by the participant.
  package static func < (left: Self, right: Self) -> Bool {
    (left.lamport, left.participant) < (right.lamport, right.participant)
  }
}

/// The last command of a group for one item. No participant owns it.
package struct PlaybackState: Hashable, Sendable {
  /// The item to which the command applies.
  package let item: String
  package let stamp: PlaybackStamp
  /// 0 in the command itself. Each time a participant states the same command by its own clock, as
  /// at the start of what was prepared, the number grows by one.
  package let revision: UInt32
  /// The participant whose clock shows the timing's host time.
  package let clock: Bytes16
  /// Whether the item stands until all participants are ready to play it.
  package let isPrepared: Bool
  /// The rate that the group plays at, or will play at; and the moment of the item at a time of
  /// ``clock``.
  package let timing: PlaybackTiming
  /// The rate at which the group plays next, while it stands; nil if nobody has chosen one.
  package let nextRate: Float?

  /// Creates a state. A group that plays has no other rate for later, and 0 is no rate to play at.
  package init(
    item: String, stamp: PlaybackStamp, revision: UInt32 = 0, clock: Bytes16,
    isPrepared: Bool = false, timing: PlaybackTiming, nextRate: Float? = nil
  ) {
    (self.item, self.stamp, self.revision) = (item, stamp, revision)
    (self.clock, self.isPrepared, self.timing) = (clock, isPrepared, timing)
    self.nextRate = timing.rate == 0 && nextRate != 0 ? nextRate : nil
  }

  /// The rate at which the group plays, or plays next.
  var playingRate: Float? { timing.rate != 0 ? timing.rate : nextRate }

  /// Returns whether this state wins over another one of the same item.
  func wins(over other: PlaybackState?) -> Bool {
    guard let other else { return true }
    return (stamp, revision, clock) > (other.stamp, other.revision, other.clock)
  }

  /// Returns the same command, stated by another participant's clock.
  func stated(by clock: Bytes16, _ timing: PlaybackTiming) -> PlaybackState {
    PlaybackState(
      item: item, stamp: stamp, revision: revision &+ 1, clock: clock, timing: timing)
  }
}
