import FrameTesting
import Testing

@testable import GroupSecurity

/// Tickets and first messages of a version that was never released are told from all others. The
/// bytes beside these tests are of that version, and of the same call as `Meeting`.
@Suite struct UnreleasedVersionTests {
  private let meeting: Meeting

  init() throws { meeting = try Meeting() }

  private func old(_ name: String) throws -> [UInt8] { try #require(try recordedBytes(name)) }

  private func error(_ text: String) -> TicketError? {
    do {
      _ = try Ticket(text)
      return nil
    } catch { return error }
  }

  @Test("T2 · a ticket of an unreleased version is told as such; without its end it is damaged")
  func tickets() throws {
    for name in ["ticket.draw", "ticket.watch"] {
      let text = String(decoding: try old(name), as: UTF8.self)
      #expect(error(text) == .unreleasedVersion)
      #expect(error(String(text.dropLast(9))) == .cutOff)
    }
  }

  @Test("T2 · no ticket of this version is taken for one of an unreleased version")
  func present() throws {
    for ticket in [meeting.draw, meeting.watch] {
      let text = Array(ticket.text.utf8)
      let start = try #require(text.firstIndex(of: UInt8(ascii: "#"))) + 1
      for index in start..<text.count {
        var other = text
        other[index] = text[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(error(String(decoding: other, as: UTF8.self)) == .changed)
      }
    }
  }

  @Test("H2 · a hello of an unreleased version is told as such, whatever versions it names")
  func hello() throws {
    let guest = try HandshakeInitiator(
      ticket: meeting.draw, keys: try Meeting.keys(50), role: .draw)
    let hello = try old("handshake.hello")
    #expect(refusal { try guest.received(hello) } == .unreleasedVersion)
    // The old program names version 3, which a later one may name too.
    let later = try HandshakeInitiator(
      ticket: meeting.draw, keys: try Meeting.keys(50), role: .draw, epochMin: 1,
      versions: [1, 2, 3])
    #expect(refusal { try later.received(hello) } == .unreleasedVersion)
    #expect(try guest.behind(hello) == nil)
  }

  @Test("H2 · a request of an unreleased version is told as such, and its sender gets an answer")
  func request() throws {
    let request = try old("handshake.request")
    #expect(refusal { try meeting.responder().received(request) } == .unreleasedVersion)
    #expect(
      SecurityError(message: SecurityError.unreleasedVersion.message) == .unreleasedVersion)
  }
}
