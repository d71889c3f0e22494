import EaselBase
import Foundation

/// One seat in a session. Somebody who leaves and joins again is another participant.
public struct Participant: Hashable, Identifiable, Sendable, CustomStringConvertible {
  /// Valid while the session lives; the same for everybody in it.
  public let id: UUID
  /// What the person goes by, if they said; one line, safe to show. No part of the identity.
  public let name: String?
  /// The same in the words of those who build on `Sharing` themselves.
  package let seat: ParticipantID

  /// Who sits there, in the call as a whole.
  public var person: GroupPerson { GroupPerson(seat.member, name: name) }

  /// Whether the other sits in the same room, which nothing here can tell: always false.
  public var isNearbyWithLocalParticipant: Bool { false }

  public var description: String { name ?? "participant \(id)" }

  init(_ seat: ParticipantID, name: String?) {
    id = UUID(seat)
    self.seat = seat
    self.name = name
  }

  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Whom a message is for.
public enum Participants: Sendable {
  /// Everybody who is in the session, without the sender.
  case all
  /// These; nobody is a choice too. The sender hears nothing of its own, and who is not in the
  /// session (any more) is passed over.
  case only(Set<Participant>)

  public static func only(_ participant: Participant) -> Participants { .only([participant]) }

  var recipients: Recipients {
    switch self {
    case .all: .all
    case .only(let chosen): .only(Set(chosen.map(\.seat)))
    }
  }
}

/// Somebody in the call, in a session or not.
public struct GroupPerson: Hashable, Identifiable, Sendable, CustomStringConvertible {
  /// Valid while the call lives.
  public let id: UUID
  /// What the person goes by, if they said; one line, safe to show. No part of the identity.
  public let name: String?
  /// The same in the words of those who build on `Sharing` themselves.
  package let member: MemberID

  public var description: String { name ?? "person \(id)" }

  init(_ member: MemberID, name: String?) {
    id = UUID(member)
    self.member = member
    self.name = name
  }

  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
