import GroupBase
import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

@Suite struct ElectionTests {
  private let names = (1...3).map { ParticipantID(MemberID($0), join: 1) }
  private let start = Uptime(milliseconds: 0)

  /// The first of three, complete, waiting to stand.
  private func elector(
    isComplete: Bool = true, knowing knowledge: VersionVector = VersionVector()
  ) -> Election {
    var (election, chance) = (Election(me: names[0]), SplitMix64(seed: 1))
    _ = election.rosterChanged(to: Set(names), at: start, using: &chance)
    _ = election.knows(knowledge, isComplete: isComplete, at: start, using: &chance)
    return election
  }

  private func vector(_ replicas: Int, sequence: UInt64 = 1) -> VersionVector {
    VersionVector(
      Dictionary(
        uniqueKeysWithValues: (0..<replicas).map {
          (ReplicaID(Bytes16(high: 0, low: UInt64($0))), SequenceNumber(sequence))
        }))
  }

  private func reply(
    of election: inout Election, to message: ElectionMessage, from sender: Int
  ) -> [Election.Action] {
    var chance = SplitMix64(seed: 1)
    return election.received(message, from: names[sender], at: start, using: &chance)
  }

  private func sent(_ message: ElectionMessage, to reader: Int) -> [Election.Action] {
    [.send(message, to: .only([names[reader]]), .unreliable)]
  }

  @Test("E2 · no member votes twice in a term, but says again whom it voted for")
  func oneVote() {
    var election = elector()
    let asked = ElectionMessage.requestVote(Term(1), knowledge: nil)
    #expect(reply(of: &election, to: asked, from: 1) == sent(.vote(Term(1)), to: 1))
    #expect(reply(of: &election, to: asked, from: 2) == sent(.refuse(Term(1)), to: 2))
    #expect(reply(of: &election, to: asked, from: 1) == sent(.vote(Term(1)), to: 1))
  }

  @Test("E1 · a vote counts once and in its own term, support in the next")
  func stale() {
    var (election, chance) = (elector(), SplitMix64(seed: 1))
    _ = election.rosterChanged(
      to: Set((1...5).map { ParticipantID(MemberID($0), join: 1) }), at: start, using: &chance)
    _ = election.woke(at: Uptime(milliseconds: 9_999), using: &chance)
    for (sender, term) in [(1, 2), (2, 0), (1, 1), (1, 1)] {
      #expect(reply(of: &election, to: .support(Term(UInt64(term))), from: sender) == [])
    }
    #expect(reply(of: &election, to: .support(Term(1)), from: 2).count == 1)
    #expect(election.term == Term(1))
    for (sender, term) in [(1, 2), (2, 0), (1, 1), (1, 1)] {
      #expect(reply(of: &election, to: .vote(Term(UInt64(term))), from: sender) == [])
    }
    #expect(reply(of: &election, to: .vote(Term(1)), from: 2).count == 1)
    #expect(election.leader == names[0])
  }

  @Test(
    "E6 · while there is a leader, no member is supported, voted for or followed to a later term")
  func lease() {
    var (election, chance) = (elector(), SplitMix64(seed: 1))
    _ = reply(of: &election, to: .heartbeat(Term(3)), from: 1)
    for message in [
      ElectionMessage.canvass(Term(4), knowledge: nil), .requestVote(Term(4), knowledge: nil),
    ] {
      #expect(reply(of: &election, to: message, from: 2) == sent(.refuse(Term(3)), to: 2))
    }
    #expect(reply(of: &election, to: .refuse(Term(4)), from: 2) == [])
    #expect(election.leader == names[1] && election.term == Term(3))
    #expect(election.woke(at: Uptime(milliseconds: 3_500), using: &chance) == [])
    #expect(election.leader == nil)
    let asked = ElectionMessage.requestVote(Term(4), knowledge: nil)
    #expect(reply(of: &election, to: asked, from: 2) == sent(.vote(Term(4)), to: 2))
  }

