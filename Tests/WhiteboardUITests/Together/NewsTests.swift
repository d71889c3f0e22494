import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The news for a user: they depend on the changes after the user came, and on no clock of others.
@Suite struct NewsTests {
  private func wasTold(_ text: String, _ desk: Desk) -> Bool {
    desk.board.notices.latest.contains { $0.string.contains(text) }
  }

  @Test(
    "L13 · A clear is told with its author's name, whatever time it names",
    arguments: [Int64.min, 0, 1, 1_800_000_000_000, 9_000_000_000_000_000])
  func clear(at wall: Int64) {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(5, 5), (40, 5)]) }
    world.at(1) {
      $0.now.wall = wall
      $0.type("C")
    }
    #expect(world.desks[0].things.isEmpty)
    #expect(world.desks[0].notice.contains("Bea cleared the board. R brings it back."))
  }

  @Test(
    "L13 · Changes from before a user came are no news, whatever time they name",
    arguments: [Int64.min, 1_800_000_000_000, 9_000_000_000_000_000])
  func before(at wall: Int64) {
    var world = WhiteboardWorld(2)
    world.at(0) {
      $0.type("S")
      $0.drag([(5, 5), (40, 5)])
      $0.now.wall = wall
      $0.type("C")
    }
    world.at(1) { $0.type("Sj") }
    #expect(world.desks[1].things.isEmpty && !wasTold("cleared", world.desks[1]))
    world.at(0) { $0.type("R") }
    world.at(0) { $0.type("C") }
    #expect(wasTold("Ann cleared the board", world.desks[1]))
  }

  @Test(
    "L13 · A participant who comes after a user is said to join, one from before is not, at any time",
    arguments: [Int64.min, 0, .max])
  func joining(since: Int64) {
    var world = WhiteboardWorld(2)
    world.at(0) { $0.type("S") }
    let session = world.session
    func appearance(_ index: Int) -> SessionEvent {
      .appeared(
        ParticipantPresence(
          author: WhiteboardWorld.replicaGenesis(of: index, board: 0).author,
          name: SafeText(WhiteboardWorld.names[index]), color: PaletteColor.red.color, sign: 0,
          since: since), WhiteboardWorld.participant(index))
    }
    func present(_ count: Int) -> SessionEvent {
      .participants((0..<count).map { SessionParticipant(id: WhiteboardWorld.participant($0)) })
    }
    var newcomer = Desk { $0.hasCall = true }
    newcomer.enter(session, as: WhiteboardWorld.participant(0), on: Desk.fresh)
    newcomer.handle(.session(present(2), in: session))
    // Not all participants are known at once.
    newcomer.handle(.session(present(3), in: session))
    for index in 1...2 { newcomer.handle(.session(appearance(index), in: session)) }
    newcomer.handle(.session(.caughtUp, in: session))
    #expect(!wasTold("joined", newcomer))
    newcomer.handle(.session(present(4), in: session))
    newcomer.handle(.session(appearance(3), in: session))
    #expect(wasTold("Dan joined", newcomer) && !wasTold("Bea joined", newcomer))
    world.handle(.session(present(2), in: session), at: 0)
    world.handle(.session(appearance(1), in: session), at: 0)
    #expect(wasTold("Bea joined", world.desks[0]))
  }
}
