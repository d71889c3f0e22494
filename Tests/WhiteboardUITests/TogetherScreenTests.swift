import BoardContract
import BoardModel
import CellFrame
import EaselBase
import FrameTesting
import Testing
import ThemeFiles

@testable import WhiteboardUI

/// The screens of drawing together in each of its states, from narrow to wide, dark and light.
@Suite struct TogetherScreenTests {
  struct Look: Sendable, CustomTestStringConvertible {
    let columns: Int
    let rows: Int
    let theme: Theme

    var name: String { "\(columns)-\(theme.name)" }
    var testDescription: String { name }
    static let all = [(36, 12), (80, 24), (120, 30)].flatMap { columns, rows in
      ["dark", "light"].compactMap(Theme.builtIn).map {
        Look(columns: columns, rows: rows, theme: $0)
      }
    }

    func world(_ people: Int) -> WhiteboardWorld {
      WhiteboardWorld(people, columns: columns, rows: rows, theme: theme)
    }

    func check(_ frames: [(String, Frame)], function: String = #function) throws {
      try assertFrames(
        frames.map { ("\($0.0).\(name)", $0.1) }, file: #filePath, function: function)
    }
  }

  @Test("On the way: alone, waiting, eligible, offered, looked at", arguments: Look.all)
  func approach(look: Look) throws {
    var alone = look.world(1)
    let first = alone.desks[0].frame
    alone.at(0) { $0.type("I") }
    let invite = alone.desks[0].frame
    alone.at(0) { $0.type("s") }
    let waiting = alone.desks[0].frame
    var two = look.world(2)
    two.at(0) { $0.drag([(5, 3), (20, 8), (30, 4)]) }
    two.at(1) { $0.drag([(8, 8), (20, 9)]) }
    let eligible = two.desks[1].frame
    two.at(0) { $0.type("S") }
    let offered = two.desks[1].frame
    two.at(1) { $0.type("S") }
    let card = two.desks[1].frame
    two.at(1) { $0.type("n") }
    try look.check([
      ("alone", first), ("invite", invite), ("waiting", waiting), ("eligible", eligible),
      ("offered", offered), ("card", card), ("declined", two.desks[1].frame),
    ])
  }

  @Test("At the door: tickets to give, and a waiting guest", arguments: Look.all)
  func door(look: Look) throws {
    var one = look.world(1)
    let code = String(repeating: "Ec59wOad5qRrrjLO", count: 5).prefix(68)
    let tickets = Tickets(
      drawing: SafeText("easel://tcp://192.0.2.1:7000#\(code)"),
      watching: SafeText("easel://tcp://192.0.2.1:7000#\(code.reversed())"))
    one.at(0) {
      $0.handle(.call(.connected(tickets, canModerate: true)))
      $0.type("I")
    }
    let invite = one.desks[0].frame
    one.at(0) { $0.type("d") }
    let copied = one.desks[0].effects.contains { effect in
      if case .copy(let text) = effect {
        text == "easel join '\(tickets.drawing?.string ?? "")'"
      } else {
        false
      }
    }
    #expect(copied)
    one.at(0) {
      $0.handle(.call(.knocked(AdmissionRequest(number: 1, name: SafeText("bob")))))
    }
    let knock = one.desks[0].frame
    one.at(0) {
      $0.key(.escape)
      $0.type("S")
    }
    let door = one.desks[0].frame
    one.at(0) { $0.type("y") }
    try look.check([
      ("tickets", invite), ("knock", knock), ("door", door), ("let in", one.desks[0].frame),
    ])
  }

