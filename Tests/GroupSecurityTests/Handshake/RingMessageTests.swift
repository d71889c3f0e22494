import EaselBase
import Testing

@testable import GroupSecurity

/// The bytes of a ring at another user's door, and of its answer.
@Suite struct RingMessageTests {
  static func ring(
    title: [UInt8] = Array("plan".utf8), session: Bytes16? = Bytes16(high: 1, low: 2),
    picture: [UInt8] = [9, 8, 7]
  ) throws -> RingMessage {
    let keys = try Meeting.keys(50)
    return RingMessage(
      identityKey: keys.identity.publicKey, title: title, session: session, role: .draw,
      picture: picture, process: 4_711)
  }

  @Test("A ring is read as it was written, with and without a session and a picture")
  func roundTrip() throws {
    for ring in [
      try Self.ring(), try Self.ring(session: nil), try Self.ring(title: [], picture: []),
    ] {
      #expect(RingMessage(ring.bytes) == ring)
    }
  }

  @Test("A picture that does not fit into 4 KiB is left out, and the rest stays")
  func largePicture() throws {
    let small = try Self.ring(picture: [])
    let room = HandshakeLimits.messageBytesMax - small.bytes.count
    // Two bytes are the field's length, and one its number.
    let fits = try Self.ring(picture: [UInt8](repeating: 1, count: room - 3))
    #expect(fits.bytes.count == HandshakeLimits.messageBytesMax)
    #expect(RingMessage(fits.bytes) == fits)
    let large = try Self.ring(picture: [UInt8](repeating: 1, count: room - 2))
    #expect(RingMessage(large.bytes) == small)
  }

  @Test("A ring that is cut off, too long, or without a part is no ring")
  func damaged() throws {
    let bytes = try Self.ring(picture: []).bytes
    for count in bytes.indices { #expect(RingMessage(Array(bytes.prefix(count))) == nil) }
    let padding = [UInt8](repeating: 0, count: HandshakeLimits.messageBytesMax)
    #expect(RingMessage(bytes + padding) == nil)
    #expect(RingMessage(Array("draw".utf8)) == nil && RingMessage([]) == nil)
  }

  @Test("A ring with a key, a session or a title of a wrong size is no ring")
  func wrongSizes() throws {
    func bytes(key: Int = 32, title: Int = 4, session: Int = 16, role: UInt64 = 1) -> [UInt8] {
      var fields = FieldWriter()
      fields.add(1, [UInt8](repeating: 1, count: key))
      fields.add(2, [UInt8](repeating: 65, count: title))
      fields.add(3, [UInt8](repeating: 2, count: session))
      fields.add(4, role)
      fields.add(6, 1)
      return Array("ring".utf8) + fields.bytes
    }
    #expect(RingMessage(bytes()) != nil)
    #expect(RingMessage(bytes(title: RingMessage.titleBytesMax)) != nil)
    for wrong in [
      bytes(key: 31), bytes(title: RingMessage.titleBytesMax + 1), bytes(session: 15),
      bytes(role: 2),
    ] {
      #expect(RingMessage(wrong) == nil)
    }
  }

  @Test("An answer is no refusal, a refusal is no answer, and no answer looks like another program")
  func answers() {
    for answer in RingAnswer.allCases {
      #expect(RingAnswer(answer.bytes) == answer)
      #expect(SecurityError(message: answer.bytes) == nil)
      #expect(answer.bytes.contains { $0 < 0x20 })
    }
    for refusal in [SecurityError.malformed, .busy, .tooManyAttempts] {
      #expect(RingAnswer(refusal.message) == nil)
    }
    #expect(RingAnswer([]) == nil && RingAnswer([0x18, 5]) == nil)
  }
}
