import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The owner's program and the authors who were removed.
@Suite struct RevokingTests {
  private let genesis = BoardGenesis(
    nonce: [UInt8](repeating: 1, count: 16),
    owner: [UInt8](repeating: 1, count: ReplicaGenesis.publicKeyLength))

  /// Three people on a board that the first of them owns.
  private func meeting() throws -> (world: WhiteboardWorld, session: SessionUUID, guest: AuthorID) {
    let world = WhiteboardWorld(3, genesis: genesis).inSession()
    let session = try #require(world.desks[0].board.sessions.presence.session?.session)
    #expect(world.desks[0].board.drawing.recorder.me == genesis.author)
    return (world, session, world.desks[1].board.drawing.recorder.me)
  }

  @Test("later ink of a removed author does not count, and they are told")
  func removed() throws {
    var (world, session, guest) = try meeting()
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    world.handle(.session(.removed([guest]), in: session), at: 0)
    #expect(world.desks.allSatisfy { $0.replica.log.isRevoked(guest) })
    world.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    #expect(
      world.desks[1].notice.contains(
        "The owner of this board has removed you: new ink of yours does not count."))
    // Ink from before stays, and others draw on.
    world.at(2) { $0.drag([(10, 12), (30, 13)]) }
    #expect(world.desks[0].things.count == 2)
  }

  @Test(
    "ink in an entry for erasing and undoing counts, and is not shown", arguments: Purpose.allCases)
  func wrongPurpose(purpose: Purpose) throws {
    var (world, session, _) = try meeting()
    var log = world.desks[0].replica.log
    let guest = WhiteboardWorld.replicaGenesis(of: 2, board: 99)
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 512, rowHeight: 1_024,
      color: InkColor(rgb: 0), text: SafeText("so"))
    let payload = Operation(.make(.label(label))).encoded()
    let recorded = log.record(payload, as: guest, for: purpose, at: 0, lasted: 0)
    var entry = try #require(recorded)
    entry.signature = entry.digest.bytes
    world.receive([entry], at: 0, in: session)
    #expect(world.desks[0].replica.log.vector.covers(entry.id))
    #expect(world.desks[0].things.count == (purpose == .draw ? 1 : 0))
  }

  @Test(
    "On Remove the owner chooses which entries stay: world, those up to when they came in, none",
    arguments: zip(["x", "e", "n"], [UInt64(2), 1, 0]))
  func choosing(key: String, kept: UInt64) throws {
    var (world, session, guest) = try meeting()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.handle(.call(.members([], isHost: true)), at: 0)
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    let replica = world.desks[1].replica.replica
    // Bea leaves and comes in again, and draws again.
    let present = (0..<3).map { SessionParticipant(id: WhiteboardWorld.participant($0)) }
    let shown = try #require(world.desks[1].board.sessions.presence.session?.shown)
    world.handle(.session(.participants([present[0], present[2]]), in: session), at: 0)
    world.handle(.session(.participants(present), in: session), at: 0)
    world.handle(.session(.appeared(shown, WhiteboardWorld.participant(1)), in: session), at: 0)
    world.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(world.desks[0].replica.log.vector[replica].raw == 2)
    world.at(0) { $0.type("P1x\(key)") }
    #expect(world.desks[0].asked.contains("rule"))
    world.desks[0].handle(.session(.removed([guest]), in: session))
    let revocations = world.desks[0].effects.compactMap { effect in
      if case .board(.keep(let entry)) = effect { Revocation(decoding: entry.payload) } else { nil }
    }
    let revocation = try #require(revocations.last)
    #expect(revocation.authors == [guest] && revocation.vector[replica].raw == kept)
  }

  @Test("On a board of another owner, no entry can be chosen")
  func notOwned() throws {
    var (world, _, _) = try meeting()
    world.handle(.call(.connected(nil, canModerate: true)), at: 1)
    world.at(1) { $0.type("P2x") }
    let labels = world.desks[1].sessionPages.removals(of: WhiteboardWorld.participant(2)).map(
      \.label)
    #expect(labels == ["Remove them; their work stays"])
  }

  @Test(
    "The sheet about a person offers to take back what they changed, with all that they drew too")
  func takingBack() throws {
    for key in ["t", "a", "xt"] {
      var (world, session, guest) = try meeting()
      world.handle(.call(.connected(nil, canModerate: true)), at: 0)
      world.handle(.call(.members([], isHost: true)), at: 0)
      world.at(0) { $0.drag([(10, 4), (30, 5)]) }
      world.at(0) { $0.type("P1") }
      #expect(!world.desks[0].screen.contains("Take back what they changed"))
      world.at(0) { $0.key(.escape) }
      world.at(1) {
        $0.type("C")
        $0.drag([(10, 12), (30, 13)])
      }
      #expect(world.desks[0].things.count == 1)
      world.at(0) { $0.type("P1") }
      #expect(world.desks[0].screen.contains("Take back what they changed"))
      world.at(0) { $0.type(key) }
      // A removal takes back once the keys prove it.
      if key == "xt" { world.handle(.session(.removed([guest]), in: session), at: 0) }
      #expect(world.desks[0].things.count == (key == "a" ? 1 : 2), "\(key)")
      #expect(world.desks[2].things.count == (key == "a" ? 1 : 2), "\(key)")
      #expect(world.desks[0].things.contains { $0.author == genesis.author })
    }
  }

  @Test("only the owner revokes, and never themselves")
  func onlyTheOwner() throws {
    var (world, session, guest) = try meeting()
    let owner = world.desks[0].board.drawing.recorder.me
    world.handle(.session(.removed([guest, owner]), in: session), at: 2)
    world.handle(.session(.removed([owner]), in: session), at: 0)
    #expect(
      world.desks.allSatisfy {
        !$0.replica.log.isRevoked(guest) && !$0.replica.log.isRevoked(owner)
      })
    world.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
  }

  @Test("a removed author who is let in again draws again, in another replica")
  func again() throws {
    var (world, session, guest) = try meeting()
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    world.handle(.session(.removed([guest]), in: session), at: 0)
    let before = world.desks[1].replica.replica
    let shown = world.desks[1].effects.compactMap { effect in
      if case .board(.session(.appear(let appearance), _)) = effect { appearance } else { nil }
    }
    let present = (0..<3).map {
      SessionParticipant(
        id: WhiteboardWorld.participant($0), name: nil, mayDraw: true)
    }
    world.handle(.session(.participants([present[0], present[2]]), in: session), at: 0)
    world.handle(.session(.participants(present), in: session), at: 0)
    let appearance = try #require(shown.last)
    world.handle(
      .session(.appeared(appearance, WhiteboardWorld.participant(1)), in: session), at: 0)
    #expect(world.desks.allSatisfy { !$0.replica.log.isRevoked(guest) })
    world.at(1) { $0.drag([(10, 8), (30, 9)]) }
    #expect(world.desks[1].replica.replica != before)
    #expect(world.desks.allSatisfy { $0.things.count == 2 })
  }
}
