import EaselBase
import GroupTesting
import Testing

@testable import GroupJournal

/// The laws of lists, on the page `GroupJournal`.
@Suite struct JournalLawTests {
  @Test("J1 · an attachment reaches everybody with its metadata, in the order of adding")
  func added() throws {
    var table = JournalTable(3)
    let first = try table.add(JournalTable.content(200_000), metadata: [1, 2], by: 0)
    let second = try table.add([7], by: 1)
    for number in 0..<3 {
      #expect(table.ids(at: number) == [first, second])
      #expect(table.groups[number].attachments.first?.header.metadata == [1, 2])
      #expect(table.content(of: first, at: number) == JournalTable.content(200_000))
    }
    #expect(table.changes.allSatisfy { $0 >= 2 })
  }

  @Test("J2 · a list that its uploader did not sign changes nothing")
  func signature() throws {
    var table = JournalTable(3)
    let id = try table.add([1, 2, 3], by: 0)
    for key in [0, 2] {
      let forged = JournalList(
        uploader: JournalTable.id(0), key: JournalTable.signer(key).publicKey, version: 9,
        attachments: [], signature: StandInHash.signature(of: [1], [2]))
      table.inject(.list(forged), from: 2, to: 1)
    }
    let withOwnKey = try #require(
      JournalList(
        uploader: JournalTable.id(0), version: 9, attachments: [],
        signedBy: JournalTable.signer(2)))
    table.inject(.list(withOwnKey), from: 2, to: 1)
    #expect(table.ids(at: 1) == [id])
    // The list of an uploader that is gone is not replaced by one with another key either.
    table.leave(0)
    table.inject(.list(withOwnKey), from: 2, to: 1)
    #expect(table.ids(at: 1) == [id])
  }

  @Test("J3 · only the uploader removes an attachment, and an older list does not bring it back")
  func removal() throws {
    var table = JournalTable(3)
    let id = try table.add([1, 2, 3], by: 0)
    let before = try #require(table.groups[1].lists[JournalTable.signer(0).publicKey])
    #expect(throws: JournalRefusal.notOwn) { try table.remove(id, by: 1) }
    try table.remove(id, by: 0)
    #expect((0..<3).allSatisfy { table.ids(at: $0).isEmpty && table.chunks[$0].isEmpty })
    table.inject(.list(before), from: 2, to: 1)
    #expect(table.ids(at: 1).isEmpty)
    #expect(throws: JournalRefusal.removed) { try table.remove(id, by: 0) }
    #expect(throws: JournalRefusal.removed) { try table.load(id, by: 1) }
  }

  @Test("J4 · a latecomer learns the attachments of an uploader that left")
  func latecomer() throws {
    var table = JournalTable(3)
    table.leave(2)
    let id = try table.add(JournalTable.content(100_000), metadata: [5], by: 0)
    table.leave(0)
    table.replace(2)
    table.come(2)
    #expect(table.ids(at: 2) == [id])
    try table.load(id, by: 2)
    #expect(table.content(of: id, at: 2) == JournalTable.content(100_000))
  }

  @Test("J5 · a participant that only watches adds nothing, and loads")
  func watcher() throws {
    var table = JournalTable(3, watchers: [2])
    #expect(throws: JournalRefusal.mayNotAdd) { try table.add([1], by: 2) }
    let own = try #require(
      JournalList(
        uploader: JournalTable.id(2), version: 1,
        attachments: [
          ListedAttachment(
            stamp: 1, bytes: 0, metadataBytes: 0,
            headerDigest: Array(repeating: 0, count: 32))
        ], signedBy: JournalTable.signer(2)))
    table.inject(.list(own), from: 2, to: 0)
    #expect(table.groups[0].lists.isEmpty)
    // It cannot tell lists of somebody who is not here either.
    let stranger = try #require(
      JournalList(
        uploader: JournalTable.id(9), version: 1, attachments: own.attachments,
        signedBy: JournalTable.signer(9)))
    table.inject(.list(stranger), from: 2, to: 0)
    #expect(table.groups[0].lists.isEmpty)
    let id = try table.add([4, 5], by: 0)
    #expect(table.content(of: id, at: 2) == [4, 5])
  }

  @Test("J6 · each limit refuses with both numbers")
  func limits() throws {
    var table = JournalTable(2)
    let group = table.groups[0]
    let mebibyte = 1 << 20
    #expect(throws: JournalRefusal.tooLarge(bytes: 100 * mebibyte + 1, limit: 100 * mebibyte)) {
      try group.check(bytes: 100 * mebibyte + 1, metadataBytes: 0)
    }
    #expect(throws: JournalRefusal.metadataTooLarge(bytes: 65_537, limit: 65_536)) {
      try group.check(bytes: 1, metadataBytes: 65_537)
    }
    for _ in 0..<16 { try table.add([], metadata: Array(repeating: 1, count: 65_536), by: 0) }
    #expect(throws: JournalRefusal.sessionMetadataFull(bytes: mebibyte + 1, limit: mebibyte)) {
      try table.add([], metadata: [1], by: 1)
    }
    for number in 16..<64 { try table.add([UInt8(number)], by: 0) }
    #expect(throws: JournalRefusal.tooMany(count: 65, limit: 64)) { try table.add([1], by: 0) }
    #expect(table.ids(at: 1).count == 64)
  }

  @Test("J6 · the bytes of an uploader and of a session have limits")
  func totals() throws {
    var groups = (0..<3).map {
      JournalGroup(me: JournalTable.id($0), signer: JournalTable.signer($0))
    }
    let everybody = (0..<3).map { JournalParticipant(JournalTable.id($0)) }
    let now = Uptime(milliseconds: 5)
    for number in 0..<3 { _ = groups[number].participantsChanged(to: everybody, at: now) }
    let bytes = 64 << 20
    let digests = Array(repeating: UInt8(0), count: JournalLimits.chunkCount(of: bytes) * 32)
    let header = JournalHeader(contentType: "", metadata: nil, digests: digests)
    for number in 0..<2 {
      for _ in 1...4 {
        _ = try groups[number].add(bytes: bytes, header, at: now)
      }
      let hello = JournalMessage.hello(groups[number].hello(isAnswer: true))
      for message in [hello] + groups[number].sortedLists.map({ .list($0) }) {
        for other in 0..<3 where other != number {
          _ = groups[other].receive(message, from: JournalTable.id(number), at: now)
        }
      }
    }
    #expect(throws: JournalRefusal.uploaderFull(bytes: (256 << 20) + 1, limit: 256 << 20)) {
      try groups[0].check(bytes: 1, metadataBytes: 0)
    }
    #expect(throws: JournalRefusal.sessionFull(bytes: (512 << 20) + 1, limit: 512 << 20)) {
      try groups[2].check(bytes: 1, metadataBytes: 0)
    }
  }

  @Test("J7 · two lists that meet late agree, whichever was told first")
  func partition() throws {
    var table = JournalTable(4)
    table.isLost = { [0, 1].contains($0.from) != [0, 1].contains($0.to) }
    let left = try table.add([1], by: 0)
    let right = try table.add([2], by: 2)
    #expect(table.ids(at: 1) == [left] && table.ids(at: 3) == [right])
    try table.remove(left, by: 0)
    let again = try table.add([3], by: 0)
    table.isLost = { _ in false }
    for number in [2, 3] { table.leave(number) }
    for number in [2, 3] { table.come(number) }
    #expect(Set((0..<4).map { table.ids(at: $0) }).count == 1)
    #expect(Set(table.ids(at: 0)) == [right, again])
  }

  @Test("J4 · the last list of an uploader that leaves at once reaches everybody")
  func lastList() throws {
    var table = JournalTable(3)
    table.isLost = { envelope in
      if case .list = envelope.message { envelope.to == 2 } else { false }
    }
    let id = try table.add([1, 2], by: 0)
    #expect(table.ids(at: 1) == [id] && table.ids(at: 2).isEmpty)
    table.isLost = { _ in false }
    table.leave(0)
    #expect(table.ids(at: 2) == [id])
    #expect(table.content(of: id, at: 2) == [1, 2])
  }

  @Test("J7 · a stamp far above all others does not count")
  func leap() throws {
    var table = JournalTable(2)
    let far = ListedAttachment(
      stamp: 1 << 20 + 1, bytes: 0, metadataBytes: 0,
      headerDigest: Array(repeating: 0, count: 32))
    let list = try #require(
      JournalList(
        uploader: JournalTable.id(0), version: 1, attachments: [far],
        signedBy: JournalTable.signer(0)))
    table.inject(.list(list), from: 0, to: 1)
    #expect(table.groups[1].lists.isEmpty)
  }

  /// A list of an uploader that is not here, with this many attachments without bytes.
  private func invented(
    _ number: Int, count: Int = 1, metadataBytes: Int = 0
  ) throws -> JournalMessage {
    let attachments = (0..<count).map { index in
      ListedAttachment(
        stamp: 0, bytes: 0, metadataBytes: metadataBytes,
        headerDigest: Array(repeating: UInt8(index), count: 32))
    }
    return .list(
      try #require(
        JournalList(
          uploader: JournalTable.id(number), version: 1, attachments: attachments,
          signedBy: JournalTable.signer(number))))
  }

  @Test("J7 · a later list with lower stamps displaces nothing that counts")
  func displacement() throws {
    var table = JournalTable(3)
    for _ in 0..<16 { try table.add([7], metadata: Array(repeating: 1, count: 65_536), by: 0) }
    let before = table.ids(at: 0)
    let list = try invented(9, count: 16, metadataBytes: 65_536)
    for to in [0, 2] { table.inject(list, from: 1, to: to) }
    for number in 0..<3 { #expect(table.ids(at: number) == before) }
    #expect(before.allSatisfy { table.content(of: $0, at: 0) == [7] })
    try table.remove(before[3], by: 0)
    #expect(table.ids(at: 0).count == 15)
  }

  @Test("J4 · the list of a participant that is here takes the place of an absent one's")
  func manyLists() throws {
    var table = JournalTable(3)
    let first = try table.add([1], by: 0)
    for number in 100..<400 { table.inject(try invented(number), from: 1, to: 2) }
    #expect(table.groups[2].lists.count == JournalLimits.listsMax)
    let second = try table.add([2], by: 1)
    #expect(table.groups[2].lists.count == JournalLimits.listsMax)
    #expect(table.ids(at: 2) == [first, second])
  }

  @Test("J6 · the limits of an uploader hold for all joins of a member")
  func joins() throws {
    let here = JournalTable.id(1)
    var group = JournalGroup(
      me: JournalTable.id(0), signer: JournalTable.signer(0),
      memberOf: { Bytes16(high: 0, low: $0.low % 2) })
    let now = Uptime(milliseconds: 5)
    _ = group.participantsChanged(to: [.init(JournalTable.id(0)), .init(here)], at: now)
    for number in [11, 13] {
      _ = group.receive(try invented(number, count: 40), from: here, at: now)
    }
    #expect(group.entries.count == 64)
    group.liars = [group.memberOf(JournalTable.id(11))]
    #expect(group.isLiar(JournalTable.id(13)))
  }

  @Test("J6 · a name of a content type that no header can carry is refused")
  func contentType() throws {
    let group = JournalTable(1).groups[0]
    #expect(throws: JournalRefusal.contentTypeTooLong(bytes: 129, limit: 128)) {
      try group.check(
        bytes: 1, metadataBytes: 0, contentType: String(repeating: "a", count: 129))
    }
  }
}
