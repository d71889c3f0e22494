import GroupBase
import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

/// The actions of one participant on a board, called directly.
@Suite struct SharedBoardTests {
  private let me = ParticipantID(MemberID(1), join: 1)
  private let other = ParticipantID(MemberID(2), join: 1)
  private let replica = ReplicaID(Bytes16(high: 1, low: 2))
  private let start = Uptime(milliseconds: 0)

  private func head(_ number: UInt64) -> ReplicaHead {
    ReplicaHead(replica, SequenceNumber(number), digest: Bytes16(high: number, low: 9))
  }

  /// A stroke that becomes the replica's first entry.
  private var wholeFrame: WetFrame<WetPoint, [UInt8]> {
    .whole(
      .init(
        stroke: 1, number: 1, replica: replica, sequence: SequenceNumber(1), style: [4]),
      points: [WetPoint(x: 1, y: 2)])
  }

  private func board(
    isFounder: Bool, with others: [SharedBoard.Participant], knowing heads: [ReplicaHead] = [],
    using chance: inout SplitMix64
  ) -> (SharedBoard, [SharedBoard.Action]) {
    var board = SharedBoard(me, isFounder: isFounder, knowing: heads, at: start)
    let actions = board.participantsChanged(
      to: [.init(me, mayDraw: true)] + others, at: start, using: &chance)
    return (board, actions)
  }

  @Test("B1 · new entries go to all, reliably; alone, nothing is sent")
  func writes() {
    var chance = SplitMix64(seed: 1)
    let (together, _) = board(
      isFounder: true, with: [.init(other, mayDraw: true)], using: &chance)
    #expect(together.wrote([1, 2]) == [.send(.entries([1, 2]), to: .all, .reliable)])
    let (alone, _) = board(isFounder: true, with: [], using: &chance)
    #expect(alone.wrote([1, 2]).isEmpty)
    let tooMuch = [UInt8](repeating: 0, count: SharedBoardMessage.entriesBytesMax + 1)
    #expect(together.wrote(tooMuch).isEmpty)
  }

  @Test("B2 · a watcher causes no reading of the board, and answers no newcomer")
  func watcher() {
    for mayDraw in [true, false] {
      var chance = SplitMix64(seed: 9)
      var (board, _) = board(
        isFounder: true, with: [.init(other, mayDraw: mayDraw)], knowing: [head(2)], using: &chance)
      board.made(Bytes16(high: 1, low: 1), at: start)
      var theirs = AntiEntropy(other, at: start)
      theirs.knows([head(2)], state: Bytes16(high: 6, low: 6), at: start)
      let digest = SharedBoardMessage.antiEntropy(.digest(theirs.own.summary(salt: 7)))
      let actions = board.received(digest, from: other, at: start, using: &chance)
      #expect(actions.contains(.rebuild) == mayDraw)
      #expect(board.complete == (mayDraw ? [other] : []))
      #expect(board.isKnownToAll == mayDraw && board.watchersBehind == 0)
    }
  }

  /// Returns a digest of a participant that says it knows these heads.
  private func digest(of participant: ParticipantID, _ heads: [ReplicaHead]) -> SharedBoardMessage {
    var theirs = AntiEntropy(participant, at: start)
    theirs.knows(heads, state: KnowledgeSummary.unsaid, at: start)
    return .antiEntropy(.digest(theirs.own.summary(salt: 7)))
  }

  @Test("B2 · no decision waits for the word of a watcher, whatever it says or does not say")
  func watchersAreNotAwaited() {
    let watcher = ParticipantID(MemberID(3), join: 1)
    let words: [[ReplicaHead]?] = [nil, [], [head(1)], [head(2)], [head(9)]]
    for word in words {
      var chance = SplitMix64(seed: 9)
      var (board, _) = board(
        isFounder: true, with: [.init(other, mayDraw: true), .init(watcher, mayDraw: false)],
        knowing: [head(2)], using: &chance)
      if let word {
        _ = board.received(digest(of: watcher, word), from: watcher, at: start, using: &chance)
      }
      #expect(!board.isKnownToAll && !board.knowsWhatOthersDo, "a watcher speaks for the others")
      _ = board.received(digest(of: other, [head(2)]), from: other, at: start, using: &chance)
      #expect(board.isKnownToAll && board.knowsWhatOthersDo, "\(word ?? [])")
      #expect(board.watchersBehind == (word == [head(2)] ? 0 : 1))
    }
  }

