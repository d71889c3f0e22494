import Testing

@testable import GroupSecurity

/// A call that was begun, and people who could come to it; the same in every run.
struct Meeting {
  let host: Identity
  let epoch: Epoch
  let hostKeys: MemberKeys
  let draw: Ticket
  let watch: Ticket

  init(_ byte: UInt8 = 1, number: UInt32 = 1) throws {
    host = try #require(Identity(seed: [UInt8](repeating: byte, count: 32)))
    epoch = try .founded(
      by: host, number: number, secret: try Self.secret(byte &+ UInt8(number)),
      groupKey: try Self.secret(byte &+ 100 &+ UInt8(number)))
    hostKeys = try Self.keys(200 &+ byte)
    draw = try #require(try epoch.ticket(to: .draw, at: ["desk:1"]))
    watch = try #require(try epoch.ticket(to: .watch, at: ["desk:1"]))
  }

  static func secret(_ byte: UInt8) throws -> Secret {
    try #require(Secret([UInt8](repeating: byte, count: 32)))
  }

  static func keys(_ byte: UInt8, run: UInt8 = 0) throws -> MemberKeys {
    let identity = try #require(Identity(seed: [UInt8](repeating: byte, count: 32)))
    return try #require(
      MemberKeys(
        identity: identity, run: [UInt8](repeating: byte ^ run, count: 16),
        agreement: [UInt8](repeating: byte &+ 1, count: 32)))
  }

  func responder(nonce: UInt8 = 5, versions: [UInt8] = Hello.versions) throws -> HandshakeResponder
  {
    try HandshakeResponder(
      epoch: epoch, keys: hostKeys, nonce: [UInt8](repeating: nonce, count: 16),
      versions: versions)
  }

  /// Three messages, none of them touched.
  func admit(
    _ keys: MemberKeys, with ticket: Ticket, to role: Role
  ) throws -> Admitted {
    let responder = try responder()
    let guest = try HandshakeInitiator(ticket: ticket, keys: keys, role: role)
    let (request, waiting) = try guest.received(responder.hello, greeting: [1, 2])
    let knock = try responder.received(request)
    let (memberCertificate, said, version) = (knock.guest, knock.greeting, knock.version)
    let admission = try waiting.received(try knock.welcome(greeting: [3]))
    return Admitted(
      guest: memberCertificate, greeting: said, version: version, admission: admission)
  }

  /// The facts that the admitting member and the guest learned about each other in the handshake.
  struct Admitted {
    let guest: MemberCertificate
    let greeting: [UInt8]
    let version: UInt8
    let admission: Admission
  }
}

/// The error of a judgement; nil if it throws none.
func refusal<T: ~Copyable>(_ judged: () throws -> T) -> SecurityError? {
  do {
    _ = try judged()
    return nil
  } catch {
    return error as? SecurityError
  }
}

extension [UInt8] {
  /// Each byte with one bit changed, another bit at each place.
  var flips: [[UInt8]] {
    indices.map { index in
      var flipped = self
      flipped[index] ^= 1 << (index % 8)
      return flipped
    }
  }
}