  @Test("About a participant: what they drew, what they may do", arguments: Look.all)
  func moderating(look: Look) throws {
    var world = look.world(3)
    world.meet()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.at(1) { $0.drag([(8, 4), (20, 9)]) }
    world.at(0) { $0.type("P1") }
    let about = world.desks[0].frame
    world.at(0) { $0.type("w") }
    // Bea only watches now, and is listed behind Cal.
    world.at(0) { $0.type("P2h") }
    let hidden = world.desks[2].frame
    world.at(0) { $0.type("P2") }
    let watcher = world.desks[0].frame
    world.at(0) { $0.type("x") }
    let asking = world.desks[0].frame
    world.at(0) { $0.type("x") }
    let out = world.desks[1].frame
    world.at(0) { $0.type("P") }
    let people = world.desks[0].frame
    world.at(0) {
      $0.handle(
        .call(
          .knocked(
            AdmissionRequest(number: 2, name: SafeText("Dot"), origin: .ticket(toDraw: true)))))
      $0.type("S")
    }
    try look.check([
      ("about", about), ("hidden", hidden), ("watcher", watcher), ("asking", asking),
      ("out", out), ("left", people), ("caller", world.desks[0].frame),
    ])
  }

  @Test("Together: pointers, wet ink, people, leaving, another board", arguments: Look.all)
  func together(look: Look) throws {
    var world = look.world(3)
    world.at(0) { $0.drag([(5, 3), (20, 8), (30, 4)]) }
    world.at(1) { $0.drag([(8, 8), (20, 9)]) }
    world.meet()
    let joined = world.desks[0].frame
    world.at(1) { $0.mouse(.move, 12, 6) }
    world.at(2) {
      $0.type("r")
      $0.mouse(.press(.left), 24, 5)
      $0.mouse(.drag(.left), 30, 9)
    }
    let wet = world.desks[0].frame
    world.at(2) { $0.mouse(.release(.left), 30, 9) }
    world.at(1) { $0.type("\"look, a roof") }
    let speech = world.desks[0].frame
    let speaking = world.desks[1].frame
    world.wait(1_600)
    world.at(0) { $0.type("P") }
    let people = world.desks[0].frame
    world.at(0) {
      $0.key(.escape)
      $0.type("Q")
    }
    let leaving = world.desks[0].frame
    world.at(0) {
      $0.key(.escape)
      $0.type("N")
    }
    try look.check([
      ("joined", joined), ("wet", wet), ("speech", speech), ("speaking", speaking),
      ("people", people), ("leaving", leaving), ("new", world.desks[0].frame),
    ])
  }

  @Test("The smallest screen shows a session") func smallest() throws {
    var world = WhiteboardWorld(3, columns: 20, rows: 6)
    world.at(1) { $0.drag([(4, 2), (9, 3)]) }
    world.at(0) { $0.type("S") }
    let offered = world.desks[1].frame
    world.at(1) { $0.type("S") }
    let card = world.desks[1].frame
    world.at(1) { $0.type("j") }
    world.at(2) { $0.type("j") }
    world.at(1) { $0.mouse(.move, 7, 2) }
    let pointer = world.desks[0].frame
    world.at(0) { $0.type("P") }
    try assertFrames([
      ("offered", offered), ("card", card), ("pointer", pointer), ("people", world.desks[0].frame),
    ])
  }

  @Test("In ASCII alone, and without any colour") func plain() throws {
    var world = WhiteboardWorld(
      3, columns: 60, rows: 18, raster: .ascii, theme: Theme.builtIn("mono") ?? .terminal)
    world.at(0) { $0.drag([(5, 3), (20, 8), (30, 4)]) }
    world.at(0) { $0.type("S") }
    let card = world.desks[2].frame
    for index in [1, 2] { world.at(index) { $0.type("j") } }
    world.at(1) { $0.mouse(.move, 12, 6) }
    world.at(2) {
      $0.mouse(.move, 40, 9)
      $0.type("'over here")
    }
    let pointers = world.desks[0].frame
    world.at(0) { $0.type("P") }
    let frames = [card, pointers, world.desks[0].frame]
    try assertFrames([("card", frames[0]), ("pointers", frames[1]), ("people", frames[2])])
    for frame in frames {
      let glyphs = frame.cells.map(\.glyph).filter { $0 != .shadow }
      #expect(glyphs.allSatisfy { glyph in glyph.scalars.allSatisfy(\.isASCII) })
    }
  }
}
