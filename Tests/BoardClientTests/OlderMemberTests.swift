import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardClient
@testable import BoardSync

/// A member whose program is older than the others' compares no pictures.
@Suite struct OlderMemberTests {
  /// The older program does not know labels.
  private static let older = EntryCoding(
    encode: { $0.encoded() },
    decode: { payload in
      let reading = OperationReading(payload)
      if case .make(.label)? = reading.operation?.action { return .unknown }
      return reading
    }, verify: { digest, signature, _ in signature == digest.bytes })

  private func party(isOlder: Bool) -> Party {
    var party = Party(3)
    if isOlder {
      let board = party.clients[2].board
      party.clients[2].board = BoardReplica(
        LoadedBoard(
          path: nil, name: board.name, log: board.log, replicaGenesis: board.replicaGenesis,
          picture: board.picture),
        author: board.author, coding: Self.older)
    }
    for index in 0..<3 { party.join(index) }
    party.run(milliseconds: 3_000)
    return party
  }

  private func alarms(of party: Party) -> [Int] {
    party.events.map { events in
      events.count { if case .alarm = $0 { true } else { false } }
    }
  }

  /// Whether each member's program has said a hash of its picture.
  private func saysState(_ party: Party) -> [Bool] {
    party.clients.map {
      $0.session?.shared.antiEntropy.own.state != KnowledgeSummary.unsaid
    }
  }

  @Test("L14 · an older member keeps what it cannot read, tells it once, and raises no alarm")
  func quiet() {
    var party = party(isOlder: true)
    for text in ["a", "b", "c"] {
      party.draw(0, text)
      party.run(milliseconds: 15_000)
    }
    #expect(party.areAlike && party.things(of: 1) == 3 && party.things(of: 2) == 0)
    #expect(alarms(of: party) == [0, 0, 0])
    #expect(saysState(party) == [true, true, false])
    let reported = party.changes[2].count(where: \.hasFirstUnreadable)
    #expect(reported == 1 && party.clients.allSatisfy { !$0.willRebuild })
  }

  @Test("L14 · members of one version still compare their pictures")
  func compared() {
    var party = party(isOlder: false)
    party.draw(0, "a")
    party.run(milliseconds: 15_000)
    #expect(party.areAlike && saysState(party) == [true, true, true])
    #expect(alarms(of: party) == [0, 0, 0])
  }
}
