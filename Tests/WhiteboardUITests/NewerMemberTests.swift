import BoardDocument
import BoardLog
import EaselBase
import Testing

@testable import WhiteboardUI

/// The notice that a participant draws with a newer version.
@Suite struct NewerMemberTests {
  /// Entries of an action in field 100, which no operation has, by another author.
  private func entries(_ count: Int) -> [Entry] {
    let birth = ReplicaGenesis(
      publicKey: Array(repeating: 9, count: 32), nonce: Array(repeating: 1, count: 16))
    var log = Log()
    return (0..<count).compactMap { _ in
      log.record([0xA2, 0x06, 1, 0], as: birth, at: 0, lasted: 0).map { entry in
        var entry = entry
        entry.signature = entry.digest.bytes
        return entry
      }
    }
  }

  @Test("L14 · the user reads once that a participant draws with a newer Easel")
  func once() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    let session = try #require(world.desks[0].board.sessions.presence.session?.session)
    let sentence = "Somebody draws with a newer Easel. You do not see all of it."
    let entries = entries(2)
    world.receive([entries[0]], at: 0, in: session)
    #expect(world.desks[0].notice.contains(sentence), "\(world.desks[0].top)")
    world.wait(60_000)
    #expect(!world.desks[0].notice.contains(sentence))
    world.receive([entries[1]], at: 0, in: session)
    #expect(!world.desks[0].notice.contains(sentence))
    #expect(world.desks[0].replica.log.count == 3 && world.desks[0].things.count == 1)
    // Others who have no such entry read nothing.
    #expect(!world.desks[1].notice.contains(sentence))
  }
}
