import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

/// Two, three … people in a chain of links, and what each sees of a session.
struct Party {
  var world: CallWorld
  let members: [MemberID]

  init(_ count: UInt64, seed: UInt64 = 1) {
    var world = CallWorld(seed: seed)
    let members = (1...count).map { world.add($0) }
    for index in members.indices.dropFirst() { world.dial(members[index], members[index - 1]) }
    world.run(milliseconds: 100)
    (self.world, self.members) = (world, members)
  }

  mutating func activate(_ index: Int, _ activity: [UInt8] = [1]) throws -> SessionID {
    world.update(members[index]) { $0.activate("draw", activity, at: $1) }
    world.run(milliseconds: 200)
    return try #require(offers(index).last)
  }

  /// The first so many are in one session, and know it.
  mutating func meet(_ count: Int) throws -> SessionID {
    let session = try activate(0)
    for index in 0..<count { join(index, session) }
    world.run(milliseconds: 500)
    return session
  }

  mutating func join(_ index: Int, _ session: SessionID) {
    world.update(members[index]) { $0.join(session, at: $1) }
  }

  mutating func send(
    _ index: Int, _ bytes: [UInt8], in session: SessionID, to recipients: Recipients = .all,
    _ mode: DeliveryMode = .reliable
  ) throws {
    var refusal: SendRefusal?
    world.update(members[index]) { (call, now) in
      do throws(SendRefusal) {
        return try call.send(bytes, named: "m", in: session, to: recipients, mode, at: now)
      } catch {
        refusal = error
        return []
      }
    }
    if let refusal { throw refusal }
  }

  func seen(_ index: Int) -> [CallWorld.Seen] { world.seen[members[index]] ?? [] }

  func offers(_ index: Int) -> [SessionID] {
    seen(index).compactMap {
      if case .session(let session, .offered) = $0 { session } else { nil }
    }
  }

  func participants(_ index: Int) -> [ParticipantID] {
    seen(index).reversed().lazy.compactMap {
      if case .session(_, .participants(let participants)) = $0 { participants } else { nil }
    }.first ?? []
  }

  func activity(_ index: Int) -> [UInt8]? {
    seen(index).reversed().lazy.compactMap {
      if case .session(_, .activity(let bytes)) = $0 { bytes } else { nil }
    }.first
  }

  func ends(_ index: Int) -> [InvalidationReason] {
    seen(index).compactMap {
      if case .session(_, .invalidated(let reason)) = $0 { reason } else { nil }
    }
  }

  func messages(_ index: Int) -> [[UInt8]] {
    seen(index).compactMap { if case .message(let bytes, _) = $0 { bytes } else { nil } }
  }
}

@Suite struct SessionTests {
  @Test("S1 · a session is offered to all members, and all who join see the same participants")
  func joins() throws {
    var party = Party(3)
    let session = try party.activate(0)
    #expect(party.offers(1) == [session])
    #expect(party.offers(2) == [session])
    for index in 0..<3 { party.join(index, session) }
    party.world.run(milliseconds: 500)
    #expect(party.participants(0).count == 3)
    #expect(party.participants(0) == party.participants(1))
    #expect(party.participants(1) == party.participants(2))
  }

  @Test("S1 · no participant is heard before it is seen to have come, whatever arrives first")
  func seenBeforeHeard() throws {
    for seed in Seeds.range(60) {
      var party = Party(3, seed: seed)
      let session = try party.meet(1)
      party.world.weather = .init(
        lossPercent: 30, delay: .milliseconds(1)...(.milliseconds(300)), isReordering: true)
      for index in 1..<3 {
        party.join(index, session)
        for number in 0..<5 { try party.send(index, [UInt8(number)], in: session) }
      }
      party.world.run(milliseconds: 8_000)
      var present: [ParticipantID] = []
      for seen in party.seen(0) {
        if case .session(_, .participants(let now)) = seen { present = now }
        if case .message(_, let sender) = seen {
          #expect(present.contains(sender), "seed \(seed)")
        }
      }
    }
  }

  @Test("T1 · messages after a long silence are not lost, though their sender was given up")
  func longSilence() throws {
    for seed in Seeds.range(10) {
      var party = Party(2, seed: seed)
      let session = try party.meet(2)
      // The first hears nothing; the second goes on hearing, and so keeps what it sends.
      party.world.deaf = [party.members[0]]
      try party.send(1, [1], in: session)
      party.world.run(milliseconds: 7_000)
      try party.send(1, [2], in: session)
      party.world.run(milliseconds: 4_000)
      party.world.deaf = []
      party.world.dial(party.members[1], party.members[0])
      party.world.run(milliseconds: 5_000)
      let isReported = party.seen(1).contains(.undelivered(party.members[0]))
      #expect(party.messages(0) == [[1], [2]] || isReported, "seed \(seed)")
    }
  }