  @Test("B2 · a watcher's word neither ends a newcomer's search nor keeps it from its end")
  func watchersEndNoSearch() {
    let watcher = ParticipantID(MemberID(3), join: 1)
    let lies: [SharedBoardMessage] = [
      .responder(.answering(VersionVector())),
      .responder(.answering(VersionVector([replica: SequenceNumber(1 << 40)]))),
      digest(of: watcher, []), digest(of: watcher, [head(9)]),
    ]
    for lie in lies {
      var chance = SplitMix64(seed: 5)
      var (newcomer, _) = board(
        isFounder: false, with: [.init(other, mayDraw: true), .init(watcher, mayDraw: false)],
        using: &chance)
      _ = newcomer.received(lie, from: watcher, at: start, using: &chance)
      #expect(!newcomer.isComplete && newcomer.responder.isPending, "\(lie)")
      // Only members that may draw are asked.
      for second in 1...3 {
        let now = start.advanced(by: Int64(second) * Responder.patienceMilliseconds)
        for case .send(.responder(.ask), let recipients, _) in newcomer.woke(
          at: now, using: &chance)
        {
          #expect(recipients == .only([other]))
        }
      }
      let answer = SharedBoardMessage.responder(.answering(VersionVector()))
      _ = newcomer.received(answer, from: other, at: start, using: &chance)
      _ = newcomer.received(digest(of: other, []), from: other, at: start, using: &chance)
      #expect(newcomer.isComplete, "\(lie)")
    }
  }

