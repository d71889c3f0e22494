import Drawing
import Log
import Testing
import Vocabulary

@testable import Whiteboard

/// What the owner of a board does about authors who were removed.
@Suite struct RevokingTests {
  private let genesis = BoardGenesis(
    nonce: [UInt8](repeating: 1, count: 16),
    owner: [UInt8](repeating: 1, count: Birth.publicKeyLength))

  /// Three people on a board that the first of them owns.
  private func meeting() throws -> (all: Gathering, session: Bytes16, guest: AuthorID) {
    var all = Gathering(3, genesis: genesis)
    all.meet()
    let session = try #require(all.desks[0].board.together.seat?.session)
    #expect(all.desks[0].board.me == genesis.author)
    return (all, session, all.desks[1].board.me)
  }

  @Test("what a removed author draws from then on counts for nobody, and they are told")
  func removed() throws {
    var (all, session, guest) = try meeting()
    all.at(1) { $0.drag([(10, 4), (30, 5)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 1 })
    all.handle(.session(.removed([guest]), in: session), at: 0)
    #expect(all.desks.allSatisfy { $0.board.log.isRevoked(guest) })
    all.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 1 })
    #expect(all.desks[1].top.contains("The owner of this board has ended what you draw on it."))
    // What was drawn before stays, and others draw on.
    all.at(2) { $0.drag([(10, 12), (30, 13)]) }
    #expect(all.desks[0].things.count == 2)
  }

  @Test("only the owner revokes, and nobody revokes themselves")
  func onlyTheOwner() throws {
    var (all, session, guest) = try meeting()
    let owner = all.desks[0].board.me
    all.handle(.session(.removed([guest, owner]), in: session), at: 2)
    all.handle(.session(.removed([owner]), in: session), at: 0)
    #expect(
      all.desks.allSatisfy { !$0.board.log.isRevoked(guest) && !$0.board.log.isRevoked(owner) })
    all.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(all.desks.allSatisfy { $0.things.count == 1 })
  }

  @Test("one who is let in again draws again, in another replica")
  func again() throws {
    var (all, session, guest) = try meeting()
    all.at(1) { $0.drag([(10, 4), (30, 5)]) }
    all.handle(.session(.removed([guest]), in: session), at: 0)
    let before = all.desks[1].board.board.replica
    let shown = all.desks[1].effects.compactMap { effect in
      if case .session(.appear(let appearance), _) = effect { appearance } else { nil }
    }
    let present = (0..<3).map {
      SessionParticipant(id: Gathering.seat($0), name: nil, mayDraw: true, isPerson: true)
    }
    all.handle(.session(.participants([present[0], present[2]]), in: session), at: 0)
    all.handle(.session(.participants(present), in: session), at: 0)
    let appearance = try #require(shown.last)
    all.handle(.session(.appeared(appearance, Gathering.seat(1)), in: session), at: 0)
    #expect(all.desks.allSatisfy { !$0.board.log.isRevoked(guest) })
    all.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(all.desks[1].board.board.replica != before)
    #expect(all.desks.allSatisfy { $0.things.count == 2 })
  }
}
