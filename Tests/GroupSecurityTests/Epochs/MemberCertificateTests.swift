import Testing

@testable import GroupSecurity

/// All members accept the certificates that an admitting member accepts.
struct MemberCertificateTests {
  private let meeting: Meeting

  init() throws { meeting = try Meeting() }

  /// A certificate with an unknown field, of so many bytes in all.
  private func padded(_ role: Role, to count: Int) throws -> [UInt8] {
    let keys = try Meeting.keys(50)
    let epochCertificate = meeting.epoch.epochCertificate
    let ticket = role == .draw ? meeting.draw : meeting.watch
    let pass = try EpochCredential(
      epochCertificate: epochCertificate, role: role, secret: ticket.secret)
    func memberCertificate(padding: Int) throws -> [UInt8] {
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
      whole.add(2, try keys.identity.sign("introduction", epochCertificate.context(body.bytes)))
      return whole.bytes
    }
    // Above 127 bytes of padding all lengths stand in as many bytes.
    let bytes = try memberCertificate(padding: 128 + count - memberCertificate(padding: 128).count)
    try #require(bytes.count == count)
    return bytes
  }

  private func admit(_ memberCertificate: [UInt8], _ role: Role) throws -> MemberCertificate {
    let responder = try meeting.responder()
    let ticket = role == .draw ? meeting.draw : meeting.watch
    let hello = try Hello(responder.hello, for: ticket, epochMin: 1, versions: Hello.versions)
    let (request, _) = try Request.sealed(
      by: try Meeting.keys(50), certificateBytes: memberCertificate, for: hello,
      viewSecret: ticket.viewSecret, greeting: [])
    return try responder.received(request).guest
  }

  @Test(
    "the longest admitted certificate can be passed on, and one byte more is not admitted",
    arguments: [Role.draw, .watch])
  func longest(role: Role) throws {
    let longest =
      MemberCertificate.bytesMax - (role == .watch ? MemberCertificate.voucherBytes : 0)
    let guest = try admit(try padded(role, to: longest), role)
    let vouched = try meeting.epoch.vouched(guest)
    #expect(vouched.bytes.count == MemberCertificate.bytesMax)
    let read = try meeting.epoch.memberCertificate(opening: try meeting.epoch.sealed(vouched))
    #expect(read == vouched)
    let tooLong = try padded(role, to: longest + 1)
    #expect(refusal { try admit(tooLong, role) } == .malformed)
  }
}
