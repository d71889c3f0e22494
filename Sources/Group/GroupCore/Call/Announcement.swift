import EaselBase
import GroupBase

/// A member's description of itself, sent to all members of the call. The highest version counts.
public struct Announcement: Hashable, Sendable {
  /// Grows with every change.
  public var version: UInt64
  /// The member's profile.
  public var profile: MemberProfile
  /// The sessions that the member is in.
  public var joins: [SessionJoin]
  /// The member's records of the sessions that it began, is in, or saw end.
  public var sessions: [SessionRecord]

  /// The maximum number of joins in an announcement.
  public static let joinsMax = 8
  /// The maximum number of session records in an announcement.
  public static let sessionsMax = 16

  /// Creates an announcement without a check; see ``isSound``.
  public init(
    version: UInt64, profile: MemberProfile, joins: [SessionJoin] = [],
    sessions: [SessionRecord] = []
  ) {
    self.version = version
    self.profile = profile
    self.joins = joins
    self.sessions = sessions
  }

  /// Whether the announcement keeps within the limits of its lists, addresses and records.
  public var isSound: Bool {
    joins.count <= Self.joinsMax && sessions.count <= Self.sessionsMax
      && profile.addresses.count <= MemberProfile.addressesMax
      && profile.addresses.allSatisfy { $0.utf8.count <= MemberProfile.addressBytesMax }
      && sessions.allSatisfy(\.isSound)
  }
}

extension Announcement {
  /// The number of the member's join in each session that it is in. The highest number counts,
  /// because a member has one participant in a session.
  var joinNumbers: [SessionID: UInt32] {
    Dictionary(joins.map { ($0.session, $0.number) }) { max($0, $1) }
  }

  /// The approximate number of bytes that a member needs to keep this announcement.
  var weight: Int {
    profile.addresses.reduce(0) { $0 + $1.utf8.count }
      + sessions.reduce(0) { $0 + $1.activity.bytes.count + $1.identifier.utf8.count + 256 } + 256
  }
}

/// A member of a call, as others see it.
public struct MemberProfile: Hashable, Sendable {
  /// The kind of the member; only persons count as other people.
  public var kind: Kind
  /// The name to show to people; nil if the member has none.
  public var name: SafeText?
  /// The addresses at which other members can dial this member if their own upstream is lost.
  public var addresses: [String]

  /// The maximum number of addresses.
  public static let addressesMax = 8
  /// The maximum length of an address, in UTF-8 bytes.
  public static let addressBytesMax = 256

  /// Creates the profile of a member; by default a person without a name or an address.
  public init(kind: Kind = .person, name: SafeText? = nil, addresses: [String] = []) {
    self.kind = kind
    self.name = name
    self.addresses = addresses
  }

  /// The kinds of members.
  public enum Kind: Hashable, Sendable {
    /// A person uses the member.
    case person
    /// A relay or a host without a screen: no person uses it, and no person sees what it receives.
    case relay
    /// A screen that people look at, such as a screen on a wall: no person uses it. A program that does
    /// not know this kind reads a relay.
    case display
  }
}

/// One join of a member in a session.
public struct SessionJoin: Hashable, Sendable {
  /// The join of the participant, as in `ParticipantID.join`.
  public let number: UInt32
  /// The session that the member is in.
  public let session: SessionID

  /// Creates a join from its number and its session.
  public init(_ number: UInt32, in session: SessionID) {
    self.number = number
    self.session = session
  }
}
