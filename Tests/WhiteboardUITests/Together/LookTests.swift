import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// How people in a session are told apart.
@Suite struct LookTests {
  @Test("Signs and colours are distinct and alike on all screens, however the wishes clash")
  func looks() {
    let world = WhiteboardWorld(3, colors: [.orange, .orange, .orange]).inSession()
    let looks = world.desks.map { $0.board.sessions.presence.session?.looks ?? [:] }
    #expect(Set(looks).count == 1 && looks[0].count == 3)
    #expect(Set(looks[0].values.map(\.color)).count == 3)
    #expect(Set(looks[0].values.map(\.sign)).count == 3)
    #expect(
      looks[0][WhiteboardWorld.participant(0)]?.color == PaletteColor.orange.color,
      "who came first has it")
  }

  @Test("L13 · A clash of colours is told, and changes the mark but never the pen") func ink() {
    let world = WhiteboardWorld(2, colors: [.orange, .orange]).inSession()
    let settled = world.desks[1].board.sessions.presence.session?.looks[
      WhiteboardWorld.participant(1)]?.color
    #expect(settled != PaletteColor.orange.color)
    for desk in world.desks {
      #expect(desk.board.drawing.editor.tools.color == PaletteColor.orange.color)
    }
    #expect(
      world.desks[1].board.notices.latest.contains {
        $0.string.hasPrefix("Ann has your colour too. Your mark is ")
          && $0.string.hasSuffix("and you still draw in orange.")
      })
    var other = WhiteboardWorld(2, colors: [.orange, .orange])
    other.at(1) { $0.type("ca") }
    other.meet()
    #expect(other.desks[1].board.drawing.editor.tools.color == PaletteColor.red.color)
  }

  @Test(
    "L13 · No time that others name changes the colour in which a user draws",
    arguments: [Int64.min, 0, .max])
  func hostileTimes(since: Int64) throws {
    var world = WhiteboardWorld(2, colors: [.orange, .cyan])
    world.at(0) { $0.type("S") }
    let session = world.session
    let present = (0..<12).map { SessionParticipant(id: WhiteboardWorld.participant($0)) }
    world.handle(.session(.participants(present), in: session), at: 0)
    for (number, color) in PaletteColor.allCases.prefix(11).enumerated() {
      let appearance = ParticipantPresence(
        author: WhiteboardWorld.replicaGenesis(of: number + 1, board: 0).author,
        name: SafeText("Mal"),
        color: color.color, sign: UInt8(number), since: since)
      world.handle(
        .session(.appeared(appearance, WhiteboardWorld.participant(number + 1)), in: session), at: 0
      )
    }
    #expect(world.desks[0].board.drawing.editor.tools.color == PaletteColor.orange.color)
    world.at(0) { $0.drag([(5, 5), (40, 5)]) }
    #expect(world.desks[0].things.last?.inkColor.rgb == PaletteColor.orange.rgb)
  }

  @Test(
    "L13 · Watchers with every colour, sign and time take none from people who draw",
    arguments: [Int64.min, 0, .max])
  func watchers(since: Int64) throws {
    var world = WhiteboardWorld(2, colors: [.orange, .cyan]).inSession()
    let session = world.session
    let before = world.desks.map { $0.board.sessions.presence.session?.looks }
    let watchers = 2..<14
    let present =
      (0..<2).map { SessionParticipant(id: WhiteboardWorld.participant($0)) }
      + watchers.map { SessionParticipant(id: WhiteboardWorld.participant($0), mayDraw: false) }
    for index in 0..<2 {
      world.handle(.session(.participants(present), in: session), at: index)
      for watcher in watchers {
        let appearance = ParticipantPresence(
          author: WhiteboardWorld.replicaGenesis(of: watcher, board: 0).author,
          name: SafeText("Eve"),
          color: PaletteColor.allCases[(watcher - 2) % PaletteColor.allCases.count].color,
          sign: UInt8(watcher - 2), since: since)
        world.handle(
          .session(.appeared(appearance, WhiteboardWorld.participant(watcher)), in: session),
          at: index)
      }
    }
    for index in 0..<2 {
      let looks = try #require(world.desks[index].board.sessions.presence.session?.looks)
      #expect(looks == world.desks[0].board.sessions.presence.session?.looks)
      for drawer in 0..<2 {
        #expect(
          looks[WhiteboardWorld.participant(drawer)]
            == before[index]?[WhiteboardWorld.participant(drawer)])
      }
    }
  }

  @Test("A participant with another colour and sign keeps them when the first one leaves")
  func keeps() throws {
    var world = WhiteboardWorld(3, colors: [.orange, .orange, .cyan]).inSession()
    let (first, second) = (WhiteboardWorld.participant(0), WhiteboardWorld.participant(1))
    let session = try #require(world.desks[1].board.sessions.presence.session?.session)
    var known = try #require(world.desks[1].board.sessions.presence.session?.guest(first)?.known)
    known = ParticipantPresence(
      author: known.author, name: known.name, color: known.color,
      sign: world.desks[1].board.setup.person.sign, since: known.since)
    for index in 1...2 { world.handle(.session(.appeared(known, first), in: session), at: index) }
    let look = try #require(world.desks[1].board.sessions.presence.session?.looks[second])
    #expect(
      look.color != PaletteColor.orange.color
        && look.sign != Int(world.desks[1].board.setup.person.sign))
    world.leave(0, .left)
    for desk in world.desks.dropFirst() {
      #expect(desk.board.sessions.presence.session?.looks[second] == look)
    }
    #expect(world.desks[1].board.drawing.editor.tools.color == PaletteColor.orange.color)
  }
}
