import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardSync
@testable import SessionCore

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

  private func world(isOlder: Bool) -> ClientWorld {
    var world = ClientWorld(3)
    if isOlder {
      let board = world.clients[2].board
      world.clients[2].board = BoardReplica(
        LoadedBoard(
          path: nil, name: board.name, log: board.log, replicaGenesis: board.replicaGenesis,
          picture: board.picture),
        author: board.author, coding: Self.older)
    }
    for index in 0..<3 { world.join(index) }
    world.run(milliseconds: 3_000)
    return world
  }

  private func alarms(of world: ClientWorld) -> [Int] {
    world.events.map { events in
      events.count { if case .alarm = $0 { true } else { false } }
    }
  }

  /// Whether each member's program has said a hash of its picture.
  private func saysState(_ world: ClientWorld) -> [Bool] {
    world.clients.map {
      $0.session?.shared.antiEntropy.own.state != KnowledgeSummary.unsaid
    }
  }

  @Test("L14 · an older member keeps what it cannot read, tells it once, and raises no alarm")
  func quiet() {
    var world = world(isOlder: true)
    for text in ["a", "b", "c"] {
      world.draw(0, text)
      world.run(milliseconds: 15_000)
    }
    #expect(world.areAlike && world.things(of: 1) == 3 && world.things(of: 2) == 0)
    #expect(alarms(of: world) == [0, 0, 0])
    #expect(saysState(world) == [true, true, false])
    let reported = world.changes[2].count(where: \.hasFirstUnreadable)
    #expect(reported == 1 && world.clients.allSatisfy { !$0.willRebuild })
  }

  @Test("L14 · members of one version still compare their pictures")
  func compared() {
    var world = world(isOlder: false)
    world.draw(0, "a")
    world.run(milliseconds: 15_000)
    #expect(world.areAlike && saysState(world) == [true, true, true])
    #expect(alarms(of: world) == [0, 0, 0])
  }
}
