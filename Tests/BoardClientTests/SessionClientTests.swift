import BoardCodec
import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupTesting
import Testing

@testable import BoardClient

/// Decisions of a client about a board that several participants draw on.
@Suite struct SessionClientTests {
  /// Two in a session on the first one's board.
  private func pair() -> Party {
    var party = Party(2)
    party.draw(0, "before")
    party.join(0)
    party.join(1)
    party.run(milliseconds: 5_000)
    return party
  }

  @Test("A member that joins gets and stores the board; then both draw, and have the same")
  func joining() {
    var party = pair()
    #expect(party.things(of: 1) == 1 && party.files[1].count == 1)
    party.draw(0, "a")
    party.draw(1, "b")
    party.run(milliseconds: 100)
    #expect(party.areAlike && party.things(of: 0) == 3)
    #expect(Set(party.files[0].map(\.id)) == Set(party.files[1].map(\.id)))
  }

  @Test("Own entries go to others once they are on the disk, and not before")
  func durableFirst() {
    var party = pair()
    let entries = party.draw(0, "a", reachesDisk: false)
    party.run(milliseconds: 5_000)
    #expect(party.things(of: 1) == 1 && party.clients[0].unsent == entries)
    party.keep(0, entries)
    party.run(milliseconds: 100)
    #expect(party.things(of: 1) == 2 && party.clients[0].unsent.isEmpty)
  }