  /// The next action of a member that has just begun to join.
  enum Ending: CaseIterable { case stays, leaves, ends, goes }

  @Test(
    "S2 · messages sent before the session is joined are sent once it is, or before one goes, in order",
    arguments: Ending.allCases)
  func queued(ending: Ending) throws {
    var party = Party(2)
    let session = try party.activate(0)
    party.join(0, session)
    party.world.run(milliseconds: 200)
    party.join(1, session)
    for number in 0..<5 { try party.send(1, [UInt8(number)], in: session) }
    party.world.update(party.members[1]) {
      switch ending {
      case .stays: []
      case .leaves: $0.leave(session, at: $1)
      case .ends: $0.end(session, at: $1)
      case .goes: $0.left(at: $1)
      }
    }
    party.world.run(milliseconds: 500)
    #expect(party.messages(0) == (0..<5).map { [UInt8($0)] })
    let others = party.participants(0).filter { $0.member == party.members[1] }
    #expect(ending == .ends || others.count == (ending == .stays ? 1 : 0))
  }

  @Test("S2 · messages to a participant that is joining are read, however many they are")
  func unread() throws {
    var party = Party(2)
    let session = try party.activate(0)
    party.join(0, session)
    party.world.run(milliseconds: 200)
    party.join(1, session)
    party.world.run(milliseconds: 15)
    #expect(party.participants(0).count == 2)
    for number in 0..<600 { try party.send(0, [UInt8(number % 256)], in: session) }
    #expect(party.participants(1) == [])
    party.world.run(milliseconds: 500)
    #expect(party.messages(1) == (0..<600).map { [UInt8($0 % 256)] })
  }

  @Test("S3 · a member that has not joined can send nothing")
  func unjoined() throws {
    var party = Party(2)
    let session = try party.activate(0)
    #expect(throws: SendRefusal.notJoined) { try party.send(1, [1], in: session) }
  }

  @Test("S4 · an old session is invalidated before its successor is offered")
  func replaced() throws {
    var party = Party(3)
    let first = try party.meet(3)
    let second = try party.activate(1)
    #expect(first != second)
    for index in 0..<3 {
      let changes = party.seen(index).compactMap { seen -> Bool? in
        switch seen {
        case .session(first, .invalidated(let reason)):
          #expect(reason == .replaced(by: second))
          return false
        case .session(second, .offered): return true
        default: return nil
        }
      }
      #expect(changes == [false, true])
    }
  }

  @Test("S5 · a member that leaves hears that it left; the others go on")
  func leaves() throws {
    var party = Party(3)
    let session = try party.meet(3)
    party.world.update(party.members[0]) { $0.leave(session, at: $1) }
    party.world.run(milliseconds: 500)
    #expect(party.ends(0) == [.left])
    #expect(party.participants(1).map(\.member) == [party.members[1], party.members[2]])
    #expect(party.offers(0).count == 1)
    party.world.update(party.members[0]) { $0.offerAgain(session, at: $1) }
    party.join(0, session)
    party.world.run(milliseconds: 500)
    #expect(party.offers(0).count == 2)
    #expect(party.participants(1).contains(ParticipantID(party.members[0], join: 2)))
  }

