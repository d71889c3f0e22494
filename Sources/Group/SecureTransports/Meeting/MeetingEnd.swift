import GroupCore
import GroupSecurity

/// The reason why a meeting ended without a ticket.
package enum MeetingEnd: Error, Hashable, Sendable {
  /// The other side refused: its user declined, it is busy, or this machine failed too often.
  case refused(SecurityError)
  /// The other side sent a message that it must not send.
  case failed(MeetingError)
  /// The link closed, or was never made.
  case fault(TransportFault)
  /// The other side did not answer in time.
  case noAnswer
  /// This side's user declined, or gave up.
  case left
}

/// The times of a meeting.
package enum MeetingTimes {
  /// The words stand this long before a confirmation counts, so no key that was meant for something
  /// else confirms them.
  package static let reading = Duration.seconds(1)
  /// The time that two people have to compare the words.
  package static let patience = Duration.seconds(60)
  /// A failed meeting counts against its address for this long.
  static let memory = Duration.seconds(60)
  /// The number of failed meetings of one address within `memory`.
  package static let failuresMax = 3
}

extension Membership {
  /// Returns this user as one side of a meeting.
  package func meetingParticipant(named name: String, role: Role) -> MeetingParticipant {
    MeetingParticipant(keys.identity, name: Array(name.utf8), role: role)
  }
}
