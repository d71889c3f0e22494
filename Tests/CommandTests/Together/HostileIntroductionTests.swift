import FrameTesting
import GroupCore
import GroupTesting
import SocketTransports
import Testing
import TestThreads

@testable import GroupSecurity

/// A member that comes to the door with a certificate that no Easel writes separates no other
/// member from the host.
@Suite(.besidePool, .serialized) struct HostileIntroductionTests {
  @Test("introductions with an unknown field, too long or as long as they may be")
  func unknownField() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    for name in ["Ann", "Bob"] { try session.join(name) }
    let tickets = try session.tickets()
    // The voucher, which the host adds for a watcher, needs room as well.
    let longest = MemberCertificate.bytesMax - MemberCertificate.voucherBytes
    for (count, isLetIn) in [(longest, true), (longest + 1, false), (1_000, false), (1_500, false)]
    {
      let answer = try await Self.knock(with: tickets[1], memberCertificate: count)
      #expect(answer == (isLetIn ? nil : .malformed), "a watcher, \(count) bytes")
    }
    for (count, isLetIn) in [(MemberCertificate.bytesMax, true), (1_500, false)] {
      let answer = try await Self.knock(with: tickets[0], memberCertificate: count)
      #expect(answer == (isLetIn ? nil : .malformed), "a drawer, \(count) bytes")
    }
    // The host sends its ink behind the certificates, over the same links.
    try session.draw(session.host)
    try session.waitForAllInk(by: [session.host])
    try session.join("Cyd")
    let guests = Array(session.guests.dropFirst())
    for guest in guests { try session.draw(guest) }
    try session.waitForAllInk(by: guests)
    for guest in session.guests {
      try guest.run.send("n")
      try guest.run.wait(for: "notices") { $0.contains("Recent messages ──") }
      #expect(!guest.run.screen.contains("out of reach"), "\(guest.name): \(guest.run.screen.text)")
      try guest.run.send("\u{1B}")
      try guest.run.wait(for: "the board") { !$0.contains("Recent messages ──") }
    }
    try session.expectSamePictures()
  }

  /// Goes through the handshake with a certificate of so many bytes, and closes the connection. A host
  /// hears a connection for some seconds only, which a busy machine may need for one message: then the
  /// member dials again.
  ///
  /// - Returns: why the host refuses it; nil where the host lets the member in.
  private static func knock(with text: String, memberCertificate count: Int) async throws
    -> SecurityError?
  {
    for _ in 0..<20 {
      if let answer = try await answer(to: text, memberCertificate: count) {
        return SecurityError(message: answer)
      }
    }
    throw HostileMember.Failure(description: "the host closed every connection")
  }

  /// - Returns: nil where the host closed the connection before it answered.
  private static func answer(
    to text: String, memberCertificate count: Int
  ) async throws -> [UInt8]? {
    let (ticket, keys) = (try Ticket(text), try HostileMember.keys())
    let (transport, events) = (TCPTransport(), EventQueue<TransportEvent>())
    transport.start { events.append($0) }
    defer { transport.stop() }
    let link = transport.dial(ticket.addresses[0])
    try #require(try await events.next("connection") == .opened(link, isDialled: true))
    guard case .received(let bytes, link) = try await events.next("hello") else { return nil }
    let hello = try Hello(bytes, for: ticket, epochMin: 1, versions: Hello.versions)
    let secret = ticket.secret
    let pass = try EpochCredential(
      epochCertificate: hello.epochCertificate, role: ticket.role, secret: secret)
    let (request, _) = try Request.sealed(
      by: keys, certificateBytes: try memberCertificate(of: keys, by: pass, bytes: count),
      for: hello,
      viewSecret: ticket.viewSecret, greeting: [])
    guard transport.send(request, over: link),
      case .received(let answer, link) = try await events.next("answer")
    else { return nil }
    return answer
  }

  /// A certificate with a field that no version knows, of so many bytes in all.
  private static func memberCertificate(
    of keys: MemberKeys, by pass: EpochCredential, bytes count: Int
  ) throws -> [UInt8] {
    func bytes(padding: Int) throws -> [UInt8] {
      var body = FieldWriter()
      body.add(1, keys.identity.publicKey)
      body.add(2, keys.run)
      body.add(3, Array(keys.agreement.publicKey.rawRepresentation))
      if let certificate = try pass.memberCertificate(of: keys).certificate {
        body.add(4, certificate.signature)
      }
      body.add(15, [UInt8](repeating: 7, count: padding))
      var whole = FieldWriter()
      whole.add(1, body.bytes)
      whole.add(
        2, try keys.identity.sign("introduction", pass.epochCertificate.context(body.bytes)))
      return whole.bytes
    }
    // From 128 bytes of padding on, each length stands in two bytes.
    let memberCertificate = try bytes(padding: 128 + count - bytes(padding: 128).count)
    try #require(memberCertificate.count == count)
    return memberCertificate
  }
}
