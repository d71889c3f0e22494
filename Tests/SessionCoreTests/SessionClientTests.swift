import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupTesting
import Testing

@testable import SessionCore

/// Decisions of a client about a board that several participants draw on.
@Suite struct SessionClientTests {
  /// Two in a session on the first one's board.
  private func pair() -> ClientWorld {
    var world = ClientWorld(2)
    world.draw(0, "before")
    world.join(0)
    world.join(1)
    world.run(milliseconds: 5_000)
    return world
  }

  @Test("A member that joins gets and stores the board; then both draw, and have the same")
  func joining() {
    var world = pair()
    #expect(world.things(of: 1) == 1 && world.files[1].count == 1)
    world.draw(0, "a")
    world.draw(1, "b")
    world.run(milliseconds: 100)
    #expect(world.areAlike && world.things(of: 0) == 3)
    #expect(Set(world.files[0].map(\.id)) == Set(world.files[1].map(\.id)))
  }

  @Test("Own entries go to others once they are on the disk, and not before")
  func durableFirst() {
    var world = pair()
    let entries = world.draw(0, "a", reachesDisk: false)
    world.run(milliseconds: 5_000)
    #expect(world.things(of: 1) == 1 && world.clients[0].unsent == entries)
    world.keep(0, entries)
    world.run(milliseconds: 100)
    #expect(world.things(of: 1) == 2 && world.clients[0].unsent.isEmpty)
  }

