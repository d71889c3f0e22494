import GroupBase
import GroupTesting
import Testing

@testable import EaselBase
@testable import GroupCore

@Suite struct PieceTests {
  private let now = Uptime(milliseconds: 0)

  private static let sizes = [
    0, 1, Piece.bytesMax - 1, Piece.bytesMax, Piece.bytesMax + 1, 2 * Piece.bytesMax,
    Call.messageBytesMax - 1, Call.messageBytesMax,
  ]

  private static func bytes(_ count: Int, _ first: UInt8) -> [UInt8] {
    (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0 / 251) }
  }

  @Test(
    "F1 · a message of any size that is allowed arrives whole in either mode, in order if reliable")
  func sizes() throws {
    for mode in [DeliveryMode.reliable, .unreliable] {
      var chain = CallChain(3)
      let session = try chain.meet(3)
      let sent = Self.sizes.enumerated().map { Self.bytes($1, UInt8($0)) }
      for bytes in sent { try chain.send(0, bytes, in: session, mode) }
      chain.world.run(milliseconds: 2_000)
      for index in 1...2 {
        #expect(chain.world.messages(of: chain.members[index]).map(\.bytes) == sent)
      }
      #expect(chain.world.largest <= 64 * 1_024)
    }
  }

  @Test("F1 · a larger one is refused, with both sizes")
  func refusal() throws {
    var chain = CallChain(2)
    let session = try chain.meet(2)
    let over = [UInt8](repeating: 1, count: Call.messageBytesMax + 1)
    for mode in [DeliveryMode.reliable, .unreliable] {
      #expect(throws: SendRefusal.tooLarge(bytes: 262_145, limit: 262_144)) {
        try chain.send(0, over, in: session, mode)
      }
    }
  }

  @Test(
    "F1 · in bad weather a reliable message in pieces arrives once and whole, others whole or not")
  func weather() throws {
    var arrived = 0
    for seed in Seeds.range(4) {
      var chain = CallChain(3, seed: seed)
      let session = try chain.meet(3)
      chain.world.weather = .init(
        lossPercent: 15, doublingPercent: 30, delay: .milliseconds(0)...(.milliseconds(150)),
        isReordering: true)
      let sent = (0..<6).map { Self.bytes(40_000 + 20_000 * $0, UInt8($0)) }
      for (index, bytes) in sent.enumerated() {
        try chain.send(0, bytes, in: session, index % 2 == 0 ? .reliable : .unreliable)
        chain.world.run(milliseconds: 100)
      }
      chain.world.weather = .init()
      chain.world.run(milliseconds: 5_000)
      for member in chain.members.dropFirst() {
        let heard = chain.world.messages(of: member).map(\.bytes)
        let reliable = heard.filter { bytes in [0, 2, 4].contains { sent[$0] == bytes } }
        #expect(reliable == [sent[0], sent[2], sent[4]], "seed \(seed)")
        #expect(heard.allSatisfy(sent.contains), "seed \(seed)")
        arrived += heard.count - reliable.count
      }
    }
    #expect(arrived > 0)
  }

  @Test("F3 · only the lost pieces of a reliable message are sent again")
  func resent() {
    let reader = MemberID(2)
    var (outbox, inbox) = (Outbox(), Inbox())
    let bytes = Self.bytes(Call.messageBytesMax, 7)
    let cut = Piece.cut(bytes)
    let items = cut.enumerated().map { index, piece in
      outbox.send(
        Array(piece), isContinued: index < cut.count - 1, to: [reader],
        at: Uptime(milliseconds: 0))
    }
    let lost = Set([0, 4, items.count - 1])
    for (index, item) in items.enumerated() where !lost.contains(index) {
      #expect(inbox.receive(item, as: reader, at: now).contents == [])
    }
    #expect(inbox.acknowledgement == Acknowledgement(upTo: 0, held: []))
    // Without the first nothing is taken, since a stream begins with it; then all but the lost.
    #expect(inbox.receive(items[0], as: reader, at: now).contents == [])
    for (index, item) in items.enumerated() where !lost.contains(index) {
      #expect(inbox.receive(item, as: reader, at: now).contents == [])
    }
    outbox.acknowledged(inbox.acknowledgement, by: reader, at: Uptime(milliseconds: 100))
    let again = outbox.woke(at: Uptime(milliseconds: 1_000))
    #expect(again.map(\.0.number) == [5, UInt64(items.count)])
    #expect(again.flatMap { inbox.receive($0.0, as: reader, at: now).contents } == [bytes])
  }

  @Test(
    "F3 · as many lost pieces are sent again at once as a reader keeps, and about 768 KiB of large ones",
    arguments: [(10, 256), (24 << 10, 32)])
  func resentTogether(size: Int, count: Int) {
    let reader = MemberID(2)
    var outbox = Outbox()
    for number in 0..<1_000 {
      let bytes = [UInt8](repeating: UInt8(number % 251), count: size)
      _ = outbox.send(bytes, isContinued: false, to: [reader], at: now)
      if outbox.bytes >= Outbox.lineBytesFull { break }
    }
    let again = outbox.woke(at: now.advanced(by: Outbox.resendFirst))
    #expect(again.map(\.0.number) == Array(1...UInt64(count)))
  }

  @Test("F3 · a message longer than the limit is dropped, and the next is whole")
  func endless() {
    let reader = MemberID(2)
    var (outbox, inbox) = (Outbox(), Inbox())
    func receive(_ bytes: [UInt8], isContinued: Bool) -> [[UInt8]] {
      let item = outbox.send(
        bytes, isContinued: isContinued, to: [reader], at: Uptime(milliseconds: 0))
      return inbox.receive(item, as: reader, at: now).contents
    }
    let piece = [UInt8](repeating: 1, count: ReliablePayload.bytesMax / 4)
    for _ in 0..<3 { #expect(receive(piece, isContinued: true) == []) }
    #expect(receive(piece, isContinued: false).map(\.count) == [ReliablePayload.bytesMax])
    for _ in 0..<4 { #expect(receive(piece, isContinued: true) == []) }
    #expect(receive([1], isContinued: false) == [])
    #expect(receive([1, 2], isContinued: false) == [[1, 2]])
  }

  @Test("F5 · a burst is refused before it cuts a reader off, and there is room again later")
  func burst() throws {
    var chain = CallChain(2)
    let session = try chain.meet(2)
    let bytes = Self.bytes(Call.messageBytesMax, 1)
    var received = 0
    #expect(throws: SendRefusal.noRoom) {
      while received < 100 {
        try chain.send(0, bytes, in: session)
        received += 1
      }
    }
    #expect(received == Outbox.lineBytesFull / bytes.count)
    chain.world.run(milliseconds: 3_000)
    #expect(chain.seen(0).contains(.hasRoom) && !chain.seen(0).contains(.undelivered(MemberID(2))))
    #expect(chain.world.messages(of: chain.members[1]).count == received)
    try chain.send(0, bytes, in: session)
  }
}
