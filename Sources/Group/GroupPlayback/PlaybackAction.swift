import EaselBase

/// A task of the caller of a ``PlaybackGroup``. Tasks are done in their order.
package enum PlaybackAction: Hashable, Sendable {
  /// Send a message.
  case send(PlaybackMessage, to: PlaybackRecipients, isReliable: Bool)
  /// Control this participant's player.
  case control(PlaybackControl)
  /// The other participants, their readiness or their reasons have changed.
  case othersChanged
  /// The rate at which the group plays next has changed: see ``PlaybackGroup/nextRate``.
  case nextRateChanged
}

/// The receivers of a message.
package enum PlaybackRecipients: Hashable, Sendable {
  /// All other participants of the session.
  case everyone
  /// These participants, ascending; at least one.
  case only([Bytes16])
}

/// A command for this participant's player.
package struct PlaybackControl: Hashable, Sendable {
  /// The number of the command, for ``PlaybackGroup/becameReady(for:at:)``.
  package let number: UInt64
  /// The item to which the command applies.
  package let item: String
  /// The other participant that caused the command; nil for this participant, and for a command that
  /// only repeats what counts.
  package let originator: Bytes16?
  package let kind: Kind

  /// The task of the player.
  package enum Kind: Hashable, Sendable {
    /// Play by this timing, whose host time is of this participant's clock.
    case play(PlaybackTiming)
    /// Stand still. With a rate, get ready to play at this rate, and say so.
    case pause(bufferingFor: Float?)
    /// Go to a moment and stand there. With a rate, get ready to play at this rate, and say so. The
    /// others wait until `due`.
    case seek(ItemTime, bufferingFor: Float?, due: HostTime?)
    /// Get ready to play at a rate, and say so. The others wait until `due`.
    case buffer(Float, due: HostTime)
  }
}

/// A participant of the session, as the session knows it.
package struct PlaybackParticipant: Hashable, Sendable {
  package let id: Bytes16
  /// False for a participant that only watches: it follows the group, and nobody waits for it.
  package let mayCommand: Bool

  package init(_ id: Bytes16, mayCommand: Bool = true) {
    (self.id, self.mayCommand) = (id, mayCommand)
  }
}

/// Another participant of the group, as programs show it.
package struct OtherPlaybackParticipant: Hashable, Sendable {
  package let id: Bytes16
  /// The current item; nil if it plays nothing.
  package let item: String?
  /// Whether it could play now: it has this participant's item, and has said that it is ready if the
  /// group waits.
  package let isReady: Bool
  /// Why it does not follow the group; empty if it follows.
  package let reasons: [String]
}

/// A reason why a participant does not follow the group.
struct PlaybackSuspension: Hashable, Sendable {
  let id: UInt64
  let reason: String

  init(id: UInt64, reason: String) {
    // Whole characters: a cut one would be replaced by one that has more bytes.
    var short = reason
    while short.utf8.count > PlaybackLimits.reasonBytesMax { short.removeLast() }
    (self.id, self.reason) = (id, short)
  }

  /// Returns the reasons of suspensions, each once.
  static func reasons(of suspensions: [PlaybackSuspension]) -> [String] {
    var known: Set<String> = []
    let each = suspensions.map(\.reason).filter { known.insert($0).inserted }
    return Array(each.prefix(PlaybackLimits.reasonsMax))
  }
}