  @Test("Entries of another board or another replica are not sent")
  func otherBoard() {
    var world = pair()
    let entries = world.draw(0, "a", reachesDisk: false)
    let elsewhere = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1))
    world.step(0) { $0.kept(through: elsewhere, at: $1, using: &$2) }
    #expect(world.clients[0].unsent == entries)
    _ = world.clients[0].open(ClientWorld.board(of: 1, in: 5))
    #expect(world.clients[0].unsent.isEmpty)
    let drawn = world.draw(0, "elsewhere")
    world.run(milliseconds: 5_000)
    #expect(!world.files[1].contains { $0.id == drawn[0].id })
  }

  @Test("Entries wait for the next frame, and one change shows them together")
  func coalescing() {
    var world = pair()
    let before = world.changes[1].count
    for number in 0..<5 { world.draw(0, "\(number)") }
    #expect(world.things(of: 1) == 1 && world.clients[1].session?.hasNews == true)
    world.step(1) { $0.showNews(at: $1, using: &$2) }
    let changes = world.changes[1][before...].map(\.operations.count)
    #expect(changes == [5] && world.clients[1].session?.hasNews == false)
  }

  @Test("Without the session's board nothing is merged and nothing is sent, until the board comes")
  func withoutBoard() {
    var world = ClientWorld(2)
    world.draw(0, "a")
    world.join(0)
    world.join(1, lacking: .unowned)
    world.draw(1, "on another board")
    world.run(milliseconds: 3_000)
    #expect(world.things(of: 1) == 1 && world.things(of: 0) == 1)
    _ = world.clients[1].open(ClientWorld.board(of: 2, in: 5))
    world.step(1) { $0.boardCame(at: $1, using: &$2) }
    world.run(milliseconds: 10_000)
    #expect(world.areAlike && world.things(of: 1) == 1)
  }

  /// The counts, without the messages that came before their sender was in the list of participants.
  private static func counts(_ refused: RefusalCounts?) -> [RefusalCounts.Cause: Int] {
    (refused?.counts ?? [:]).filter { $0.key != .unknownSender }
  }

  @Test("A watcher's entries count only if a member that may draw signed them")
  func rights() {
    let ann = ClientWorld.replica(0).author
    var world = ClientWorld(3)
    world.join(0)
    // To this one the second member only watches.
    world.join(
      2,
      rights: SessionRights(
        authors: { $0 == ClientWorld.participant(1).member ? [ann] : nil }, proves: { _, _ in true }
      ))
    world.join(1)
    world.run(milliseconds: 5_000)
    world.draw(1, "mine")
    world.step(2) { $0.showNews(at: $1, using: &$2) }
    #expect(world.things(of: 2) == 0)
    #expect(Self.counts(world.clients[2].session?.refused) == [.wrongSender: 1])
  }

  @Test("A message that has no effect is counted by its cause, and the screen gets the counts")
  func refusedMessages() {
    var world = ClientWorld(2)
    world.join(0, rights: SessionRights(authors: { _ in nil }, proves: { _, _ in false }))
    world.join(1)
    let known = ClientWorld.participant(1)
    let presence = ParticipantPresence(
      author: world.clients[1].board.author, name: SafeText("Ann"),
      color: PaletteColor.red.color, sign: 0, since: 0)
    let sent: [(bytes: [UInt8], sender: ParticipantID, cause: RefusalCounts.Cause)] = [
      ([10, 200], known, .unreadableMessage),
      (SharedBoardMessage.event([1]).encoded(), ClientWorld.participant(5), .unknownSender),
      (SharedBoardMessage.event([255]).encoded(), known, .unreadableNotice),
      (
        SharedBoardMessage.presence(.init(counter: 900, value: [255])).encoded(), known,
        .unreadablePresence
      ),
      (
        SharedBoardMessage.presence(.init(counter: 901, value: presence.encoded())).encoded(),
        known, .wrongIdentity
      ),
    ]
    for (bytes, sender, cause) in sent {
      let before = world.clients[0].session?.refused.counts[cause] ?? 0
      world.step(0) { $0.received(bytes, from: sender, at: $1, using: &$2) }
      #expect(world.clients[0].session?.refused.counts[cause] == before + 1, "\(cause)")
    }
    let ink = SharedBoardMessage.wet(
      .whole(
        .init(
          stroke: 1, number: 1, replica: world.clients[1].board.replica,
          sequence: SequenceNumber(1), style: [255]), points: [WetPoint(x: 1, y: 1)]))
    world.step(0) { $0.received(ink.encoded(), from: known, at: $1, using: &$2) }
    world.step(0) { $0.showNews(at: $1, using: &$2) }
    #expect(world.clients[0].session?.refused.counts[.unreadableInk] == 1)
    let shown = world.events[0].compactMap { event in
      if case .refused(let refused, _) = event { refused } else { nil }
    }
    #expect(shown.last == world.clients[0].session?.refusals[ClientWorld.name(1)])
    #expect(world.clients[0].session?.refusals[nil]?.counts == [.unknownSender: 1])
  }

  @Test("The unfinished ink of a watcher is refused, and counted like refused entries")
  func inkOfWatcher() {
    var world = pair()
    let members = [0, 1].map {
      SessionClient.Member(
        SharedBoard.Participant(ClientWorld.participant($0), mayDraw: $0 == 1),
        named: ClientWorld.name($0))
    }
    world.step(1) { $0.participantsChanged(to: members, at: $1, using: &$2) }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), stepExponent: 0)
    let entry = EntryID(world.clients[0].board.replica, SequenceNumber(1))
    world.step(0) {
      $0.handle(.penBegan(entry, style, BoardPoint(x: 1, y: 1)), at: $1, using: &$2)
    }
    world.run(milliseconds: 100)
    let count = world.clients[1].session?.refused.counts[.inkOfWatcher] ?? 0
    #expect(count > 0)
    let shown = world.events[1].compactMap { event in
      if case .refused(let refused, _) = event { refused.counts } else { nil }
    }
    #expect(shown.last?[.inkOfWatcher] == count)
    let isShown = world.events[1].contains { if case .wets = $0 { true } else { false } }
    #expect(!isShown)
  }

  @Test("Refused entries are counted by cause, and the screen receives the counts")
  func refusals() throws {
    var world = pair()
    var entry = try #require(world.draw(0, "a", reachesDisk: false).first)
    entry.signature = [1]
    for run in EntryRun.encoded([entry]) + [[0xFF], [0xFF]] {
      world.step(1) { client, now, chance in
        client.received(
          SharedBoardMessage.entries(run).encoded(), from: ClientWorld.participant(0), at: now,
          using: &chance)
      }
    }
    world.step(1) { $0.showNews(at: $1, using: &$2) }
    var refused = RefusalCounts()
    refused.add(.log(.badSignature))
    refused.add(.unreadableRun, 2)
    #expect(Self.counts(world.clients[1].session?.refused) == refused.counts)
    let shown = world.events[1].compactMap { event in
      if case .refused(let refused, _) = event { refused } else { nil }
    }
    #expect(Self.counts(shown.last) == refused.counts)
  }

  @Test("A participant that shows itself as another author is not shown")
  func falseAuthor() {
    for proves in [true, false] {
      var world = ClientWorld(2)
      world.join(0, rights: SessionRights(authors: { _ in nil }, proves: { _, _ in proves }))
      world.join(1)
      let appearance = ParticipantPresence(
        author: ClientWorld.replica(1).author, name: SafeText("Ben"), color: PaletteColor.red.color,
        sign: 0, since: 0)
      world.step(1) { $0.handle(.appear(appearance), at: $1, using: &$2) }
      world.run(milliseconds: 1_000)
      let isShown = world.events[0].contains {
        if case .appeared(appearance, ClientWorld.name(1)) = $0 { true } else { false }
      }
      #expect(isShown == proves)
    }
  }

  @Test("An unfinished stroke is shown as it grows, and goes when it is abandoned")
  func unfinishedInk() {
    var world = pair()
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), stepExponent: 0)
    let next = SequenceNumber(2)
    let entry = EntryID(world.clients[0].board.replica, next)
    let points = (0..<9).map { BoardPoint(x: Int32($0) * 100, y: 50) }
    world.step(0) { $0.handle(.penBegan(entry, style, points[0]), at: $1, using: &$2) }
    world.step(0) { $0.handle(.penMoved(Array(points[1...])), at: $1, using: &$2) }
    world.run(milliseconds: 1_000)
    let counts = world.events[1].compactMap { event -> [Int]? in
      if case .wets(let items) = event { items.first?.pointCounts } else { nil }
    }
    #expect(counts.last == [9])
    world.step(0) { $0.handle(.penAbandoned, at: $1, using: &$2) }
    world.run(milliseconds: 1_000)
    let isGone = world.events[1].contains { if case .wetGone = $0 { true } else { false } }
    #expect(isGone)
  }

  @Test("Entries that are on their way for a while and cross each other give the same board")
  func delay() {
    for seed in Seeds.range(10) {
      var world = ClientWorld(3, seed: seed)
      world.network.weather.delay = .milliseconds(1)...(.milliseconds(300))
      for index in 0..<3 { world.join(index) }
      for number in 0..<10 {
        world.draw(number % 3, "\(number)")
        world.run(milliseconds: 40)
      }
      world.run(milliseconds: 5_000)
      #expect(world.areAlike && world.things(of: 2) == 10, "seed \(seed)")
    }
  }

  @Test("Missing entries are sent one message at a time, each when there is room")
  func pacing() {
    var world = ClientWorld(2)
    world.hasRoom = false
    for number in 0..<20 { world.draw(0, "\(number)") }
    world.join(0)
    world.join(1)
    world.run(milliseconds: 5_000)
    #expect(world.paced[0].count == 1 && world.things(of: 1) == 0)
    for number in 1...20 {
      world.sendPaced(0)
      world.run(milliseconds: 10)
      #expect(world.things(of: 1) == number && world.paced[0].count <= 1)
    }
    world.run(milliseconds: 5_000)
    #expect(world.areAlike)
  }

  @Test("Bytes that are no message, or come outside of a session, do nothing")
  func noise() {
    var world = pair()
    for bytes: [UInt8] in [[], [255], Array(repeating: 7, count: 999)] {
      world.step(0) { $0.received(bytes, from: ClientWorld.participant(1), at: $1, using: &$2) }
    }
    world.leave(0)
    let deadline = world.clients[0].deadline
    #expect(deadline == nil)
    let sent = world.sentCounts[0]
    world.draw(0, "alone")
    world.run(milliseconds: 3_000)
    #expect(world.sentCounts[0] == sent && world.clients[0].unsent.isEmpty)
  }
}

