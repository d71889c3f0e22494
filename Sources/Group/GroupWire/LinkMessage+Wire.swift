import EaselBase
import GroupBase
import struct Foundation.Data
import GroupCore

extension LinkMessage {
  /// Returns the message as bytes; the same message always gives the same bytes. Their length is
  /// not included: see ``WireFrame``.
  public func encoded() -> [UInt8] {
    let message = ProtoLink.with {
      switch self {
      case .hello(let member, let path):
        $0.hello = .with {
          $0.version = WireCoding.version
          $0.member = member.raw
          $0.path = path.map(\.raw)
        }
      case .path(let path): $0.path = .with { $0.members = path.map(\.raw) }
      case .envelope(let envelope): $0.envelope = envelope.proto
      case .alive: $0.alive = ProtoNothing()
      case .ping(let number): $0.ping = number
      case .pong(let number): $0.pong = number
      case .refused(let reason): $0.refused = reason.proto
      case .datagrams: $0.datagrams = ProtoNothing()
      }
    }
    return message.bytes
  }

  /// Decodes a message. The bytes are untrusted. Nil for a message of a newer version that this
  /// version need not understand.
  public init?(decoding bytes: [UInt8]) throws(WireError) {
    let message = try ProtoLink(bytes: bytes, named: "link")
    switch message.content {
    case .hello(let hello):
      guard hello.unreleased == 0 else { throw WireError("unreleased", .unreleasedVersion) }
      guard hello.version == WireCoding.version else {
        throw WireError("version", .version(hello.version))
      }
      self = .hello(MemberID(hello.member), path: try Self.path(hello.path))
    case .path(let path): self = .path(try Self.path(path.members))
    case .envelope(let envelope): self = .envelope(try Envelope(decoding: envelope))
    case .alive: self = .alive
    case .ping(let number): self = .ping(number)
    case .pong(let number): self = .pong(number)
    case .refused(let reason):
      guard let reason = LinkRefusal(reason) else { return nil }
      self = .refused(reason)
    case .datagrams: self = .datagrams
    case nil: return nil
    }
  }

  /// Accepts one member more than a path in a tree can have, so that the router can refuse the
  /// path.
  private static func path(_ raw: [UInt64]) throws(WireError) -> [MemberID] {
    guard raw.count <= Router.pathMax + 1 else { throw WireError("path", .tooMany) }
    return raw.map { MemberID($0) }
  }
}

extension LinkRefusal {
  fileprivate var proto: ProtoLink.Refusal {
    switch self {
    case .ownSubtree: .ownSubtree
    case .oneself: .oneself
    case .double: .double
    case .full: .full
    }
  }

  fileprivate init?(_ proto: ProtoLink.Refusal) {
    switch proto {
    case .ownSubtree: self = .ownSubtree
    case .oneself: self = .oneself
    case .double: self = .double
    case .full: self = .full
    case .unknown, .UNRECOGNIZED: return nil
    }
  }
}

extension Envelope {
  fileprivate var proto: ProtoEnvelope {
    .with {
      $0.origin = origin.raw
      $0.number = number
      $0.to = to.named
      $0.toNobody = to.isNobody
      $0.body = Data(body)
    }
  }

  fileprivate init(decoding envelope: ProtoEnvelope) throws(WireError) {
    self.init(
      origin: MemberID(envelope.origin), number: envelope.number,
      to: try EnvelopeDestination(decoding: envelope.to, isNobody: envelope.toNobody),
      body: Array(envelope.body))
  }
}

extension EnvelopeDestination {
  var named: [UInt64] {
    switch self {
    case .everyone: []
    case .only(let members): members.map(\.raw)
    }
  }

  var isNobody: Bool { self == .only([]) }

  init(decoding raw: [UInt64], isNobody: Bool) throws(WireError) {
    guard raw.count <= Self.membersMax else { throw WireError("to", .tooMany) }
    guard isAscending(raw), !isNobody || raw.isEmpty else { throw WireError("to", .malformed) }
    self = raw.isEmpty && !isNobody ? .everyone : .only(raw.map { MemberID($0) })
  }
}
