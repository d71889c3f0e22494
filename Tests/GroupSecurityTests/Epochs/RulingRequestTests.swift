import Testing

@testable import GroupSecurity

/// A moderator's request to the host.
@Suite struct RulingRequestTests {
  private func request(
    _ deed: RulingRequest.ModerationAction = .putOut, by byte: UInt8 = 3, in epoch: Epoch
  ) throws -> [UInt8] {
    try RulingRequest.signed(deed, about: 7, by: try Meeting.keys(byte), in: epoch)
  }

  @Test("E8 · a request is read as it was written, by its author, in its epoch alone")
  func reading() throws {
    let meeting = try Meeting()
    let key = try Meeting.keys(3).identity.publicKey
    for deed in RulingRequest.ModerationAction.allCases {
      let bytes = try request(deed, in: meeting.epoch)
      let read = try RulingRequest(bytes, by: key, in: meeting.epoch)
      #expect(read.action == deed && read.subject == 7)
      let stranger = try Meeting.keys(4).identity.publicKey
      #expect(
        refusal { try RulingRequest(bytes, by: stranger, in: meeting.epoch) } == .malformed)
      let next = try Meeting(number: 2).epoch
      #expect(refusal { try RulingRequest(bytes, by: key, in: next) } == .oldEpoch)
      // Another call, in an epoch of the same number.
      let other = try Meeting(9).epoch
      #expect(refusal { try RulingRequest(bytes, by: key, in: other) } == .malformed)
      for flipped in bytes.flips {
        #expect(refusal { try RulingRequest(flipped, by: key, in: meeting.epoch) } != nil)
      }
    }
  }

  @Test("E8 · a request with a later program's additions has at most 256 bytes")
  func limits() throws {
    let meeting = try Meeting()
    let key = try Meeting.keys(3).identity.publicKey
    for (count, isRead) in [(RulingRequest.bytesMax, true), (RulingRequest.bytesMax + 1, false)] {
      var more = FieldWriter()
      let known = try request(in: meeting.epoch)
      // A number of its own, a length, and so many bytes.
      more.add(9, [UInt8](repeating: 1, count: count - known.count - 3))
      let bytes = known + more.bytes
      guard bytes.count == count else {
        Issue.record("\(bytes.count) bytes")
        return
      }
      let read = refusal { try RulingRequest(bytes, by: key, in: meeting.epoch) }
      #expect(read == (isRead ? nil : .malformed))
    }
  }
}
