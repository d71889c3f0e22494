import EaselBase
import GroupBase
import struct Foundation.Data
import GroupCore

extension ReliablePayload {
  /// Returns the payload as bytes, a `Parcel` of `call.proto`.
  public func encoded() -> [UInt8] {
    let message = ProtoParcel.with {
      switch self {
      case .announcement(let announcement): $0.announcement = announcement.proto
      case .message(let message):
        $0.message = Data(message.bytes)
        $0.join = message.join
        $0.name = message.name
      case .earlierMessage(let message, let age):
        $0.earlierMessage = Data(message.bytes)
        $0.join = message.join
        $0.name = message.name
        $0.age = age
      }
    }
    return message.bytes
  }

  /// Decodes a payload. The bytes are untrusted. Nil for a payload of a newer version that this
  /// version need not understand.
  public init?(decoding bytes: [UInt8]) throws(WireError) {
    let payload = try ProtoParcel(bytes: bytes, named: "parcel")
    switch payload.content {
    case .announcement(let announcement):
      self = .announcement(try Announcement(decoding: announcement))
    case .message(let bytes):
      self = .message(
        try ParticipantMessage(join: payload.join, checking: payload.name, bytes: Array(bytes)))
    case .earlierMessage(let bytes):
      let message = try ParticipantMessage(
        join: payload.join, checking: payload.name, bytes: Array(bytes))
      self = .earlierMessage(message, age: payload.age)
    case nil: return nil
    }
  }

  /// Decodes as ``init(decoding:)`` does, but returns nil if the bytes are invalid.
  init?(reading bytes: [UInt8]) {
    guard let payload = try? Self(decoding: bytes) else { return nil }
    self = payload
  }
}

extension Announcement {
  fileprivate var proto: ProtoAnnouncement {
    .with {
      $0.version = version
      $0.seat = profile.proto
      $0.joins = joins.map { join in
        .with {
          $0.number = join.number
          $0.session = join.session.proto
        }
      }
      $0.sessions = sessions.map(\.proto)
    }
  }

  fileprivate init(decoding announcement: ProtoAnnouncement) throws(WireError) {
    guard announcement.joins.count <= Self.joinsMax else { throw WireError("joins", .tooMany) }
    guard announcement.sessions.count <= Self.sessionsMax else {
      throw WireError("sessions", .tooMany)
    }
    self.init(
      version: announcement.version, profile: try MemberProfile(decoding: announcement.seat),
      joins: announcement.joins.map { SessionJoin($0.number, in: SessionID($0.session)) })
    for session in announcement.sessions { sessions.append(try SessionRecord(decoding: session)) }
  }
}

extension MemberProfile {
  /// The maximum bytes of a received name; every valid name has fewer bytes.
  private static let nameBytesMax = 1_024

  fileprivate var proto: ProtoSeat {
    .with {
      $0.kind =
        switch kind {
        case .person: .person
        case .relay: .relay
        case .display: .display
        }
      if let name { $0.name = name.string }
      $0.addresses = addresses
    }
  }

  fileprivate init(decoding profile: ProtoSeat) throws(WireError) {
    guard profile.addresses.count <= Self.addressesMax,
      profile.addresses.allSatisfy({ $0.utf8.count <= Self.addressBytesMax })
    else { throw WireError("addresses", .tooMany) }
    guard profile.name.utf8.count <= Self.nameBytesMax else { throw WireError("name", .tooMany) }
    let name = SafeText(profile.name, limit: .name)
    let kind: Kind =
      switch profile.kind {
      case .person: .person
      case .display: .display
      // A kind that this version does not know belongs to no person.
      case .relay, .UNRECOGNIZED: .relay
      }
    self.init(
      kind: kind, name: name.string.isEmpty ? nil : name, addresses: profile.addresses)
  }
}

extension SessionID {
  fileprivate var proto: ProtoSessionName {
    .with {
      $0.initiator = initiator.raw
      $0.activation = activation
    }
  }

  fileprivate init(_ name: ProtoSessionName) {
    self.init(MemberID(name.initiator), activation: name.activation)
  }
}

extension SessionRecord {
  fileprivate var proto: ProtoSessionRecord {
    .with {
      $0.id = id.proto
      $0.identifier = identifier
      $0.besides = besides.map(\.proto)
      $0.activity = Data(activity.bytes)
      $0.edits = activity.edits
      $0.editor = activity.editor.raw
      switch ending {
      case .ended(let member): $0.endedBy = member.raw
      case .replaced(let other): $0.replacedBy = other.proto
      case nil: break
      }
    }
  }

  fileprivate init(decoding record: ProtoSessionRecord) throws(WireError) {
    let ending: Ending? =
      switch record.ending {
      case .endedBy(let member): .ended(by: MemberID(member))
      case .replacedBy(let other): .replaced(by: SessionID(other))
      case nil: nil
      }
    self.init(
      id: SessionID(record.id), identifier: record.identifier,
      besides: record.besides.map { SessionID($0) },
      activity: Activity(
        Array(record.activity), edits: record.edits, editor: MemberID(record.editor)),
      ending: ending)
    guard isSound else { throw WireError("sessions", .tooMany) }
  }
}
