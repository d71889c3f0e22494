import EaselBase
import Testing

@testable import GroupJournal

@Suite struct JournalMessageTests {
  private let id = Bytes16(high: 1, low: 2)

  @Test("each message is read as it was written, and its name is its own")
  func roundTrip() throws {
    let list = try #require(
      JournalList(
        uploader: id, version: 7,
        attachments: [
          ListedAttachment(
            stamp: 3, bytes: 5, metadataBytes: 2,
            headerDigest: Array(repeating: 9, count: 32))
        ], signedBy: JournalTable.signer(0)))
    let hello = JournalHello(
      key: Array(repeating: 1, count: 32),
      versions: [.init(key: Array(repeating: 2, count: 32), version: 4)],
      complete: [id], isFull: true, isAnswer: false)
    let messages: [JournalMessage] = [
      .hello(hello), .list(list), .want(id, index: 0), .chunk(id, index: 1_707, [1, 2]),
      .lacks(id, index: 5), .have([id], isFull: false), .bye,
    ]
    #expect(messages.map(\.name) == JournalMessage.names)
    for message in messages {
      #expect(JournalMessage(named: message.name, message.bytes) == message)
      #expect(JournalMessage(encoded: message.encoded) == message)
      // Bytes that a later version adds are ignored.
      #expect(JournalMessage(named: message.name, message.bytes + [1]) == message)
    }
  }

  @Test("a message with a number that is out of range is refused")
  func refused() {
    var bytes = id.bytes
    bytes.append(varint: 1_709)
    #expect(JournalMessage(named: "journal.want", bytes) == nil)
    #expect(JournalMessage(named: "journal.want", [1, 2]) == nil)
    #expect(JournalMessage(named: "journal.unknown", bytes) == nil)
    #expect(JournalMessage(encoded: [7]) == nil && JournalMessage(encoded: []) == nil)
  }

  @Test("a header is read as it was written")
  func header() {
    for metadata in [nil, [], [1, 2, 3]] as [[UInt8]?] {
      let header = JournalHeader(
        contentType: "public.png", metadata: metadata, digests: Array(repeating: 4, count: 64))
      #expect(JournalHeader(header.bytes) == header)
    }
    #expect(JournalHeader([200]) == nil)
  }

  @Test("the longest header and the longest list are messages that a session sends")
  func sizes() throws {
    let attachments = (0..<64).map { number in
      ListedAttachment(
        stamp: .max, bytes: 100 << 20, metadataBytes: 65_536 - number,
        headerDigest: Array(repeating: 9, count: 32))
    }
    let list = try #require(
      JournalList(
        uploader: id, version: .max, attachments: attachments, signedBy: JournalTable.signer(0)))
    #expect(JournalMessage.list(list).bytes.count < 8 << 10)
    #expect(JournalHeader.bytesMax < 128 << 10)
  }
}