  @Test("E6 · a leader misses no member that left, and does not count a newcomer yet")
  func comings() {
    for seed in Seeds.range(10) {
      var world = ElectionWorld(seed: seed)
      for number in 1...5 { world.sit(world.name(number)) }
      world.run(for: ElectionPropertyTests.settledMilliseconds)
      let leader = world.leading
      for round in 1...8 {
        for id in world.present.filter({ !leader.contains($0) }).prefix(3) { world.remove(id) }
        world.run(for: .random(in: 0...4_000, using: &world.chance))
        #expect(world.leading == leader, "seed \(seed)")
        for number in 1...3 { world.sit(world.name(10 * round + number)) }
        world.run(for: .random(in: 0...4_000, using: &world.chance))
        #expect(world.leading == leader, "seed \(seed)")
      }
    }
  }

  @Test("E3 · a watcher neither stands nor votes, and gets no vote")
  func watching() {
    var (election, chance) = (Election(me: names[0]), SplitMix64(seed: 1))
    _ = election.knows(VersionVector(), isComplete: true, at: start, using: &chance)
    _ = election.rosterChanged(to: [names[1]], at: start, using: &chance)
    #expect(election.deadline == nil)
    for message in [ElectionMessage.canvass(Term(1), knowledge: nil), .heartbeat(Term(1))] {
      #expect(reply(of: &election, to: message, from: 1) == [])
    }
    #expect(reply(of: &election, to: .requestVote(Term(1), knowledge: nil), from: 1) == [])
    var other = elector()
    _ = other.rosterChanged(to: [names[0], names[1]], at: start, using: &chance)
    #expect(reply(of: &other, to: .requestVote(Term(1), knowledge: nil), from: 2) == [])
    #expect(other.term == Term(0))
  }

  @Test("E3 · a leader that may no longer draw leads no longer")
  func demoted() {
    var (election, chance) = (elector(), SplitMix64(seed: 1))
    _ = election.rosterChanged(to: [names[0]], at: start, using: &chance)
    #expect(election.leader == names[0])
    _ = election.rosterChanged(to: [names[1]], at: start, using: &chance)
    #expect(election.leader == nil && election.deadline == nil)
  }

  @Test("E4 · a member alone leads at once, silently, and sleeps until another comes")
  func alone() {
    var (election, chance) = (Election(me: names[0]), SplitMix64(seed: 1))
    #expect(election.knows(VersionVector(), isComplete: true, at: start, using: &chance) == [])
    #expect(election.rosterChanged(to: [names[0]], at: start, using: &chance) == [])
    #expect(election.leader == names[0])
    #expect(election.deadline == nil)
    let actions = election.rosterChanged(to: [names[0], names[1]], at: start, using: &chance)
    #expect(actions == sent(.heartbeat(Term(1)), to: 1))
    #expect(election.deadline == Uptime(milliseconds: Election.heartbeatMilliseconds))
  }

  @Test("E4 · a session of two goes on when either leaves", arguments: [true, false])
  func two(leaderLeaves: Bool) {
    for seed in Seeds.range(20) {
      var world = ElectionWorld(seed: seed)
      for number in 1...2 { world.sit(world.name(number)) }
      world.run(for: ElectionPropertyTests.settledMilliseconds)
      #expect(world.leading.count == 1, "seed \(seed)")
      let leaver = world.present.first { world.leading.contains($0) == leaderLeaves }
      world.remove(leaver ?? world.name(0))
      world.run(for: world.weather.rosterDelay.upperBound)
      #expect(world.leading == world.present, "seed \(seed)")
      #expect(world.present.count == 1)
    }
  }

  @Test("E8 · no member stands without a complete picture")
  func incomplete() {
    var (election, chance) = (elector(isComplete: false), SplitMix64(seed: 1))
    #expect(election.deadline == nil)
    _ = election.knows(VersionVector(), isComplete: true, at: start, using: &chance)
    #expect(election.deadline != nil)
    _ = election.knows(VersionVector(), isComplete: false, at: start, using: &chance)
    #expect(election.woke(at: Uptime(milliseconds: 9_999), using: &chance) == [])
    #expect(election.deadline == nil)
  }