  @Test("Entries of another board or another replica are not sent")
  func otherBoard() {
    var party = pair()
    let entries = party.draw(0, "a", reachesDisk: false)
    let elsewhere = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1))
    party.step(0) { $0.kept(through: elsewhere, at: $1, using: &$2) }
    #expect(party.clients[0].unsent == entries)
    _ = party.clients[0].open(Party.board(of: 1, in: 5))
    #expect(party.clients[0].unsent.isEmpty)
    let drawn = party.draw(0, "elsewhere")
    party.run(milliseconds: 5_000)
    #expect(!party.files[1].contains { $0.id == drawn[0].id })
  }

  @Test("Entries wait for the next frame, and one change shows them together")
  func coalescing() {
    var party = pair()
    let before = party.changes[1].count
    for number in 0..<5 { party.draw(0, "\(number)") }
    #expect(party.things(of: 1) == 1 && party.clients[1].session?.hasNews == true)
    party.step(1) { $0.showNews(at: $1, using: &$2) }
    let changes = party.changes[1][before...].map(\.operations.count)
    #expect(changes == [5] && party.clients[1].session?.hasNews == false)
  }

  @Test("Without the session's board nothing is merged and nothing is sent, until the board comes")
  func withoutBoard() {
    var party = Party(2)
    party.draw(0, "a")
    party.join(0)
    party.join(1, lacking: .unowned)
    party.draw(1, "on another board")
    party.run(milliseconds: 3_000)
    #expect(party.things(of: 1) == 1 && party.things(of: 0) == 1)
    _ = party.clients[1].open(Party.board(of: 2, in: 5))
    party.step(1) { $0.boardCame(at: $1, using: &$2) }
    party.run(milliseconds: 10_000)
    #expect(party.areAlike && party.things(of: 1) == 1)
  }

  @Test("A watcher's entries count only if a member that may draw signed them")
  func rights() {
    let ann = Party.replica(0).author
    var party = Party(3)
    party.join(0)
    // To this one the second member only watches.
    party.join(
      2,
      rights: SessionRights(
        authors: { $0 == Party.participant(1).member ? [ann] : nil }, proves: { _, _ in true }))
    party.join(1)
    party.run(milliseconds: 5_000)
    party.draw(1, "mine")
    party.step(2) { $0.showNews(at: $1, using: &$2) }
    #expect(party.things(of: 2) == 0)
    #expect(party.clients[2].session?.refused.counts == [.wrongSender: 1])
  }

  @Test("The unfinished ink of a watcher is refused, and counted like refused entries")
  func inkOfWatcher() {
    var party = pair()
    let members = [0, 1].map {
      SessionClient.Member(
        SharedBoard.Participant(Party.participant($0), mayDraw: $0 == 1), named: Party.name($0))
    }
    party.step(1) { $0.participantsChanged(to: members, at: $1, using: &$2) }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), stepExponent: 0)
    let entry = EntryID(party.clients[0].board.replica, SequenceNumber(1))
    party.step(0) {
      $0.handle(.penBegan(entry, style, BoardPoint(x: 1, y: 1)), at: $1, using: &$2)
    }
    party.run(milliseconds: 100)
    let count = party.clients[1].session?.refused.counts[.inkOfWatcher] ?? 0
    #expect(count > 0)
    let shown = party.events[1].compactMap { event in
      if case .refused(let refused) = event { refused.counts } else { nil }
    }
    #expect(shown.last == [.inkOfWatcher: count])
    let isShown = party.events[1].contains { if case .wets = $0 { true } else { false } }
    #expect(!isShown)
  }

  @Test("Refused entries are counted by cause, and the screen receives the counts")
  func refusals() throws {
    var party = pair()
    var entry = try #require(party.draw(0, "a", reachesDisk: false).first)
    entry.signature = [1]
    for run in EntryRun.encoded([entry]) + [[0xFF], [0xFF]] {
      party.step(1) { client, now, chance in
        client.received(
          SharedBoardMessage.entries(run).encoded(), from: Party.participant(0), at: now,
          using: &chance)
      }
    }
    party.step(1) { $0.showNews(at: $1, using: &$2) }
    var refused = RefusalCounts()
    refused.add(.log(.badSignature))
    refused.add(.unreadableRun, 2)
    #expect(party.clients[1].session?.refused == refused)
    let shown = party.events[1].compactMap { event in
      if case .refused(let refused) = event { refused } else { nil }
    }
    #expect(shown.last == refused)
  }

  @Test("A participant that shows itself as another author is not shown")
  func falseAuthor() {
    for proves in [true, false] {
      var party = Party(2)
      party.join(0, rights: SessionRights(authors: { _ in nil }, proves: { _, _ in proves }))
      party.join(1)
      let appearance = ParticipantPresence(
        author: Party.replica(1).author, name: SafeText("Ben"), color: PaletteColor.red.color,
        sign: 0, since: 0)
      party.step(1) { $0.handle(.appear(appearance), at: $1, using: &$2) }
      party.run(milliseconds: 1_000)
      let isShown = party.events[0].contains {
        if case .appeared(appearance, Party.name(1)) = $0 { true } else { false }
      }
      #expect(isShown == proves)
    }
  }

  @Test("An unfinished stroke is shown as it grows, and goes when it is abandoned")
  func unfinishedInk() {
    var party = pair()
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), stepExponent: 0)
    let next = SequenceNumber(2)
    let entry = EntryID(party.clients[0].board.replica, next)
    let points = (0..<9).map { BoardPoint(x: Int32($0) * 100, y: 50) }
    party.step(0) { $0.handle(.penBegan(entry, style, points[0]), at: $1, using: &$2) }
    party.step(0) { $0.handle(.penMoved(Array(points[1...])), at: $1, using: &$2) }
    party.run(milliseconds: 1_000)
    let counts = party.events[1].compactMap { event -> [Int]? in
      if case .wets(let items) = event { items.first?.pointCounts } else { nil }
    }
    #expect(counts.last == [9])
    party.step(0) { $0.handle(.penAbandoned, at: $1, using: &$2) }
    party.run(milliseconds: 1_000)
    let isGone = party.events[1].contains { if case .wetGone = $0 { true } else { false } }
    #expect(isGone)
  }

  @Test("Missing entries are sent one message at a time, each when there is room")
  func pacing() {
    var party = Party(2)
    party.hasRoom = false
    for number in 0..<20 { party.draw(0, "\(number)") }
    party.join(0)
    party.join(1)
    party.run(milliseconds: 5_000)
    #expect(party.paced[0].count == 1 && party.things(of: 1) == 0)
    for number in 1...20 {
      party.sendPaced(0)
      party.step(1) { $0.showNews(at: $1, using: &$2) }
      #expect(party.things(of: 1) == number && party.paced[0].count <= 1)
    }
    party.run(milliseconds: 5_000)
    #expect(party.areAlike)
  }

  @Test("Bytes that are no message, or come outside of a session, do nothing")
  func noise() {
    var party = pair()
    for bytes: [UInt8] in [[], [255], Array(repeating: 7, count: 999)] {
      party.step(0) { $0.received(bytes, from: Party.participant(1), at: $1, using: &$2) }
    }
    party.leave(0)
    let deadline = party.clients[0].deadline
    #expect(deadline == nil)
    let sent = party.sentCounts[0]
    party.draw(0, "alone")
    party.run(milliseconds: 3_000)
    #expect(party.sentCounts[0] == sent && party.clients[0].unsent.isEmpty)
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
    var party = Party(1)
    let entries = party.draw(0, "a")
    var arrivals = Arrivals()
    arrivals.add([], from: watcher)
    #expect(arrivals.isEmpty)
    for source in [drawer, drawer, watcher] { arrivals.add(entries, from: source) }
    arrivals.add(.gone(GuestItem.ID(participant: Bytes16(high: 2, low: 1), number: 1)))
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
