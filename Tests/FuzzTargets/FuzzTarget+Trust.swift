import EaselBase
import GroupSecurity

@testable import SecureTransports
@testable import SocketTransports

// Readers of strangers' bytes at the door.
extension FuzzTarget {
  /// A founded call, and a guest with a ticket to it; the same in every run.
  struct LinkHandshake {
    let rootKeys: CallRootKeys
    let epoch: Epoch
    let host: MemberKeys
    let guest: MemberKeys
    let ticket: Ticket

    init() throws {
      guard
        let rootKeys = CallRootKeys(chance: Array(repeating: 3, count: CallRootKeys.chanceLength)),
        let host = Self.keys(1), let guest = Self.keys(2)
      else { throw Broken(description: "no keys") }
      self.rootKeys = rootKeys
      epoch = try rootKeys.epoch()
      (self.host, self.guest) = (host, guest)
      guard let ticket = try epoch.ticket(to: .draw, at: ["desk:1"]) else {
        throw Broken(description: "no ticket")
      }
      self.ticket = ticket
    }

    private static func keys(_ byte: UInt8) -> MemberKeys? {
      Identity(seed: Array(repeating: byte, count: Identity.seedLength)).flatMap {
        MemberKeys(
          identity: $0, run: Array(repeating: byte, count: MemberKeys.runLength),
          agreement: Array(repeating: byte, count: MemberKeys.agreementLength))
      }
    }

    func responder() throws -> HandshakeResponder {
      try HandshakeResponder(
        epoch: epoch, keys: host, nonce: Array(repeating: 5, count: HandshakeResponder.nonceLength))
    }

    func visiting() throws -> HandshakeInitiator {
      try HandshakeInitiator(ticket: ticket, keys: guest, role: .draw)
    }
  }

  static let door = Result { try LinkHandshake() }

  /// The first byte says whose word the rest is.
  func checkHandshake(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    let door = try Self.door.get()
    switch kind % 5 {
    case 0: _ = accepted { try door.visiting().received(bytes) }
    case 1:
      _ = accepted { try door.responder().received(bytes).welcome() }
    case 2:
      let waiting = try door.visiting().received(try door.responder().hello).next
      try hold("nobody is let in by chance", accepted { try waiting.received(bytes) } == nil)
    case 3:
      _ = SecurityError(message: bytes)
      _ = CallRootKeys(bytes)
      _ = RingAnswer(bytes)
      if let ring = RingMessage(bytes) {
        try hold("a ring is read as it is written", RingMessage(ring.bytes) == ring)
      }
    default:
      let known = accepted { try door.epoch.memberCertificate(opening: bytes) }
      try hold("nobody is introduced by chance", known == nil)
    }
  }

  func handshakeSeeds() throws -> [[UInt8]] {
    let door = try Self.door.get()
    let responder = try door.responder()
    let hello = responder.hello
    let (request, _) = try door.visiting().received(hello)
    let welcome = try responder.received(request).welcome()
    return [
      [0] + hello, [1] + request, [2] + welcome, [3] + SecurityError.wrongTicket.message, [4],
      [3] + RingAnswer.accepted.bytes,
      [3]
        + RingMessage(
          identityKey: door.guest.identity.publicKey, title: Array("plan".utf8),
          session: Bytes16(high: 1, low: 2), role: .draw, picture: [1, 2, 3], process: 7
        ).bytes,
    ]
  }

  func checkTicket(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let ticket = accepted({ try Ticket(text) }) else { return }
    try hold("a ticket is read as it is written", try Ticket(ticket.text) == ticket)
    try hold("and is plain to see", ticket.text.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F })
  }

  func ticketSeeds() throws -> [[UInt8]] {
    let epoch = try Self.door.get().epoch
    let addresses = [
      ["tcp://192.0.2.1:7000"], ["unix:///run/s", "tcp://[::1]:1"], ["ssh://ann@there:22/@bob"],
    ]
    return try addresses.flatMap {
      try [epoch.ticket(to: .draw, at: $0), epoch.ticket(to: .watch, at: $0)]
    }
    .compactMap { $0.map { Array($0.text.utf8) } }
  }

  func checkTarget(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = accepted { try TCPAddress(text) }
    guard let target = accepted({ try SSHTarget(text) }) else { return }
    try hold("a target is read as it is written", try SSHTarget(target.address) == target)
    let words = target.command(["ssh"], running: "easel relay")
    for part in [target.host, target.user ?? "a", target.name ?? "a"] {
      try hold("no part is an option", !part.hasPrefix("-") && !part.isEmpty)
      try hold(
        "nor anything to a shell",
        part.utf8.allSatisfy { !" \t\n'\"`$\\;&|<>(){}*?!~#".utf8.contains($0) })
    }
    try hold("and the command is whole", words.last == "easel relay")
  }

  var targetSeeds: [[UInt8]] {
    [
      "ssh://there", "ssh://ann@there:2222/@bob", "ssh://[2001:db8::1]:22/", "ssh://a.b-c_d/@x",
      "ssh://-oProxyCommand=x", "tcp://192.0.2.1:7000", "tcp://[::1]:1", "ssh://a@b@c",
    ].map { Array($0.utf8) }
  }
}
