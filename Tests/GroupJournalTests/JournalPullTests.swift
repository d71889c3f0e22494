import EaselBase
import GroupTesting
import Testing

@testable import GroupJournal

/// The laws of loading, on the page `GroupJournal`.
@Suite struct JournalPullTests {
  /// Everybody is in the session, and nothing but lists and headers goes to the last participant.
  private func table(_ count: Int, bytes: Int) throws -> (JournalTable, Bytes16) {
    var table = JournalTable(count)
    table.isLost = { envelope in
      if case .chunk(_, let index, _) = envelope.message {
        envelope.to == count - 1 && index > 0
      } else {
        false
      }
    }
    let id = try table.add(JournalTable.content(bytes), by: 0)
    table.isLost = { _ in false }
    return (table, id)
  }

  @Test("J8 · at most two chunks are under way")
  func underWay() throws {
    var table = JournalTable(2)
    table.isLost = { envelope in
      if case .chunk(_, let index, _) = envelope.message { index > 0 } else { false }
    }
    try table.add(JournalTable.content(1_000_000), by: 0)
    let wanted = table.sent.compactMap { envelope in
      if case .want(_, let index) = envelope.message { index } else { nil }
    }
    #expect(wanted == [0, 1, 2])
    #expect(table.groups[1].requests.count == 2)
  }

  @Test("J9 · a reader slows down when its round trip is 25 ms above the least")
  func pacing() {
    var pacing = JournalPacing()
    var now = Uptime(milliseconds: 0)
    pacing.measure(40, at: now)
    #expect(pacing.chunksMax(at: now) == 2)
    pacing.measure(65, at: now)
    #expect(pacing.chunksMax(at: now) == 2)
    pacing.measure(90, at: now)
    #expect(pacing.chunksMax(at: now) == 0)
    now = now.advanced(by: 25)
    #expect(pacing.chunksMax(at: now) == 1)
    pacing.measure(60, at: now)
    #expect(pacing.chunksMax(at: now) == 2)
    // A path that has become longer counts as it is after a while.
    for _ in 0..<70 {
      now = now.advanced(by: 1_000)
      pacing.measure(200, at: now)
    }
    #expect(pacing.chunksMax(at: now) == 2)
  }

  @Test(
    "J10 · a participant that sends a wrong chunk is asked for nothing more, and another is asked")
  func liar() throws {
    var (table, id) = try table(3, bytes: 400_000)
    table.forge = { envelope in
      guard case .chunk(let id, let index, let bytes) = envelope.message, envelope.from == 0,
        index > 0
      else { return envelope.message }
      return .chunk(id, index: index, bytes.map { $0 ^ 1 })
    }
    let before = table.sent.count
    table.pass(milliseconds: 8_000)
    try table.load(id, by: 2)
    #expect(table.content(of: id, at: 2) == JournalTable.content(400_000))
    let lies = table.sent[before...].filter { envelope in
      if case .chunk(_, let index, _) = envelope.message {
        envelope.from == 0 && index > 0
      } else {
        false
      }
    }
    // The second was under way already.
    #expect(lies.count <= 2)
    let second = try table.add(JournalTable.content(70_000, seed: 9), by: 0)
    #expect(table.content(of: second, at: 2) == nil)
  }

  @Test("J10 · a liar that leaves and comes back is not asked again")
  func returningLiar() throws {
    var (table, id) = try table(2, bytes: 100_000)
    table.forge = { envelope in
      guard case .chunk(let id, let index, let bytes) = envelope.message, index > 0 else {
        return envelope.message
      }
      return .chunk(id, index: index, bytes.map { $0 ^ 1 })
    }
    table.pass(milliseconds: 8_000)
    table.forge = { $0.message }
    let before = table.sent.count
    table.leave(0)
    table.come(0)
    try table.load(id, by: 1)
    table.pass(milliseconds: 8_000)
    let asked = table.sent[before...].filter { envelope in
      if case .want = envelope.message { envelope.from == 1 } else { false }
    }
    #expect(asked.isEmpty)
    #expect(table.failed[1] == [.lost(bytes: 100_000)])
  }

  @Test("J11 · a load goes on with another holder when one leaves, and keeps what is here")
  func resume() throws {
    var table = JournalTable(3)
    var count = 0
    table.isLost = { _ in false }
    let limit = 5
    let id = try table.add(JournalTable.content(900_000), by: 0)
    table.leave(2)
    table.replace(2)
    let counter = Counter()
    table.isLost = { envelope in
      guard case .chunk(_, let index, _) = envelope.message, index > 0, envelope.to == 2 else {
        return false
      }
      counter.value += 1
      return counter.value > limit
    }
    table.come(2)
    try table.load(id, by: 2)
    #expect(table.groups[2].progress(of: id)?.received == limit * JournalLimits.chunkBytes)
    table.leave(0)
    table.isLost = { _ in false }
    count = table.sent.count
    table.pass(milliseconds: 8_000)
    #expect(table.content(of: id, at: 2) == JournalTable.content(900_000))
    #expect(table.loaded[2] == [id])
    let chunks = table.sent[count...].filter { envelope in
      if case .chunk = envelope.message { true } else { false }
    }
    #expect(chunks.count == 15 - limit)
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: the test has one thread.
    var value = 0
  }

