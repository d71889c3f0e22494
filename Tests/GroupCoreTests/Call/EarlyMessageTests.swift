import GroupBase
import GroupTesting
import Testing

@testable import EaselBase
@testable import GroupCore

/// Messages that are sent shortly after joining, to participants who joined at the same moment.
@Suite struct EarlyMessageTests {
  @Test(
    "S14 · members who join at the same moment hear each other's first messages, once, in order")
  func sameMoment() throws {
    for seed in Seeds.range(40) {
      var chain = CallChain(3, seed: seed)
      let session = try chain.activate(0)
      for index in 0..<3 {
        chain.join(index, session)
        for number in UInt8(0)..<3 { try chain.send(index, [UInt8(index), number], in: session) }
      }
      chain.world.run(milliseconds: 1_000)
      for index in 0..<3 { try chain.send(index, [UInt8(index), 3], in: session) }
      chain.world.run(milliseconds: 1_000)
      for (reader, sender) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        let heard = chain.messages(reader).filter { $0[0] == sender }
        #expect(heard == (UInt8(0)..<4).map { [UInt8(sender), $0] }, "seed \(seed)")
      }
    }
  }

  @Test("S14 · a member that knew the sender when it joined gets no message from before")
  func knownSender() throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    chain.join(0, session)
    try chain.send(0, [1], in: session)
    chain.world.run(milliseconds: 200)
    chain.join(1, session)
    chain.world.run(milliseconds: 200)
    try chain.send(0, [2], in: session)
    chain.world.run(milliseconds: 4_000)
    #expect(chain.messages(1) == [[2]])
  }

  @Test(
    "S14 · parted for a while, only who had joined before a message was sent gets it afterwards")
  func parted() throws {
    // Between the middle of the chain and its end nothing arrives.
    var chain = CallChain(3)
    let session = try chain.activate(0)
    chain.world.cut = [[chain.members[1], chain.members[2]]]
    chain.join(2, session)
    chain.world.run(milliseconds: 500)
    chain.join(0, session)
    chain.join(1, session)
    chain.world.run(milliseconds: 300)
    try chain.send(0, [1], in: session)
    try chain.send(2, [2], in: session)
    chain.world.run(milliseconds: 2_000)
    // It is too late to be kept.
    try chain.send(0, [3], in: session)
    chain.world.run(milliseconds: 1_000)
    chain.world.cut = []
    chain.world.run(milliseconds: 5_000)
    #expect(chain.messages(2) == [[1]])
    // They joined before the other's message, too.
    #expect(chain.messages(0) == [[2]])
    #expect(chain.messages(1) == [[1], [3], [2]])
  }

  @Test("S14 · a message is older than the join of a member that joined after it, parted or not")
  func joinedLater() throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    chain.world.cut = [[chain.members[0], chain.members[1]]]
    chain.join(0, session)
    try chain.send(0, [1], in: session)
    chain.world.run(milliseconds: 100)
    try chain.send(0, [2], in: session)
    // Longer than a lost piece waits before it is sent again.
    chain.world.run(milliseconds: 1_600)
    chain.join(1, session)
    chain.world.run(milliseconds: 100)
    try chain.send(0, [3], in: session)
    chain.world.run(milliseconds: 1_000)
    chain.world.cut = []
    chain.world.run(milliseconds: 5_000)
    #expect(chain.participants(0).count == 2)
    #expect(chain.messages(1) == [[3]])
  }

  @Test("S14 · at most 64 early messages and 256 KiB are kept")
  func bounds() {
    let start = Uptime(milliseconds: 5)
    func message(_ count: Int) -> ParticipantMessage {
      ParticipantMessage(join: 1, name: "m", bytes: [UInt8](repeating: 1, count: count))
    }
    var early = EarlyMessages(joinedAt: start, known: [])
    for _ in 0..<70 { early.keep(message(1), sentTo: [], at: start) }
    #expect(early.messages.count == EarlyMessages.countMax)
    early = EarlyMessages(joinedAt: start, known: [])
    early.keep(message(EarlyMessages.bytesMax), sentTo: [], at: start)
    #expect(early.messages.count == 1)
    early.keep(message(1), sentTo: [], at: start)
    early.keep(message(0), sentTo: [], at: start)
    #expect(early.messages.count == 1, "what follows one that was not kept is not kept either")
    early = EarlyMessages(joinedAt: start, known: [])
    early.keep(message(1), sentTo: [], at: start.advanced(by: EarlyMessages.window))
    early.keep(message(1), sentTo: [], at: start.advanced(by: EarlyMessages.window + 1))
    #expect(early.messages.count == 1)
    #expect(!early.isOver(at: start.advanced(by: EarlyMessages.keptFor - 1)))
    #expect(early.isOver(at: start.advanced(by: EarlyMessages.keptFor)))
  }

  @Test("S14 · a later member is sent the kept messages once; members that were there get none")
  func reached() {
    let (ann, bob, cyd, dan) = (MemberID(1), MemberID(2), MemberID(3), MemberID(4))
    var early = EarlyMessages(joinedAt: Uptime(milliseconds: 0), known: [ann])
    early.keep(.init(join: 1, name: "", bytes: []), sentTo: [ann, bob], at: .init(milliseconds: 1))
    #expect(early.reach([ann, bob, cyd]) == [cyd])
    #expect(early.reach([cyd, dan]) == [dan])
    #expect(early.reach([ann, bob, cyd, dan]) == [])
  }

  @Test("S14 · a reader compares the age of a message with that of its join, each by one clock")
  func ages() {
    let (known, sender) = (ParticipantID(MemberID(1), join: 1), ParticipantID(MemberID(2), join: 1))
    for start in [Int64.min, -7, 0, 1 << 40] {
      let joined = Uptime(milliseconds: start)
      let entry = SessionEntry(joinedAt: joined, known: [known])
      let now = joined.advanced(by: 1_000)
      #expect(entry.mayPrecede(0, from: sender, at: now))
      #expect(entry.mayPrecede(1_000 + UInt64(SessionEntry.clockError), from: sender, at: now))
      #expect(!entry.mayPrecede(1_001 + UInt64(SessionEntry.clockError), from: sender, at: now))
      #expect(!entry.mayPrecede(.max, from: sender, at: now))
      #expect(!entry.mayPrecede(0, from: known, at: now))
      // Another join of the same member is another participant.
      let again = ParticipantID(known.member, join: 2)
      #expect(entry.mayPrecede(0, from: again, at: now))
    }
  }
}