  @Test("S6 · every participant can end the session for all")
  func ended() throws {
    var party = Party(3)
    let session = try party.meet(2)
    party.world.update(party.members[1]) { $0.end(session, at: $1) }
    party.world.run(milliseconds: 500)
    for index in 0..<3 { #expect(party.ends(index) == [.ended(by: party.members[1])]) }
  }

  @Test("S6 · a member that heard of an end tells a member that did not, though its author is gone")
  func endUnheard() throws {
    var party = Party(4)
    let session = try party.meet(3)
    party.world.update(party.members[1]) { $0.leave(session, at: $1) }
    party.world.run(milliseconds: 500)
    party.world.deaf = [party.members[2]]
    party.world.update(party.members[0]) { $0.end(session, at: $1) }
    party.world.run(milliseconds: 50)
    party.world.kill(party.members[0])
    party.world.deaf = []
    #expect(party.ends(2) == [])
    party.world.run(milliseconds: 5_000)
    #expect(party.ends(2) == [.ended(by: party.members[0])])
  }

  @Test("S7 · a session that everyone left is no longer offered")
  func everyoneLeft() throws {
    var party = Party(2)
    let session = try party.activate(0)
    party.join(0, session)
    party.world.run(milliseconds: 300)
    party.world.update(party.members[0]) { $0.leave(session, at: $1) }
    party.world.run(milliseconds: 500)
    #expect(party.ends(1) == [.everyoneLeft])
  }

  @Test("S8 · a change of the activity reaches everyone, and of two at once the same one stands")
  func edited() throws {
    var party = Party(3)
    let session = try party.meet(3)
    party.world.update(party.members[0]) { $0.edit(session, [7], at: $1) }
    party.world.update(party.members[2]) { $0.edit(session, [8], at: $1) }
    party.world.run(milliseconds: 500)
    // The author of the edit that stands knew it already.
    for index in 0..<3 { #expect(party.activity(index) ?? [8] == [8]) }
  }

  @Test("S9 · two that begin the same at once end up in one session")
  func simultaneous() throws {
    var party = Party(3)
    party.world.update(party.members[0]) { $0.activate("draw", [1], at: $1) }
    party.world.update(party.members[2]) { $0.activate("draw", [2], at: $1) }
    party.world.run(milliseconds: 5_000)
    let kept = SessionID(party.members[0], activation: 1)
    for index in 0..<3 { #expect(party.offers(index).last == kept) }
    #expect(party.ends(2) == [.replaced(by: kept)])
  }

  @Test("S10 · a staged activity begins when a person comes, and not for a relay")
  func staged() {
    var world = CallWorld(seed: 1)
    let (alone, relay) = (world.add(1), world.add(2, kind: .relay))
    world.update(alone) { $0.stage(.init(identifier: "draw", activity: [1]), at: $1) }
    world.dial(alone, relay)
    world.run(milliseconds: 3_000)
    #expect(world.seen[alone] == [])
    let guest = world.add(3)
    world.dial(guest, relay)
    world.run(milliseconds: 500)
    #expect(world.seen[alone]?.first == .eligible(true))
    let session = SessionID(alone, activation: 1)
    #expect(
      world.seen[guest]?.contains { seen in
        if case .session(session, .offered(_, isLocallyInitiated: false)) = seen {
          true
        } else {
          false
        }
      } == true)
  }

  @Test("S11 · eligible exactly while another person is there")
  func eligible() {
    var world = CallWorld(seed: 1)
    let (one, other) = (world.add(1), world.add(2))
    world.dial(other, one)
    world.run(milliseconds: 500)
    #expect(world.seen[one] == [.eligible(true)])
    world.update(other) { $0.left(at: $1) }
    world.run(milliseconds: 500)
    #expect(world.seen[one] == [.eligible(true), .eligible(false)])
  }

  @Test("S12 · a silent participant is gone within ten seconds, and back when heard again")
  func silence() throws {
    var party = Party(2)
    _ = try party.meet(2)
    party.world.cut = [Set(party.members)]
    party.world.run(milliseconds: 12_500)
    #expect(party.participants(0).map(\.member) == [party.members[0]])
    #expect(party.seen(0).contains(.eligible(false)))
    party.world.cut = []
    party.world.dial(party.members[1], party.members[0])
    party.world.run(milliseconds: 3_000)
    #expect(party.participants(0).count == 2)
    #expect(party.participants(1).count == 2)
  }

  @Test("S12 · an announcement from before a silence counts again when its member is heard")
  func offeredAfterSilence() throws {
    var party = Party(2)
    let session = try party.meet(1)
    party.world.cut = [Set(party.members)]
    party.world.run(milliseconds: 12_500)
    #expect(party.ends(1) == [.everyoneLeft])
    party.world.cut = []
    party.world.dial(party.members[1], party.members[0])
    party.world.run(milliseconds: 3_000)
    #expect(party.offers(1) == [session, session])
  }

  @Test("S13 · sending to no participant is harmless, and the sender hears nothing of its own")
  func nobody() throws {
    var party = Party(2)
    let session = try party.meet(2)
    try party.send(0, [1], in: session, to: .only([]))
    let me = party.participants(0)[0]
    try party.send(0, [2], in: session, to: .only([me]))
    try party.send(0, [3], in: session)
    party.world.run(milliseconds: 500)
    #expect(party.messages(0) == [])
    #expect(party.messages(1) == [[3]])
  }

  @Test(
    "a lost member resumes its session as another member, with those who went on",
    arguments: [true, false])
  func resuming(isOfferedBefore: Bool) throws {
    var party = Party(2)
    let session = try party.meet(2)
    party.world.kill(party.members[0])
    party.world.run(milliseconds: 15_000)
    let again = party.world.add(7)
    if isOfferedBefore {
      party.world.dial(again, party.members[1])
      party.world.run(milliseconds: 1_000)
    }
    party.world.update(again) { $0.resume(session, "draw", [1], at: $1) }
    party.world.update(again) { $0.join(session, at: $1) }
    party.world.run(milliseconds: 2_000)
    if !isOfferedBefore { party.world.dial(again, party.members[1]) }
    party.world.run(milliseconds: 5_000)
    let there = party.participants(1).map(\.member)
    #expect(Set(there) == [again, party.members[1]])
    #expect(party.offers(1) == [session])
    let last = party.world.seen[again]?.last {
      if case .session(_, .offered) = $0 { true } else { false }
    }
    guard case .session(session, .offered(_, isLocallyInitiated: true)) = last else {
      Issue.record("\(String(describing: last))")
      return
    }
  }
}
