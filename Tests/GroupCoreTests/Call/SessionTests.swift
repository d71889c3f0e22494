import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

@Suite struct SessionTests {
  @Test("S1 · a session is offered to all members, and all who join see the same participants")
  func joins() throws {
    var chain = CallChain(3)
    let session = try chain.activate(0)
    #expect(chain.offers(1) == [session])
    #expect(chain.offers(2) == [session])
    for index in 0..<3 { chain.join(index, session) }
    chain.world.run(milliseconds: 500)
    #expect(chain.participants(0).count == 3)
    #expect(chain.participants(0) == chain.participants(1))
    #expect(chain.participants(1) == chain.participants(2))
  }

  @Test("S1 · no participant's message is delivered before its join is, whatever arrives first")
  func seenBeforeHeard() throws {
    for seed in Seeds.range(60) {
      var chain = CallChain(3, seed: seed)
      let session = try chain.meet(1)
      chain.world.weather = .init(
        lossPercent: 30, delay: .milliseconds(1)...(.milliseconds(300)), isReordering: true)
      for index in 1..<3 {
        chain.join(index, session)
        for number in 0..<5 { try chain.send(index, [UInt8(number)], in: session) }
      }
      chain.world.run(milliseconds: 8_000)
      var present: [ParticipantID] = []
      for seen in chain.seen(0) {
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
      var chain = CallChain(2, seed: seed)
      let session = try chain.meet(2)
      // The first hears nothing; the second goes on hearing, and so keeps what it sends.
      chain.world.deaf = [chain.members[0]]
      try chain.send(1, [1], in: session)
      chain.world.run(milliseconds: 7_000)
      try chain.send(1, [2], in: session)
      chain.world.run(milliseconds: 4_000)
      chain.world.deaf = []
      chain.world.dial(chain.members[1], chain.members[0])
      chain.world.run(milliseconds: 5_000)
      let isReported = chain.seen(1).contains(.undelivered(chain.members[0]))
      #expect(chain.messages(0) == [[1], [2]] || isReported, "seed \(seed)")
    }
  }

  /// The next action of a member that has just begun to join.
  enum Ending: CaseIterable { case stays, leaves, ends, goes }

  @Test(
    "S2 · messages sent before the session is joined are sent once it is, or before one goes, in order",
    arguments: Ending.allCases)
  func queued(ending: Ending) throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    chain.join(0, session)
    chain.world.run(milliseconds: 200)
    chain.join(1, session)
    for number in 0..<5 { try chain.send(1, [UInt8(number)], in: session) }
    chain.world.update(chain.members[1]) {
      switch ending {
      case .stays: []
      case .leaves: $0.leave(session, at: $1)
      case .ends: $0.end(session, at: $1)
      case .goes: $0.left(at: $1)
      }
    }
    chain.world.run(milliseconds: 500)
    #expect(chain.messages(0) == (0..<5).map { [UInt8($0)] })
    let others = chain.participants(0).filter { $0.member == chain.members[1] }
    #expect(ending == .ends || others.count == (ending == .stays ? 1 : 0))
  }