  @Test("J11 · a participant that does not answer stops no load from others")
  func mute() throws {
    var table = JournalTable(3)
    table.isLost = { envelope in
      if case .want = envelope.message { envelope.to == 1 } else { false }
    }
    for number in 0..<3 { try table.add([UInt8(number)], by: 1) }
    let id = try table.add(JournalTable.content(200_000), by: 0)
    table.pass(milliseconds: 6_000)
    #expect(table.content(of: id, at: 2) == JournalTable.content(200_000))
  }

  @Test("J11 · a load that is cancelled waits no longer")
  func cancelled() throws {
    var (table, id) = try table(2, bytes: 300_000)
    table.leave(0)
    try table.load(id, by: 1)
    table.cancelLoad(id, by: 1)
    table.pass(milliseconds: 6_000)
    #expect(table.failed[1].isEmpty)
  }

  @Test("J10 · a header that does not fit its list is asked for once")
  func misfit() throws {
    var table = JournalTable(2)
    let header = JournalHeader(contentType: "", metadata: nil, digests: [])
    let listed = ListedAttachment(
      stamp: 1, bytes: 5, metadataBytes: 0, headerDigest: StandInHash.digest(header.bytes))
    let list = try #require(
      JournalList(
        uploader: JournalTable.id(0), version: 1, attachments: [listed],
        signedBy: JournalTable.signer(0)))
    table.forge = { envelope in
      guard case .lacks(let id, 0) = envelope.message else { return envelope.message }
      return .chunk(id, index: 0, header.bytes)
    }
    table.inject(.list(list), from: 0, to: 1)
    table.pass(milliseconds: 60_000)
    let wants = table.sent.count { envelope in
      if case .want = envelope.message { true } else { false }
    }
    #expect(wants == 1 && table.ids(at: 1).isEmpty)
  }

  @Test("J11 · a hello with the same key takes back no complete copy")
  func helloAfterHave() throws {
    var table = JournalTable(2)
    let id = try table.add([1, 2], by: 0)
    let hello = JournalHello(
      key: JournalTable.signer(0).publicKey, versions: [], complete: [], isFull: false,
      isAnswer: true)
    for _ in 0..<2 { table.inject(.hello(hello), from: 0, to: 1) }
    #expect(table.groups[1].peers[JournalTable.id(0)]?.complete == [id])
  }

  @Test("J12 · everybody copies small attachments, so that they outlive their uploader")
  func copies() throws {
    var table = JournalTable(3)
    let id = try table.add(JournalTable.content(130_000), by: 0)
    table.leave(0)
    #expect([1, 2].allSatisfy { table.content(of: id, at: $0) != nil })
    #expect(table.ids(at: 1) == [id])
  }

  @Test("J13 · if the last holder is gone, a load fails with the size after five seconds")
  func lost() throws {
    var (table, id) = try table(2, bytes: 300_000)
    table.leave(0)
    try table.load(id, by: 1)
    table.pass(milliseconds: 4_900)
    #expect(table.failed[1].isEmpty)
    table.pass(milliseconds: 200)
    #expect(table.failed[1] == [.lost(bytes: 300_000)])
  }

  @Test("J14 · without room nothing is kept, the load fails with both numbers, and others are told")
  func noRoom() throws {
    var table = JournalTable(3)
    table.full = [1]
    let id = try table.add(JournalTable.content(100_000), by: 0)
    #expect(table.content(of: id, at: 1) == nil && table.chunks[1].isEmpty)
    #expect(table.groups[0].peers[JournalTable.id(1)]?.isFull == true)
    try table.load(id, by: 1)
    #expect(table.failed[1] == [.noRoom(bytes: 100_000, free: 0)])
    table.full = []
    try table.load(id, by: 1)
    #expect(table.content(of: id, at: 1) == JournalTable.content(100_000))
  }

  @Test("J12 · an attachment that is too large for everybody's copies gets one more copy")
  func keeper() throws {
    var table = JournalTable(4)
    let content = Array(repeating: UInt8(3), count: 66 << 20)
    let id = try table.add(content, by: 0)
    #expect((1..<4).count { table.groups[$0].entries[id]?.isComplete == true } == 1)
    table.leave(0)
    #expect((1..<4).count { table.groups[$0].entries[id]?.isComplete == true } == 2)
  }
}
