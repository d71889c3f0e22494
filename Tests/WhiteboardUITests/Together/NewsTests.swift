import BoardEvents
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The news for a user: they depend on the changes after the user came, and on no clock of others.
@Suite struct NewsTests {
  private func met() -> Gathering {
    var all = Gathering(2)
    all.meet()
    return all
  }

  private func wasTold(_ text: String, _ desk: Desk) -> Bool {
    desk.board.notices.latest.contains { $0.string.contains(text) }
  }

  @Test(
    "L13 · A clear is told with its author's name, whatever time it names",
    arguments: [Int64.min, 0, 1, 1_800_000_000_000, 9_000_000_000_000_000])
  func clear(at wall: Int64) {
    var all = met()
    all.at(0) { $0.drag([(5, 5), (40, 5)]) }
    all.at(1) {
      $0.now.wall = wall
      $0.type("C")
    }
    #expect(all.desks[0].things.isEmpty)
    #expect(all.desks[0].top.contains("Bea cleared the board. R brings it back."))
  }

  @Test(
    "L13 · Changes from before a user came are no news, whatever time they name",
    arguments: [Int64.min, 1_800_000_000_000, 9_000_000_000_000_000])
  func before(at wall: Int64) {
    var all = Gathering(2)
    all.at(0) {
      $0.type("S")
      $0.drag([(5, 5), (40, 5)])
      $0.now.wall = wall
      $0.type("C")
    }
    all.at(1) { $0.type("Sj") }
    #expect(all.desks[1].things.isEmpty && !wasTold("cleared", all.desks[1]))
    all.at(0) { $0.type("R") }
    all.at(0) { $0.type("C") }
    #expect(wasTold("Ann cleared the board", all.desks[1]))
  }

  @Test(
    "L13 · A participant who comes after a user is said to join, one from before is not, at any time",
    arguments: [Int64.min, 0, .max])
  func joining(since: Int64) {
    var all = Gathering(2)
    all.at(0) { $0.type("S") }
    let session = all.session
    func appearance(_ seat: Int) -> SessionEvent {
      .appeared(
        ParticipantPresence(
          author: Gathering.replicaGenesis(of: seat, board: 0).author,
          name: SafeText(Gathering.names[seat]), color: PaletteColor.red.color, sign: 0,
          since: since), Gathering.seat(seat))
    }
    func present(_ count: Int) -> SessionEvent {
      .participants((0..<count).map { SessionParticipant(id: Gathering.seat($0)) })
    }
    var newcomer = Desk { $0.hasCall = true }
    newcomer.enter(session, as: Gathering.seat(0), on: Desk.fresh)
    newcomer.handle(.session(present(2), in: session))
    // Not all participants are known at once.
    newcomer.handle(.session(present(3), in: session))
    for seat in 1...2 { newcomer.handle(.session(appearance(seat), in: session)) }
    newcomer.handle(.session(.caughtUp, in: session))
    #expect(!wasTold("joined", newcomer))
    newcomer.handle(.session(present(4), in: session))
    newcomer.handle(.session(appearance(3), in: session))
    #expect(wasTold("Dan joined", newcomer) && !wasTold("Bea joined", newcomer))
    all.handle(.session(present(2), in: session), at: 0)
    all.handle(.session(appearance(1), in: session), at: 0)
    #expect(wasTold("Bea joined", all.desks[0]))
  }
}
