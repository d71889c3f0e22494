import Testing

@testable import GroupSecurity

/// The lengths that the pages on the handshake, frames and epochs give.
struct LengthTests {
  @Test("written values have the documented lengths")
  func documented() throws {
    let meeting = try Meeting()
    let last = try Epoch.founded(
      by: meeting.host, number: .max, secret: try Meeting.secret(1),
      groupKey: try Meeting.secret(2))
    #expect(
      meeting.epoch.epochCertificate.bytes.count == 138 && last.epochCertificate.bytes.count == 142)
    let keys = try Meeting.keys(50)
    let drawing = try meeting.epoch.memberCertificate(of: keys)
    let watching = try meeting.admit(keys, with: meeting.watch, to: .watch).admission.epoch
    #expect(drawing.bytes.count == 221)
    #expect(try watching.memberCertificate(of: keys).bytes.count == 154)
    let (_, rotation) = try meeting.epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: [(drawing, .draw)], putOut: [])
    let body = try FieldReader(try FieldReader(rotation.bytes).bytes(1))
    #expect(body.all(4).map(\.count) == [121])
    let host = try meeting.responder()
    let (request, _) = try HandshakeInitiator(ticket: meeting.draw, keys: keys, role: .draw)
      .received(host.hello)
    let first = host.hello.count
    #expect(first == 473 && request.count == 347)
    #expect(try host.received(request).welcome().count == 54)
  }
}
