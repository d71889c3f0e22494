import EaselBase
import Foundation
import GroupBase

/// One person in a session. A person who leaves and joins again is another participant.
public struct Participant: Hashable, Identifiable, Sendable, CustomStringConvertible {
  /// Valid while the session lives; the same for everybody in it.
  public let id: UUID
  /// The person's name, if known; one line, safe to show. It is not part of the identity.
  public let name: String?
  /// The same identity for code that builds on `GroupCore` itself.
  package let participantID: ParticipantID

  /// The person, as identified in the whole call.
  public var person: GroupPerson { GroupPerson(participantID.member, name: name) }

  /// Whether the person is near: the person's program has a link of its own to this program over a
  /// socket of this machine, or the two people met and compared the words of a meeting. False for this person's own participant, and for a member that
  /// is reached through others, about which nothing is known. It is not part of the identity.
  public let isNearbyWithLocalParticipant: Bool

  /// The name; if it is unknown, the word “participant” and the identifier.
  public var description: String { name ?? "participant \(id)" }

  init(_ participantID: ParticipantID, name: String?, isNearby: Bool = false) {
    id = UUID(participantID)
    self.participantID = participantID
    self.name = name
    isNearbyWithLocalParticipant = isNearby
  }

  init(_ participantID: ParticipantID, _ facts: MemberFacts?) {
    self.init(participantID, name: facts?.name, isNearby: facts?.isNearby ?? false)
  }

  /// Compares the identifiers; the names do not count.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the identifier only.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The facts about a member that a participant shows besides its identity.
struct MemberFacts: Hashable, Sendable {
  var name: String?
  /// Whether the member has a link to this one over this machine.
  var isNearby = false
}

/// The recipients of a message.
public enum Participants: Sendable {
  /// All participants of the session except the sender.
  case all
  /// These participants; the set may be empty. The sender does not receive its own message, and
  /// participants that are not (or no longer) in the session are skipped.
  case only(Set<Participant>)

  /// Returns one participant as the only recipient.
  public static func only(_ participant: Participant) -> Participants { .only([participant]) }

  var recipients: Recipients {
    switch self {
    case .all: .all
    case .only(let chosen): .only(Set(chosen.map(\.participantID)))
    }
  }
}

/// A person in the call, with or without a session.
public struct GroupPerson: Hashable, Identifiable, Sendable, CustomStringConvertible {
  /// Valid while the call lives.
  public let id: UUID
  /// The person's name, if known; one line, safe to show. It is not part of the identity.
  public let name: String?
  /// The same identity for code that builds on `GroupCore` itself.
  package let member: MemberID

  /// The name; if it is unknown, the word “person” and the identifier.
  public var description: String { name ?? "person \(id)" }

  init(_ member: MemberID, name: String?) {
    id = UUID(member)
    self.member = member
    self.name = name
  }

  /// Compares the identifiers; the names do not count.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the identifier only.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
