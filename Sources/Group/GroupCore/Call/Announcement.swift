import EaselBase

/// A member's description of itself, sent to all members of the call. The highest version counts.
public struct Announcement: Hashable, Sendable {
  /// Grows with every change.
  public var version: UInt64
  public var seat: MemberProfile
  /// The sessions that the member is in.
  public var joins: [Join]
  /// The member's records of the sessions that it began, is in, or saw end.
  public var sessions: [SessionRecord]

  public static let joinsMax = 8
  public static let sessionsMax = 16

  public init(
    version: UInt64, seat: MemberProfile, joins: [Join] = [], sessions: [SessionRecord] = []
  ) {
    self.version = version
    self.seat = seat
    self.joins = joins
    self.sessions = sessions
  }

  /// Whether a received announcement keeps within the bounds.
  public var isSound: Bool {
    joins.count <= Self.joinsMax && sessions.count <= Self.sessionsMax
      && seat.addresses.count <= MemberProfile.addressesMax
      && seat.addresses.allSatisfy { $0.utf8.count <= MemberProfile.addressBytesMax }
      && sessions.allSatisfy(\.isSound)
  }
}

extension Announcement {
  /// The number of the member's join in each session that it is in. The highest number counts,
  /// because a member has one participant in a session.
  var seats: [SessionID: UInt32] {
    Dictionary(joins.map { ($0.session, $0.number) }) { max($0, $1) }
  }

  /// The approximate number of bytes that a member needs to keep this announcement.
  var weight: Int {
    seat.addresses.reduce(0) { $0 + $1.utf8.count }
      + sessions.reduce(0) { $0 + $1.activity.bytes.count + $1.identifier.utf8.count + 256 } + 256
  }
}

/// A member of a call, as others see it.
public struct MemberProfile: Hashable, Sendable {
  public var kind: Kind
  public var name: SafeText?
  /// The addresses at which other members can dial this member if their own upstream is lost.
  public var addresses: [String]

  public static let addressesMax = 8
  public static let addressBytesMax = 256

  public init(kind: Kind = .person, name: SafeText? = nil, addresses: [String] = []) {
    self.kind = kind
    self.name = name
    self.addresses = addresses
  }

  public enum Kind: Hashable, Sendable {
    case person
    /// A relay, a host without a screen, or a screen on a wall: no person uses it.
    case relay
  }
}

/// One join of a member in a session.
public struct Join: Hashable, Sendable {
  public let number: UInt32
  public let session: SessionID

  public init(_ number: UInt32, in session: SessionID) {
    self.number = number
    self.session = session
  }
}
