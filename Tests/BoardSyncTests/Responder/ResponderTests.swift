import GroupBase
import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase

@Suite struct ResponderTests {
  private let me = ParticipantID(MemberID(1), join: 1)
  private let others = (2...5).map { ParticipantID(MemberID($0), join: 1) }

  private func vector(_ sequence: UInt64, replicas: Int = 1) -> VersionVector {
    VersionVector(
      Dictionary(
        uniqueKeysWithValues: (0..<replicas).map {
          (ReplicaID(Bytes16(high: 0, low: UInt64($0))), SequenceNumber(sequence))
        }))
  }

  private func moment(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  /// A newcomer among so many others, which has just asked all of them.
  private func newcomer(among count: Int) -> Responder {
    var responder = Responder(me: me)
    responder.knows(vector(1), isComplete: false, at: moment(0))
    let actions = responder.joined(Set(others.prefix(count)), at: moment(0))
    #expect(actions == [.send(.request(vector(1)), to: .all, .reliable)])
    #expect(responder.isPending)
    return responder
  }

  private func member(isComplete: Bool = true) -> Responder {
    var responder = Responder(me: me)
    responder.rosterChanged(to: Set(others), at: moment(0))
    responder.knows(vector(9), isComplete: isComplete, at: moment(0))
    return responder
  }

  private func reply(
    of responder: inout Responder, to message: ResponderMessage, from sender: ParticipantID,
    at milliseconds: Int64 = 0, leads: Bool = false, complete: [ParticipantID] = [],
    nearest: ParticipantID? = nil
  ) -> [Responder.Action] {
    responder.received(
      message, from: sender, at: moment(milliseconds), leads: leads, complete: Set(complete),
      nearest: { _, _ in nearest })
  }

  private func answer(to newcomer: ParticipantID, _ known: VersionVector) -> [Responder.Action] {
    [
      .send(.answering(vector(9)), to: .only([newcomer]), .reliable),
      .answer(newcomer, knowing: known),
    ]
  }

  @Test("R1 · only the leader gives a request to the complete member nearest to it")
  func assigns() {
    let (asked, complete) = (ResponderMessage.request(vector(1)), [others[1], others[2]])
    var responder = member()
    #expect(reply(of: &responder, to: asked, from: others[0], complete: complete) == [])
    let given = Responder.Action.send(
      .assign(others[0], vector(1)), to: .only([others[2]]), .reliable)
    #expect(
      reply(
        of: &responder, to: asked, from: others[0], leads: true, complete: complete,
        nearest: others[2]) == [given])
    // Named by mistake: neither the newcomer itself nor who is incomplete is given the request.
    for wrong in [others[0], others[3]] {
      var responder = member()
      #expect(
        reply(
          of: &responder, to: asked, from: others[0], leads: true, complete: complete,
          nearest: wrong) == answer(to: others[0], vector(1)))
    }
    var empty = member(isComplete: false)
    #expect(reply(of: &empty, to: asked, from: others[0], leads: true) == [])
  }

  @Test("R2 · unanswered for 1 s a newcomer asks one other member after the other, each 1 s")
  func fallsBack() {
    for seed in Seeds.range(20) {
      var (responder, chance) = (newcomer(among: 4), SplitMix64(seed: seed))
      var asked: Set<ParticipantID> = []
      for second in 1...4 {
        let due = Int64(second) * 1_000
        #expect(responder.deadline == moment(due), "seed \(seed)")
        #expect(responder.woke(at: moment(due - 1), using: &chance) == [])
        let actions = responder.woke(at: moment(due), using: &chance)
        guard case .send(.ask(vector(1)), .only(let one), .reliable) = actions.first else {
          Issue.record("seed \(seed): \(actions)")
          return
        }
        #expect(one.count == 1 && asked.isDisjoint(with: one), "seed \(seed)")
        asked.formUnion(one)
      }
      #expect(asked == Set(others), "seed \(seed)")
      #expect(responder.woke(at: moment(5_000), using: &chance) == [])
      #expect(!responder.isPending && responder.deadline == nil)
    }
  }

  @Test("R2 · a crowd of newcomers spreads over the members")
  func spreads() {
    var counts: [ParticipantID: Int] = [:]
    for seed in UInt64(1)...400 {
      var (responder, chance) = (newcomer(among: 4), SplitMix64(seed: seed))
      for case .send(_, .only(let one), _) in responder.woke(at: moment(1_000), using: &chance) {
        for id in one { counts[id, default: 0] += 1 }
      }
    }
    #expect(counts.count == 4)
    #expect(counts.values.allSatisfy { (60...140).contains($0) }, "\(counts)")
  }

  @Test("R3 · after eight members asked in vain, or alone, it leaves the rest to anti-entropy")
  func givesUp() {
    let crowd = Set((2...30).map { ParticipantID(MemberID($0), join: 1) })
    var (responder, chance) = (Responder(me: me), SplitMix64(seed: 1))
    _ = responder.joined(crowd, at: moment(0))
    for second in 1...Int64(Responder.askedMax) {
      #expect(responder.woke(at: moment(second * 1_000), using: &chance).count == 1)
    }
    #expect(responder.isPending)
    #expect(responder.woke(at: moment(9_000), using: &chance) == [])
    #expect(!responder.isPending)

    var left = newcomer(among: 2)
    left.rosterChanged(to: [me], at: moment(10))
    #expect(!left.isPending && left.deadline == nil)
    var founder = Responder(me: me)
    #expect(founder.joined([me], at: moment(0)) == [])
    #expect(!founder.isPending)
  }

  @Test("R4 · a newcomer that holds what an answer promises is content, at once or later")
  func contented() {
    var responder = newcomer(among: 2)
    _ = reply(of: &responder, to: .answering(vector(1)), from: others[0])
    #expect(!responder.isPending)

    responder = newcomer(among: 2)
    _ = reply(of: &responder, to: .answering(vector(3)), from: others[0])
    responder.knows(vector(2), isComplete: false, at: moment(2_900))
    #expect(responder.isPending && responder.deadline == moment(5_900))
    responder.knows(vector(3), isComplete: true, at: moment(5_800))
    #expect(!responder.isPending && responder.deadline == nil)
  }

  @Test("R5 · an answer that stalls for 3 s, or whose sender leaves, is asked for elsewhere")
  func stalls() {
    var (responder, chance) = (newcomer(among: 2), SplitMix64(seed: 1))
    _ = reply(of: &responder, to: .answering(vector(9)), from: others[0])
    // The newcomer's own drawing is no progress.
    responder.knows(
      VersionVector([
        ReplicaID(Bytes16(high: 0, low: 0)): SequenceNumber(1),
        ReplicaID(Bytes16(high: 7, low: 7)): SequenceNumber(5),
      ]), isComplete: false, at: moment(2_000))
    #expect(responder.deadline == moment(3_000))
    let actions = responder.woke(at: moment(3_000), using: &chance)
    guard case .send(.ask, .only([others[1]]), .reliable) = actions.first else {
      Issue.record("\(actions)")
      return
    }
    _ = reply(of: &responder, to: .answering(vector(9)), from: others[1], at: 3_100)
    responder.rosterChanged(to: [me, others[0], others[2]], at: moment(3_200))
    #expect(responder.deadline == moment(3_200))
    let again = responder.woke(at: moment(3_200), using: &chance)
    guard case .send(.ask, .only([others[2]]), .reliable) = again.first else {
      Issue.record("\(again)")
      return
    }
  }

  @Test("R5 · a part that brings nothing new ends the answer, and anti-entropy finds the rest")
  func uncountable() {
    var responder = newcomer(among: 2)
    _ = reply(of: &responder, to: .answering(vector(9)), from: others[0])
    responder.knows(vector(3), isComplete: false, at: moment(10))
    let rest = [
      EntryRange(
        replica: ReplicaID(Bytes16(high: 0, low: 0)), first: SequenceNumber(4),
        last: SequenceNumber(9))
    ]
    #expect(responder.received(partFrom: others[1]) == [])
    #expect(responder.received(partFrom: others[0]) == rest)
    // The second part holds nothing that counts here.
    #expect(responder.received(partFrom: others[0]) == [])
    #expect(!responder.isPending && !responder.wasAnswered && !responder.keepsOthersQuiet)
  }

  @Test("R6 · only who is complete answers, the same newcomer once in 1 s")
  func answers() {
    var incomplete = member(isComplete: false)
    #expect(reply(of: &incomplete, to: .ask(vector(1)), from: others[0]) == [])
    var responder = member()
    let expected = answer(to: others[0], vector(1))
    #expect(reply(of: &responder, to: .ask(vector(1)), from: others[0]) == expected)
    let assigned = ResponderMessage.assign(others[0], vector(1))
    #expect(reply(of: &responder, to: assigned, from: others[1], at: 999) == [])
    #expect(reply(of: &responder, to: assigned, from: others[1], at: 1_000) == expected)
    let whole = reply(of: &responder, to: .ask(vector(9)), from: others[2])
    #expect(whole == [.send(.answering(vector(9)), to: .only([others[2]]), .reliable)])
  }

  @Test("R6 · 256 newcomers are answered within 1 s, the 257th asks elsewhere")
  func bounded() {
    let crowd = (10..<267).map { ParticipantID(MemberID($0), join: 1) }
    var responder = member()
    responder.rosterChanged(to: Set(crowd), at: moment(0))
    let answered = crowd.map { !reply(of: &responder, to: .ask(vector(1)), from: $0).isEmpty }
    #expect(answered.prefix(Responder.answeredMax).allSatisfy { $0 })
    #expect(answered.last == false)
    #expect(!reply(of: &responder, to: .ask(vector(1)), from: crowd[256], at: 1_000).isEmpty)
  }

  @Test("R6 · a vector of 2,048 replicas is accepted; a vector of 2,049 is refused, and never sent")
  func longVectors() {
    for (count, isTaken) in [(2_048, true), (2_049, false)] {
      var responder = member()
      let asked = ResponderMessage.ask(vector(1, replicas: count))
      #expect(reply(of: &responder, to: asked, from: others[0]).isEmpty != isTaken)
      var newcomer = Responder(me: me)
      newcomer.knows(vector(1, replicas: count), isComplete: false, at: moment(0))
      let actions = newcomer.joined(Set(others), at: moment(0))
      #expect(actions == [.send(.request(vector(1, replicas: 2_048)), to: .all, .reliable)])
    }
  }

  @Test("R6 · strangers are neither answered nor believed")
  func strangers() {
    let stranger = ParticipantID(MemberID(99), join: 1)
    var responder = member()
    #expect(reply(of: &responder, to: .ask(vector(1)), from: stranger) == [])
    #expect(reply(of: &responder, to: .assign(stranger, vector(1)), from: others[0]) == [])
    var newcomer = newcomer(among: 2)
    _ = reply(of: &newcomer, to: .answering(vector(1)), from: stranger)
    #expect(newcomer.isPending)
  }
}
