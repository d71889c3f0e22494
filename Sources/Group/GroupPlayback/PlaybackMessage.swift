import EaselBase

/// A message between two participants of a playback group.
///
/// Each travels as a session message with a literal name: see ``PlaybackMessageContent/name``. It
/// takes at most 4 KiB. A reader ignores keys that it does not know.
package enum PlaybackMessage: Hashable, Sendable {
  /// A command, or the last command for a participant that may not know it.
  case state(PlaybackState)
  /// A command to get ready for playing.
  case prepare(PlaybackState)
  /// The sender is ready for playing, as it was commanded.
  case ready(PlaybackReadiness)
  /// All play what was prepared, from a time of the sender's clock on.
  case go(PlaybackState)
  /// The item of the sender, and the reasons why it does not follow the group.
  case suspended(PlaybackStatus)
  /// The beat, by which participants notice silence and compare their clocks.
  case clock(PlaybackBeat)
}

/// The content of a message, under the name of the message.
package protocol PlaybackMessageContent: Codable, Sendable {
  /// The name of the message on the wire.
  static var name: String { get }
  /// The message.
  var message: PlaybackMessage { get }
}

/// The sender is ready to play what a command prepared.
package struct PlaybackReadiness: Hashable, Sendable {
  package let item: String
  package let stamp: PlaybackStamp

  package init(item: String, stamp: PlaybackStamp) { (self.item, self.stamp) = (item, stamp) }
}

/// The item of a participant, and the reasons why it does not follow the group.
package struct PlaybackStatus: Hashable, Sendable {
  /// The current item; nil if the participant plays nothing.
  package let item: String?
  /// The reasons of the participant's suspensions, each once; empty if it follows the group.
  package let reasons: [String]
  /// Whether the participant takes part; false when it leaves the group, but not the session.
  package let isAttached: Bool

  package init(item: String?, reasons: [String], isAttached: Bool = true) {
    (self.item, self.reasons, self.isAttached) = (item, reasons, isAttached)
  }
}

/// The beat of a participant.
package struct PlaybackBeat: Hashable, Sendable {
  /// When the sender sent this beat, by its own clock.
  package let sent: HostTime
  /// The last beats that the sender received from others.
  package let answers: [Answer]

  package init(sent: HostTime, answers: [Answer]) { (self.sent, self.answers) = (sent, answers) }

  /// The answer to a beat of another participant.
  package struct Answer: Hashable, Sendable {
    /// The participant that sent the beat.
    package let to: Bytes16
    /// When it was sent, by the clock of that participant.
    package let sent: HostTime
    /// When it was received, by the clock of the participant that answers.
    package let received: HostTime

    package init(to: Bytes16, sent: HostTime, received: HostTime) {
      (self.to, self.sent, self.received) = (to, sent, received)
    }
  }
}