/// For whom the board is read, and how far.
@Suite struct CatchUpQueueTests {
  private let bob = ParticipantID(MemberID(2), join: 1)
  private let cyd = ParticipantID(MemberID(3), join: 1)

  private func range(_ replica: UInt64) -> EntryRange {
    EntryRange(
      replica: ReplicaID(Bytes16(high: 0, low: replica)), first: SequenceNumber(1),
      last: SequenceNumber(2))
  }

  @Test("For each one supply is under way; what is asked meanwhile follows it, up to a bound")
  func asking() {
    var supplies = CatchUpQueue()
    let many = (1...200).map { range($0) }
    let first = supplies.ask([range(1)], by: bob)
    #expect(first == [range(1)])
    for _ in 0..<2 {
      let isUnderWay = supplies.ask(many, by: bob) == nil
      #expect(isUnderWay)
    }
    let other = supplies.ask(many, by: cyd)
    #expect(other == many)
    supplies.read([[1]], amountingTo: [range(1)], isLast: true, for: bob)
    guard case .send([1]) = supplies.next(for: bob) else {
      Issue.record("nothing to send")
      return
    }
    if supplies.next(for: bob) != nil { Issue.record("two at once") }
    supplies.sent(to: bob)
    guard case .end(let ranges, let following) = supplies.next(for: bob) else {
      Issue.record("it does not end")
      return
    }
    #expect(ranges == [range(1)] && following == Array((many + many).prefix(256)))
    supplies.fail(for: bob)
    guard case .end(let none, nil) = supplies.next(for: bob) else {
      Issue.record("it does not end")
      return
    }
    let last = supplies.ask(many, by: bob)
    #expect(none.isEmpty && last == many)
  }
}