  @Test("S2 · messages to a participant that is joining are read, however many they are")
  func unread() throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    chain.join(0, session)
    chain.world.run(milliseconds: 200)
    chain.join(1, session)
    chain.world.run(milliseconds: 15)
    #expect(chain.participants(0).count == 2)
    for number in 0..<600 { try chain.send(0, [UInt8(number % 256)], in: session) }
    #expect(chain.participants(1) == [])
    chain.world.run(milliseconds: 500)
    #expect(chain.messages(1) == (0..<600).map { [UInt8($0 % 256)] })
  }

  @Test("S3 · a member that has not joined can send nothing")
  func unjoined() throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    #expect(throws: SendRefusal.notJoined) { try chain.send(1, [1], in: session) }
  }

  @Test("S4 · an old session is invalidated before its successor is offered")
  func replaced() throws {
    var chain = CallChain(3)
    let first = try chain.meet(3)
    let second = try chain.activate(1)
    #expect(first != second)
    for index in 0..<3 {
      let changes = chain.seen(index).compactMap { seen -> Bool? in
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
    var chain = CallChain(3)
    let session = try chain.meet(3)
    chain.world.update(chain.members[0]) { $0.leave(session, at: $1) }
    chain.world.run(milliseconds: 500)
    #expect(chain.ends(0) == [.left])
    #expect(chain.participants(1).map(\.member) == [chain.members[1], chain.members[2]])
    #expect(chain.offers(0).count == 1)
    chain.world.update(chain.members[0]) { $0.offerAgain(session, at: $1) }
    chain.join(0, session)
    chain.world.run(milliseconds: 500)
    #expect(chain.offers(0).count == 2)
    #expect(chain.participants(1).contains(ParticipantID(chain.members[0], join: 2)))
  }

  @Test("S6 · every participant can end the session for all")
  func ended() throws {
    var chain = CallChain(3)
    let session = try chain.meet(2)
    chain.world.update(chain.members[1]) { $0.end(session, at: $1) }
    chain.world.run(milliseconds: 500)
    for index in 0..<3 { #expect(chain.ends(index) == [.ended(by: chain.members[1])]) }
  }

  @Test("S6 · a member that heard of an end tells a member that did not, though its author is gone")
  func endUnheard() throws {
    var chain = CallChain(4)
    let session = try chain.meet(3)
    chain.world.update(chain.members[1]) { $0.leave(session, at: $1) }
    chain.world.run(milliseconds: 500)
    chain.world.deaf = [chain.members[2]]
    chain.world.update(chain.members[0]) { $0.end(session, at: $1) }
    chain.world.run(milliseconds: 50)
    chain.world.kill(chain.members[0])
    chain.world.deaf = []
    #expect(chain.ends(2) == [])
    chain.world.run(milliseconds: 5_000)
    #expect(chain.ends(2) == [.ended(by: chain.members[0])])
  }

  @Test("S6 · a watcher that alone heard of an end follows the others, since nobody believes it")
  func endHeardByWatcher() throws {
    var chain = CallChain(3)
    let session = try chain.meet(3)
    chain.world.watchers = [chain.members[1]]
    chain.world.deaf = [chain.members[2]]
    chain.world.update(chain.members[0]) { $0.end(session, at: $1) }
    chain.world.run(milliseconds: 50)
    chain.world.kill(chain.members[0])
    chain.world.deaf = []
    #expect(chain.ends(1) == [.ended(by: chain.members[0])] && chain.offers(1).count == 1)
    chain.world.run(milliseconds: 20_000)
    #expect(chain.ends(2) == [] && chain.offers(1).count == 2)
    // A member that may draw can end the session for the watcher too.
    chain.world.update(chain.members[2]) { $0.end(session, at: $1) }
    chain.world.run(milliseconds: 20_000)
    #expect(chain.ends(1).count == 2 && chain.offers(1).count == 2)
  }

  @Test("S7 · a session that everyone left is no longer offered")
  func everyoneLeft() throws {
    var chain = CallChain(2)
    let session = try chain.activate(0)
    chain.join(0, session)
    chain.world.run(milliseconds: 300)
    chain.world.update(chain.members[0]) { $0.leave(session, at: $1) }
    chain.world.run(milliseconds: 500)
    #expect(chain.ends(1) == [.everyoneLeft])
  }

  @Test("S8 · a change of the activity reaches everyone, and of two at once the same one stands")
  func edited() throws {
    var chain = CallChain(3)
    let session = try chain.meet(3)
    chain.world.update(chain.members[0]) { $0.edit(session, [7], at: $1) }
    chain.world.update(chain.members[2]) { $0.edit(session, [8], at: $1) }
    chain.world.run(milliseconds: 500)
    // The author of the edit that stands knew it already.
    for index in 0..<3 { #expect(chain.activity(index) ?? [8] == [8]) }
  }

  @Test("S9 · two that begin the same at once end up in one session")
  func simultaneous() throws {
    var chain = CallChain(3)
    chain.world.update(chain.members[0]) { $0.activate("draw", [1], at: $1) }
    chain.world.update(chain.members[2]) { $0.activate("draw", [2], at: $1) }
    chain.world.run(milliseconds: 5_000)
    let kept = SessionID(chain.members[0], activation: 1)
    for index in 0..<3 { #expect(chain.offers(index).last == kept) }
    #expect(chain.ends(2) == [.replaced(by: kept)])
  }

  @Test(
    "S10 · a staged activity begins when a person comes, and not for a relay or a display",
    arguments: [MemberProfile.Kind.relay, .display])
  func staged(kind: MemberProfile.Kind) {
    var world = CallWorld(seed: 1)
    let (alone, relay) = (world.add(1), world.add(2, kind: kind))
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
    var chain = CallChain(2)
    _ = try chain.meet(2)
    chain.world.cut = [Set(chain.members)]
    chain.world.run(milliseconds: 12_500)
    #expect(chain.participants(0).map(\.member) == [chain.members[0]])
    #expect(chain.seen(0).contains(.eligible(false)))
    chain.world.cut = []
    chain.world.dial(chain.members[1], chain.members[0])
    chain.world.run(milliseconds: 3_000)
    #expect(chain.participants(0).count == 2)
    #expect(chain.participants(1).count == 2)
  }

  @Test("S12 · an announcement from before a silence counts again when its member is heard")
  func offeredAfterSilence() throws {
    var chain = CallChain(2)
    let session = try chain.meet(1)
    chain.world.cut = [Set(chain.members)]
    chain.world.run(milliseconds: 12_500)
    #expect(chain.ends(1) == [.everyoneLeft])
    chain.world.cut = []
    chain.world.dial(chain.members[1], chain.members[0])
    chain.world.run(milliseconds: 3_000)
    #expect(chain.offers(1) == [session, session])
  }

  @Test("S13 · sending to no participant is harmless, and the sender hears nothing of its own")
  func nobody() throws {
    var chain = CallChain(2)
    let session = try chain.meet(2)
    try chain.send(0, [1], in: session, to: .only([]))
    let me = chain.participants(0)[0]
    try chain.send(0, [2], in: session, to: .only([me]))
    try chain.send(0, [3], in: session)
    chain.world.run(milliseconds: 500)
    #expect(chain.messages(0) == [])
    #expect(chain.messages(1) == [[3]])
  }

  @Test(
    "a lost member resumes its session as another member, with those who went on",
    arguments: [true, false])
  func resuming(isOfferedBefore: Bool) throws {
    var chain = CallChain(2)
    let session = try chain.meet(2)
    chain.world.kill(chain.members[0])
    chain.world.run(milliseconds: 15_000)
    let again = chain.world.add(7)
    if isOfferedBefore {
      chain.world.dial(again, chain.members[1])
      chain.world.run(milliseconds: 1_000)
    }
    chain.world.update(again) { $0.resume(session, "draw", [1], at: $1) }
    chain.world.update(again) { $0.join(session, at: $1) }
    chain.world.run(milliseconds: 2_000)
    if !isOfferedBefore { chain.world.dial(again, chain.members[1]) }
    chain.world.run(milliseconds: 5_000)
    let there = chain.participants(1).map(\.member)
    #expect(Set(there) == [again, chain.members[1]])
    #expect(chain.offers(1) == [session])
    let last = chain.world.seen[again]?.last {
      if case .session(_, .offered) = $0 { true } else { false }
    }
    guard case .session(session, .offered(_, isLocallyInitiated: true)) = last else {
      Issue.record("\(String(describing: last))")
      return
    }
  }
}
