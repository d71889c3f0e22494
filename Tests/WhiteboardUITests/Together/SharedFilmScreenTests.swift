import BoardContract
import CellFrame
import EaselBase
import FrameTesting
import GroupTesting
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// The screens of a film that people of a session watch in step, and events that no honest member sends.
@Suite struct SharedFilmScreenTests {
  @Test(
    "The bar of a film with others shows whole items in each size",
    arguments: [(40, 12), (80, 24), (220, 60)])
  func bar(size: (columns: Int, rows: Int)) throws {
    var world = WhiteboardWorld.watching(3, columns: size.columns, rows: size.rows)
    world.at(0) { $0.type(" ") }
    world.wait(1_300)
    let playing = world.desks[0].frame
    #expect(playing == world.desks[0].frameFromScratch)
    world.at(1) { $0.type("b") }
    world.at(0) { $0.type("P") }
    try assertFrames([
      ("\(size.columns)", playing), ("\(size.columns)-again", world.desks[1].frame),
      ("\(size.columns)-people", world.desks[0].frame),
    ])
  }

  @Test("The bar names the people for whom the film waits, and Space stops the waiting")
  func awaiting() throws {
    var world = WhiteboardWorld.watching(3, columns: 120)
    let id = try #require(world.desks[0].board.film.shared.own?.id)
    let late = FilmWatcher(id: WhiteboardWorld.participant(1), item: id, isReady: false)
    let ready = FilmWatcher(id: WhiteboardWorld.participant(2), item: id)
    world.handle(.playback(.watchers([late, ready]), in: world.session), at: 0)
    let timing = FilmTiming(
      quarters: 0, moment: 500, uptime: world.desks[0].now.uptime, isAwaitingOthers: true)
    world.handle(.playback(.moved(timing, of: id), in: world.session), at: 0)
    #expect(world.desks[0].bottom.contains("waiting for Bea"))
    #expect(world.desks[0].bottom.contains("Space pause") && world.moment(0) == 500)
    let count = world.desks[0].effects.count
    world.at(0) { $0.type(" ") }
    #expect(
      world.desks[0].effects.dropFirst(count).contains {
        if case .board(.playback(.play(quarters: 0))) = $0 { true } else { false }
      })
  }

  @Test("A timing that begins in the future stands still until then")
  func future() throws {
    var world = WhiteboardWorld.watching()
    let id = try #require(world.desks[0].board.film.shared.own?.id)
    let timing = FilmTiming(
      quarters: 4, moment: 500, uptime: world.desks[0].now.uptime + 100)
    world.handle(.playback(.moved(timing, of: id), in: world.session), at: 0)
    world.wait(90)
    #expect(world.moment(0) == 500 && world.desks[0].bottom.contains("▶"))
    world.wait(50)
    #expect(world.moment(0) == 540)
  }

  @Test("Events that no honest member sends do no harm", arguments: 1...60)
  func hostile(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    func number() -> Int64 {
      [.min, .max, 0, 1, -1, 1_000, .random(in: .min ... .max, using: &chance)]
        .randomElement(using: &chance) ?? 0
    }
    var world = WhiteboardWorld.watching()
    let session = world.session
    func id() -> FilmItem.ID {
      let own = world.desks[0].board.film.shared.own?.id
      return Bool.random(using: &chance)
        ? own ?? FilmItem.ID(participant: WhiteboardWorld.participant(9), number: 0)
        : FilmItem.ID(
          participant: WhiteboardWorld.participant(Int.random(in: 0...3, using: &chance)),
          number: UInt64.random(in: 0...2, using: &chance))
    }
    let keys: [Key] = [
      .character(" "), .character("b"), .character("."), .character("]"), .left, .end, .enter,
      .escape, .character("V"), .character("e"), .character("E"), .character("P"),
    ]
    for _ in 0..<40 {
      let event: PlaybackEvent =
        switch Int.random(in: 0..<4, using: &chance) {
        case 0:
          .moved(
            FilmTiming(
              quarters: number(), moment: number(), uptime: number(),
              isAwaitingOthers: Bool.random(using: &chance)), of: id())
        case 1:
          .watchers(
            (0..<Int.random(in: 0...3, using: &chance)).map {
              FilmWatcher(
                id: WhiteboardWorld.participant($0), item: id(),
                absence: FilmAbsence.allCases.randomElement(using: &chance),
                isReady: Bool.random(using: &chance))
            })
        case 2:
          .offered(
            FilmItem(id: id(), vector: VersionVector(), showsUndone: true),
            by: WhiteboardWorld.participant(Int.random(in: 0...3, using: &chance)))
        default:
          .offered(
            FilmItem(
              id: id(),
              vector: VersionVector([
                ReplicaID(Bytes16(high: 5, low: 5)): SequenceNumber(7)
              ]), showsUndone: false), by: WhiteboardWorld.participant(1))
        }
      world.handle(.playback(event, in: session), at: 0)
      if let key = keys.randomElement(using: &chance) { world.at(0) { $0.key(key) } }
      world.wait(Int64.random(in: 0...200, using: &chance))
    }
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch, "seed \(seed)")
  }

  @Test(
    "The sheets about a film fit each size", arguments: [(40, 12), (80, 24), (220, 60)])
  func sheets(size: (columns: Int, rows: Int)) throws {
    var world = WhiteboardWorld.drawn(columns: size.columns, rows: size.rows)
    world.at(0) { $0.type("V") }
    let choice = world.desks[0].frame
    var (offer, wait) = (choice, choice)
    world.apart { world in
      world.at(0) { $0.key(.escape) }
      world.at(0) { $0.drag(WhiteboardWorld.stroke(5)) }
      world.at(0) { $0.type("Ve") }
      offer = world.desks[1].frame
      world.at(1) { $0.key(.enter) }
      wait = world.desks[1].frame
    }
    try assertFrames([
      ("\(size.columns)-choice", choice), ("\(size.columns)-offer", offer),
      ("\(size.columns)-wait", wait),
    ])
  }
}
