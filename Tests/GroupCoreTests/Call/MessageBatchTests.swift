import GroupBase
import GroupTesting
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// Messages of one moment go together.
@Suite struct MessageBatchTests {
  private struct Said {
    var chain: CallChain
    let session: SessionID
    private let before: Int

    init(_ count: UInt64 = 3) throws {
      chain = CallChain(count)
      session = try chain.meet(Int(count))
      before = chain.world.envelopes(from: chain.members[0])
    }

    mutating func say(_ numbers: some Sequence<Int>, _ mode: DeliveryMode = .unreliable) throws {
      for number in numbers { try chain.send(0, [UInt8(number % 256)], in: session, mode) }
    }

    /// How many envelopes it took until now.
    var envelopes: Int { chain.world.envelopes(from: chain.members[0]) - before }
    func heard(by index: Int) -> [[UInt8]] {
      chain.world.messages(of: chain.members[index]).map(\.bytes)
    }
  }

  @Test("G1 · messages within a millisecond of another go together, in order")
  func together() throws {
    for mode in [DeliveryMode.unreliable, .reliable] {
      var said = try Said()
      try said.say(0..<50, mode)
      #expect(said.envelopes == 1)
      said.chain.world.run(milliseconds: 0)
      #expect(said.envelopes == 2)
      said.chain.world.run(milliseconds: 100)
      for index in 1...2 { #expect(said.heard(by: index) == (0..<50).map { [UInt8($0)] }) }
    }
  }

  @Test("G1 · a message after a pause goes at once and alone")
  func alone() throws {
    var said = try Said()
    for number in 0..<5 {
      try said.say([number])
      #expect(said.envelopes == number + 1)
      said.chain.world.run(milliseconds: 1)
    }
  }

  @Test("G1 · a member that leaves has sent all its messages before")
  func leaving() throws {
    var said = try Said()
    try said.say(0..<3, .unreliable)
    said.chain.world.update(said.chain.members[0]) { $0.left(at: $1) }
    said.chain.world.run(milliseconds: 100)
    #expect(said.heard(by: 2) == [[0], [1], [2]])
  }

  @Test("G2 · no more than 256 messages go together, in no more than 32 KiB")
  func bounds() throws {
    var said = try Said()
    try said.say(0..<(2 + 2 * MessageBatch.partsMax))
    // The first alone, the others in full batches, and a last one.
    said.chain.world.run(milliseconds: 0)
    #expect(said.envelopes == 4)
    said.chain.world.run(milliseconds: 100)
    #expect(said.heard(by: 2).count == 2 + 2 * MessageBatch.partsMax)

    var large = try Said()
    for _ in 0..<9 {
      try large.chain.send(
        0, [UInt8](repeating: 1, count: 10_000), in: large.session, .unreliable)
    }
    large.chain.world.run(milliseconds: 100)
    #expect(large.envelopes == 1 + 3 && large.chain.world.largest <= 33 * 1_024)
    #expect(large.heard(by: 2).count == 9)
  }

  @Test("G2 · messages are batched only with messages of the same mode and recipients")
  func kinds() throws {
    var said = try Said()
    try said.say([0])
    try said.say([1, 2], .unreliable)
    try said.say([3, 4], .reliable)
    try said.say([5], .unreliable)
    let participant = try #require(
      said.chain.world.calls[said.chain.members[2]]?.participant(in: said.session))
    for number in [6, 7] as [UInt8] {
      try said.chain.send(0, [number], in: said.session, to: .only([participant]), .unreliable)
    }
    said.chain.world.run(milliseconds: 0)
    #expect(said.envelopes == 5)
    said.chain.world.run(milliseconds: 100)
    #expect(said.heard(by: 1).sorted { $0[0] < $1[0] } == (0..<6).map { [UInt8($0)] })
    #expect(said.heard(by: 2).count == 8)
  }

  @Test("G2 · each message of a batch is heard from its author, and none behind a farewell")
  func mixed() throws {
    var said = try Said(2)
    let (speaker, hearer) = (said.chain.members[0], said.chain.members[1])
    let join = try #require(said.chain.world.calls[speaker]?.participant(in: said.session)).join
    func passing(_ number: UInt8, by join: UInt32) -> CallMessage {
      .passing(ParticipantMessage(join: join, name: "", bytes: [number]))
    }
    let together: [CallMessage] = [
      passing(1, by: join), passing(2, by: join), passing(3, by: join + 7),
      .beat(version: 1), passing(4, by: join), .farewell, passing(5, by: join),
    ]
    let envelope = Envelope(
      origin: speaker, number: 1_000, to: .everyone,
      body: WireCoding.call.batch(together.map { $0.encoded() }))
    let link = try #require(said.chain.world.links[hearer]?.keys.first)
    said.chain.world.update(hearer) { $0.received(.envelope(envelope), over: link, at: $1) }
    #expect(said.heard(by: 1) == [[1], [2], [4]])
  }

  @Test("G1 · in bad weather all that was said for sure arrives once and in order, however it went")
  func weather() throws {
    for seed in Seeds.range(6) {
      var chain = CallChain(3, seed: seed)
      let session = try chain.meet(3)
      chain.world.weather = .init(
        lossPercent: 20, doublingPercent: 20, delay: .milliseconds(0)...(.milliseconds(80)),
        isReordering: true)
      for number in 0..<60 {
        try chain.send(0, [UInt8(number)], in: session)
        if number % 7 == 0 { chain.world.run(milliseconds: 3) }
      }
      chain.world.weather = .init()
      chain.world.run(milliseconds: 8_000)
      for index in 1...2 {
        let heard = chain.world.messages(of: chain.members[index]).map(\.bytes)
        #expect(heard == (0..<60).map { [UInt8($0)] }, "seed \(seed)")
      }
    }
  }
}
