import Foundation
import OpenCombine
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct ExamplesTests {
  @Test("every example on the DocC pages is compiled and run here")
  func pages() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let examples = try ["ClapExample", "ScoreExample", "DeliveryExample"].map {
      try text(folder.appendingPathComponent("\($0).swift"))
    }
    let catalog = folder.appendingPathComponent(
      "../../../Sources/Activities/OpenGroupActivities/OpenGroupActivities.docc"
    ).standardizedFileURL
    let pages = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
      .filter { $0.hasSuffix(".md") }
    var count = 0
    for page in pages {
      let blocks = try text(catalog.appendingPathComponent(page))
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
      for block in blocks {
        count += 1
        #expect(examples.contains { $0.contains(block) }, "\(page): \(block)")
      }
    }
    #expect(count >= 3)
  }

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  @Test("a score follows its session, and a newcomer gets it")
  func score() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let scores = world.systems.map { _ in Score() }
    var tasks: [Task<Void, Never>] = []
    defer { tasks.forEach { $0.cancel() } }
    func attend(_ index: Int) {
      let sessions = GroupSystem.$current.withValue(world.systems[index]) { Clap.sessions() }
      tasks.append(Task { for await session in sessions { scores[index].configure(session) } })
    }
    attend(0)
    let isComing = try await GroupSystem.$current.withValue(world.systems[0]) {
      try await Clap().activate()
    }
    #expect(isComing)
    await world.until("Ann is in it") { scores[0].session?.state == .joined }
    scores[0].clap()
    scores[0].clap()
    attend(1)
    await world.until("Bob has it") { scores[1].claps == 2 }
    scores[1].clap()
    await world.until("Ann has it") { scores[0].claps == 3 }
    scores[0].session?.end()
    await world.until("it is over") { scores.allSatisfy { $0.session == nil } }
  }

  @Test("the fate of a message can be told")
  func delivery() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    var words: [String] = []
    Task { words.append(await clapLoudly(with: knitters.messengers[0])) }
    await knitters.world.until("it was heard") { words == ["heard by 1"] }
    knitters.world.cut("Bob")
    Task { words.append(await clapLoudly(with: knitters.messengers[0])) }
    await knitters.world.until("it was not") { words.last == "not heard by Bob" }
    knitters.guests[0].session?.leave()
    #expect(
      await clapLoudly(with: knitters.messengers[0])
        == "not clapped: the session is not joined")
  }
}
