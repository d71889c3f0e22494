import GroupTesting
import Testing

@testable import OpenGroupActivities

/// A message sent shortly after `join()` reaches those who joined at the same moment.
@MainActor @Suite(.timeLimit(.minutes(60))) struct EarlyMessageTests {
  /// People who are offered one session, and what each heard in it.
  @MainActor private final class OfferedSession {
    let world: LoopbackWorld
    let names: [String]
    let guests: [Guest]
    private(set) var inboxes: [Inbox<String>] = []

    init(_ names: [String]) async throws {
      self.names = names
      world = LoopbackWorld(names)
      guests = world.guests()
      let guests = guests
      await world.until("everybody hears of everybody") {
        guests.allSatisfy { $0.system.people.count == guests.count - 1 }
      }
      try await guests[0].activate()
      await world.until("all are offered it") { guests.allSatisfy { $0.session != nil } }
      inboxes = try guests.map {
        Inbox(GroupSessionMessenger(session: try #require($0.session)).messages(of: String.self))
      }
    }

    /// Joins, and says so at once.
    func join(_ index: Int) async throws {
      let session = try #require(guests[index].session)
      session.join()
      let messenger = GroupSessionMessenger(session: session)
      try await messenger.send("hello from \(names[index])")
      try await messenger.send("and again from \(names[index])")
    }

    func heard(by index: Int, from other: Int) -> [String] {
      inboxes[index].messages.filter { $0.hasSuffix(names[other]) }
    }
  }

  private static let names = ["Ann", "Bob", "Cyd", "Dan", "Eve"]

  @Test("G17 · two who join at the same moment hear each other's first messages")
  func two() async throws {
    let session = try await OfferedSession(["Ann", "Bob"])
    // Neither hears of the other before it has joined and spoken.
    session.world.cut("Ann")
    for index in 0..<2 { try await session.join(index) }
    session.world.passUnpublished(milliseconds: 10)
    session.world.mend("Ann")
    await session.world.until("both heard") {
      session.inboxes.allSatisfy { $0.messages.count == 2 }
    }
    await session.world.pass(milliseconds: 3_000)
    #expect(session.inboxes[0].messages == ["hello from Bob", "and again from Bob"])
    #expect(session.inboxes[1].messages == ["hello from Ann", "and again from Ann"])
    #expect(session.inboxes[0].sources.allSatisfy { $0.name == "Bob" })
  }

  @Test(
    "G17 · in any order, a participant that joins after a message does not hear it; others do, once"
  )
  func orders() async throws {
    for seed in Seeds.range(12) {
      var chance = SplitMix64(seed: seed)
      let count = Int.random(in: 2...5, using: &chance)
      let session = try await OfferedSession(Array(Self.names.prefix(count)))
      var rest = Array(0..<count).shuffled(using: &chance)
      var groups: [[Int]] = []
      while !rest.isEmpty {
        let group = Array(rest.prefix(Int.random(in: 1...3, using: &chance)))
        rest.removeFirst(group.count)
        groups.append(group)
        for name in session.names { session.world.cut(name) }
        for index in group { try await session.join(index) }
        session.world.passUnpublished(milliseconds: 10)
        for name in session.names { session.world.mend(name) }
        await session.world.pass(milliseconds: .random(in: 1_500...4_000, using: &chance))
      }
      await session.world.pass(milliseconds: 5_000)
      for (mine, group) in groups.enumerated() {
        for (theirs, others) in groups.enumerated() {
          for reader in group {
            for sender in others where sender != reader {
              let name = session.names[sender]
              let said = ["hello from \(name)", "and again from \(name)"]
              #expect(
                session.heard(by: reader, from: sender) == (mine <= theirs ? said : []),
                "seed \(seed): \(groups), \(sender) to \(reader)")
            }
          }
        }
      }
    }
  }
}