/// Changes that wait for the next frame.
@Suite struct ArrivalsTests {
  private let drawer = Log.Source.member(Bytes16(high: 5, low: 1), mayOnlyPassOn: false)
  private let watcher = Log.Source.member(Bytes16(high: 5, low: 2), mayOnlyPassOn: true)

  @Test("Entries of a member with other rights are not joined with those of the first")
  func rights() {
    var world = ClientWorld(1)
    let entries = world.draw(0, "a")
    var arrivals = Arrivals()
    arrivals.add([], from: watcher)
    #expect(arrivals.isEmpty)
    for source in [drawer, drawer, watcher] { arrivals.add(entries, from: source) }
    arrivals.add(
      .gone(GuestItem.ID(participant: ParticipantUUID(Bytes16(high: 2, low: 1)), number: 1)))
    #expect(arrivals.next(mayBeEntries: false) == nil)
    var joined: [(count: Int, mayOnlyPassOn: Bool)] = []
    while let item = arrivals.next(mayBeEntries: true) {
      if case .entries(let some, let source) = item {
        joined.append((some.count, source.mayOnlyPassOn))
      }
    }
    #expect(joined.map(\.count) == [2, 1] && joined.map(\.mayOnlyPassOn) == [false, true])
    #expect(arrivals.isEmpty)
  }
}

extension SessionClient.Session {
  /// The refusals of all senders together.
  fileprivate var refused: RefusalCounts {
    refusals.values.reduce(into: RefusalCounts()) { $0.add($1) }
  }
}