  @Test("B2 · a watcher sends no newcomer to others, and gets an answer itself")
  func watchersAsk() {
    let watcher = ParticipantID(MemberID(3), join: 1)
    for mayDraw in [true, false] {
      var chance = SplitMix64(seed: 6)
      var (founder, _) = board(
        isFounder: true,
        with: [.init(other, mayDraw: true), .init(watcher, mayDraw: mayDraw)],
        knowing: [head(7)], using: &chance)
      let assigned = founder.received(
        .responder(.assign(other, VersionVector())), from: watcher, at: start, using: &chance)
      #expect(
        assigned.contains { if case .supply(_, other) = $0 { true } else { false } } == mayDraw)
      let asked = founder.received(
        .responder(.ask(VersionVector())), from: watcher, at: start, using: &chance)
      #expect(asked.contains { if case .supply(_, watcher) = $0 { true } else { false } })
    }
  }

  @Test("B2 · others know what they said last; a member alone does not know what others know")
  func standing() {
    var chance = SplitMix64(seed: 9)
    var (board, _) = board(
      isFounder: true, with: [.init(other, mayDraw: true)], knowing: [head(2)], using: &chance)
    #expect(!board.isKnownToAll && !board.knowsWhatOthersDo)
    for (number, isKnownToAll, knowsAll) in [(1, false, true), (2, true, true), (3, false, false)] {
      var theirs = AntiEntropy(other, at: start)
      theirs.knows([head(UInt64(number))], state: KnowledgeSummary.unsaid, at: start)
      let digest = SharedBoardMessage.antiEntropy(.digest(theirs.own.summary(salt: 7)))
      _ = board.received(digest, from: other, at: start, using: &chance)
      #expect(board.isKnownToAll == isKnownToAll, "\(number)")
      #expect(
        board.isKnownToAnother == isKnownToAll && board.drawersBehind == (isKnownToAll ? 0 : 1))
      #expect(board.knowsWhatOthersDo == knowsAll, "\(number)")
    }
    let (alone, _) = self.board(isFounder: true, with: [], using: &chance)
    #expect(!alone.isKnownToAll && !alone.knowsWhatOthersDo)
  }

  @Test("B2 · a newcomer asks all once, and the founder asks no one")
  func asks() {
    var chance = SplitMix64(seed: 2)
    let (newcomer, actions) = board(
      isFounder: false, with: [.init(other, mayDraw: true)], using: &chance)
    #expect(actions.contains(.send(.responder(.request(VersionVector())), to: .all, .reliable)))
    #expect(newcomer.responder.isPending && !newcomer.isComplete)
    let (founder, none) = board(
      isFounder: true, with: [.init(other, mayDraw: true)], using: &chance)
    #expect(founder.isComplete && !founder.responder.isPending)
    #expect(!none.contains { if case .send(.responder, _, _) = $0 { true } else { false } })
  }

  @Test(
    "B2 · a newcomer that met no member is not complete, does not lead, and asks the first to come")
  func comesBeforeItHears() {
    var chance = SplitMix64(seed: 10)
    var (newcomer, _) = board(isFounder: false, with: [], using: &chance)
    for _ in 0..<50 {
      guard let due = newcomer.deadline else { break }
      _ = newcomer.woke(at: due, using: &chance)
    }
    #expect(!newcomer.isComplete && newcomer.leader == nil)
    let later = start.advanced(by: 5_000)
    let actions = newcomer.participantsChanged(
      to: [.init(me, mayDraw: true), .init(other, mayDraw: true)], at: later, using: &chance)
    #expect(actions.contains(.send(.responder(.request(VersionVector())), to: .all, .reliable)))
    #expect(newcomer.responder.isPending && !newcomer.isComplete)
    // The newcomer met members that have all left since, and none took along anything it could
    // still get.
    _ = newcomer.participantsChanged(to: [.init(me, mayDraw: true)], at: later, using: &chance)
    #expect(newcomer.isComplete && newcomer.leader == me)
  }

  @Test("B2 · a leader answers a newcomer with all beyond what it holds")
  func answers() {
    var chance = SplitMix64(seed: 3)
    var (founder, _) = board(isFounder: true, with: [], knowing: [head(7)], using: &chance)
    #expect(founder.leader == me)
    _ = founder.participantsChanged(
      to: [.init(me, mayDraw: true), .init(other, mayDraw: true)], at: start, using: &chance)
    let held = VersionVector([replica: SequenceNumber(3)])
    let actions = founder.received(
      .responder(.request(held)), from: other, at: start, using: &chance)
    let rest = EntryRange(replica: replica, first: SequenceNumber(4), last: SequenceNumber(7))
    #expect(actions.contains(.supply([rest], to: other)))
  }

  @Test("B2 · a leader leaves a newcomer to the member nearest to it, if that member holds all")
  func nearest() {
    let new = ParticipantID(MemberID(3), join: 1)
    for (nearest, holdsAll, answers) in [
      (other, true, other), (other, false, me), (me, true, me), (nil, true, me),
    ] {
      var chance = SplitMix64(seed: 3)
      var (leader, _) = board(isFounder: true, with: [], knowing: [head(7)], using: &chance)
      let all = [me, other].map { SharedBoard.Participant($0, mayDraw: true) }
      _ = leader.participantsChanged(to: all, at: start, using: &chance)
      var theirs = AntiEntropy(other, at: start)
      theirs.knows([head(holdsAll ? 7 : 2)], state: KnowledgeSummary.unsaid, at: start)
      let digest = SharedBoardMessage.antiEntropy(.digest(theirs.own.summary(salt: 7)))
      _ = leader.received(digest, from: other, at: start, using: &chance)
      _ = leader.participantsChanged(
        to: all + [.init(new, mayDraw: true, nearest: nearest)], at: start, using: &chance)
      let actions = leader.received(
        .responder(.request(VersionVector())), from: new, at: start, using: &chance)
      let isGiven = actions.contains(
        .send(.responder(.assign(new, VersionVector())), to: .only([other]), .reliable))
      let isSupplied = actions.contains { if case .supply(_, to: new) = $0 { true } else { false } }
      #expect(isGiven == (answers == other) && isSupplied == (answers == me))
    }
  }

  @Test("B2 · the picture comes in parts that the newcomer asks for")
  func parts() {
    var chance = SplitMix64(seed: 4)
    var (newcomer, _) = board(
      isFounder: false, with: [.init(other, mayDraw: true)], using: &chance)
    let promised = VersionVector([replica: SequenceNumber(9)])
    _ = newcomer.received(.responder(.answering(promised)), from: other, at: start, using: &chance)
    _ = newcomer.knows([head(4)], at: start, using: &chance)
    let sent = EntryRange(replica: replica, first: SequenceNumber(1), last: SequenceNumber(4))
    let actions = newcomer.received(
      .antiEntropy(.supplied([sent])), from: other, at: start, using: &chance)
    let rest = EntryRange(replica: replica, first: SequenceNumber(5), last: SequenceNumber(9))
    #expect(actions.contains(.send(.antiEntropy(.wanted([rest])), to: .only([other]), .reliable)))
    _ = newcomer.knows([head(9)], at: start, using: &chance)
    #expect(newcomer.isComplete && !newcomer.responder.isPending)
  }

  @Test("B3 · two newcomers alone do not wait for ever: they heal, and then are complete")
  func nobodyComplete() {
    var chance = SplitMix64(seed: 5)
    var (newcomer, _) = board(
      isFounder: false, with: [.init(other, mayDraw: true)], knowing: [head(2)], using: &chance)
    var now = start
    var digests = 0
    while now.milliseconds < 6_000, let next = newcomer.deadline {
      now = max(now, next)
      let actions = newcomer.woke(at: now, using: &chance)
      digests += actions.count {
        if case .send(.antiEntropy(.digest), _, _) = $0 { true } else { false }
      }
      guard digests > 0 else { continue }
      let same = newcomer.antiEntropy.own.summary(salt: 5)
      _ = newcomer.received(.antiEntropy(.digest(same)), from: other, at: now, using: &chance)
    }
    #expect(digests > 0 && newcomer.isComplete)
  }

  @Test("B4 · strangers are not heard, watchers show no wet ink, and too much is not taken")
  func admits() {
    var chance = SplitMix64(seed: 6)
    let watcher = ParticipantID(MemberID(3), join: 1)
    var (board, _) = board(
      isFounder: true,
      with: [.init(other, mayDraw: true), .init(watcher, mayDraw: false)], using: &chance)
    let frame = wholeFrame
    #expect(
      board.received(.wet(frame), from: watcher, at: start, using: &chance)
        == [.refuse(.inkOfWatcher, from: watcher)])
    let shown = board.received(.wet(frame), from: other, at: start, using: &chance)
    #expect(shown == [.showWet(WetStrokeID(other, 1))])
    let stranger = ParticipantID(MemberID(9), join: 1)
    #expect(
      board.received(.event([1]), from: stranger, at: start, using: &chance) == [
        .refuse(.unknownSender, from: stranger)
      ])
    // Entries of a member that has left still count.
    #expect(
      board.received(.entries([1]), from: stranger, at: start, using: &chance)
        == [.merge([1], from: stranger)])
    let noise = [UInt8](repeating: 0, count: SharedBoardMessage.eventBytesMax + 1)
    #expect(
      board.received(.event(noise), from: other, at: start, using: &chance) == [
        .refuse(.tooLarge, from: other)
      ])
    #expect(
      board.received(.event([1]), from: other, at: start, using: &chance)
        == [.happened([1], from: other)])
  }

  @Test("B5 · an entry takes the place of its wet stroke, which never comes back")
  func replaces() {
    var chance = SplitMix64(seed: 7)
    var (board, _) = board(
      isFounder: true, with: [.init(other, mayDraw: true)], using: &chance)
    let frame = wholeFrame
    _ = board.received(.wet(frame), from: other, at: start, using: &chance)
    #expect(board.wetStroke(WetStrokeID(other, 1))?.title.style == [4])
    let actions = board.knows([head(1)], at: start, using: &chance)
    #expect(actions.contains(.hideWet(WetStrokeID(other, 1))))
    #expect(board.received(.wet(frame), from: other, at: start, using: &chance).isEmpty)
  }

  @Test("B6 · woken at its deadline it wants to be woken later, or not at all")
  func wakes() {
    for seed in Seeds.range(20) {
      var chance = SplitMix64(seed: seed)
      var (board, _) = board(
        isFounder: seed % 2 == 0, with: [.init(other, mayDraw: true)], using: &chance)
      _ = board.shows([1], at: start)
      _ = board.penBegan(
        EntryID(replica, SequenceNumber(1)), style: [], at: WetPoint(x: 0, y: 0), now: start)
      var now = start
      for _ in 0..<200 {
        guard let due = board.deadline else { break }
        now = max(now, due)
        _ = board.woke(at: now, using: &chance)
        #expect(board.deadline.map { $0 > now } ?? true, "seed \(seed)")
      }
    }
  }

  @Test("B7 · a participant that leaves takes its presence along, and not its entries")
  func leaves() {
    var chance = SplitMix64(seed: 8)
    var (board, _) = board(
      isFounder: true, with: [.init(other, mayDraw: true)], using: &chance)
    _ = board.received(
      .presence(.init(counter: 1, value: [5])), from: other, at: start, using: &chance)
    #expect(board.presence(of: other) == [5])
    _ = board.knows([head(3)], at: start, using: &chance)
    let actions = board.participantsChanged(
      to: [.init(me, mayDraw: true)], at: start, using: &chance)
    #expect(actions.contains(.hide(other)) && board.presence(of: other) == nil)
    #expect(board.vector[replica] == SequenceNumber(3))
  }
}