  @Test("E8 · no member votes for a candidate whose knowledge its own strictly contains")
  func knowledge() {
    let (less, same, more) = (vector(1), vector(2), vector(3))
    let beside = vector(1, sequence: 9)
    for (theirs, isRefused) in [(less, true), (same, false), (more, false), (beside, false)] {
      var election = elector(knowing: same)
      let answer = isRefused ? sent(.refuse(Term(0)), to: 1) : sent(.support(Term(1)), to: 1)
      #expect(reply(of: &election, to: .canvass(Term(1), knowledge: theirs), from: 1) == answer)
      let vote: ElectionMessage = isRefused ? .refuse(Term(1)) : .vote(Term(1))
      let asked = ElectionMessage.requestVote(Term(1), knowledge: theirs)
      #expect(reply(of: &election, to: asked, from: 1) == sent(vote, to: 1))
    }
  }

  @Test("E8 · knowledge of 2,048 replicas is sent and accepted; knowledge of 2,049 is neither")
  func longKnowledge() {
    for (count, fits) in [(2_048, true), (2_049, false)] {
      var (election, chance) = (elector(knowing: vector(count)), SplitMix64(seed: 1))
      let actions = election.woke(at: Uptime(milliseconds: 9_999), using: &chance)
      let asked = ElectionMessage.canvass(Term(1), knowledge: fits ? vector(count) : nil)
      #expect(actions == [.send(asked, to: .only([names[1], names[2]]), .unreliable)])
      var voter = elector()
      let message = ElectionMessage.canvass(Term(1), knowledge: vector(count))
      let answer = sent(fits ? .support(Term(1)) : .refuse(Term(0)), to: 1)
      #expect(reply(of: &voter, to: message, from: 1) == answer)
    }
  }

  @Test("E9 · a term is believed up to 65,536 ahead; a further one moves a member by as much")
  func farAhead() {
    let near = Term(Term.leapMax)
    for (claimed, follows) in [(near, true), (Term(near.raw + 1), false), (Term(.max), false)] {
      var election = elector()
      _ = reply(of: &election, to: .heartbeat(claimed), from: 1)
      #expect(election.term == near)
      #expect((election.leader == names[1]) == follows)
    }
  }

  @Test("E9 · at the end of the numbers no member stands, and nothing traps")
  func endOfNumbers() {
    var (election, chance) = (elector(), SplitMix64(seed: 1))
    election.term = Term(.max - 1)
    #expect(reply(of: &election, to: .refuse(Term(.max)), from: 1) == [])
    #expect(election.term == Term(.max))
    #expect(election.woke(at: Uptime(milliseconds: .max), using: &chance) == [])
    #expect(election.rosterChanged(to: [names[0]], at: start, using: &chance) == [])
    #expect(election.leader == nil)
  }

  @Test("E1 · if two leaders of one term meet, the lower name stays")
  func yields() {
    var chance = SplitMix64(seed: 1)
    var leaders = names.prefix(2).map { Election(me: $0) }
    for index in leaders.indices {
      _ = leaders[index].knows(VersionVector(), isComplete: true, at: start, using: &chance)
      _ = leaders[index].rosterChanged(to: [names[index]], at: start, using: &chance)
      _ = leaders[index].rosterChanged(to: Set(names), at: start, using: &chance)
    }
    #expect(reply(of: &leaders[0], to: .heartbeat(Term(1)), from: 1) == [])
    let follows = sent(.heard(Term(1)), to: 0)
    #expect(reply(of: &leaders[1], to: .heartbeat(Term(1)), from: 0) == follows)
    #expect(leaders.map(\.leader) == [names[0], names[0]])
  }
}
