import EaselBase
import GroupBase

/// The messages that a participant sends to all shortly after it joined. Participants that join at
/// the same moment do not know of each other for a while. The first messages of each are kept until
/// it knows the others.
public struct EarlyMessages: Hashable, Sendable {
  private let joinedAt: Uptime
  private(set) var messages: [Message] = []
  /// The members that receive each message when it is sent, or received the kept messages later.
  private var reached: Set<MemberID>
  private var bytes = 0
  private var isFull = false

  /// Messages are kept if they are sent within this time after joining, milliseconds.
  package static let window: Int64 = 2_000
  /// The messages are kept for this time after joining, milliseconds. A member that is out of reach
  /// for longer is given up.
  package static let keptFor = Roster.silenceMax
  /// If there are more messages, only the first messages are kept.
  static let countMax = 64
  static let bytesMax = 256 * 1_024

  struct Message: Hashable, Sendable {
    let message: ParticipantMessage
    let sentAt: Uptime
  }

  /// - Parameter known: the members that were in the session already.
  init(joinedAt: Uptime, known: Set<MemberID>) {
    (self.joinedAt, reached) = (joinedAt, known)
  }

  func isOver(at now: Uptime) -> Bool { now.since(joinedAt) >= Self.keptFor }

  /// - Parameter readers: the members that it is sent to now.
  mutating func keep(_ message: ParticipantMessage, sentTo readers: Set<MemberID>, at now: Uptime) {
    reached.formUnion(readers)
    guard !isFull, now.since(joinedAt) <= Self.window else { return }
    guard messages.count < Self.countMax, bytes + message.bytes.count <= Self.bytesMax else {
      isFull = true
      return
    }
    messages.append(Message(message: message, sentAt: now))
    bytes += message.bytes.count
  }

  /// - Returns: the members of the given set that have not received the kept messages. They count
  ///   as reached from now on.
  mutating func reach(_ members: Set<MemberID>) -> Set<MemberID> {
    let newcomers = members.subtracting(reached)
    reached.formUnion(newcomers)
    return newcomers
  }
}

/// The circumstances in which this member joined a session. They decide about a message whose
/// sender did not know of this member yet: whether the message is for this member.
struct SessionEntry: Hashable, Sendable {
  let joinedAt: Uptime
  /// The participants that it knew of when it joined.
  let known: Set<ParticipantID>

  /// Two clocks may drift apart by this much while a message is kept, milliseconds.
  static let clockError: Int64 = 2

  /// Returns whether this member may have been in the session when the message was sent. Returns
  /// false if this member knew of the sender when it joined, or if the message is older than the
  /// join: then this member joined after the message was sent.
  ///
  /// - Parameter age: milliseconds since the message was sent, by its sender's clock.
  func mayPrecede(_ age: UInt64, from sender: ParticipantID, at now: Uptime) -> Bool {
    !known.contains(sender) && now.since(joinedAt) >= Int64(clamping: age) - Self.clockError
  }
}
