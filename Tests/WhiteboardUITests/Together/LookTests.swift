import BoardEvents
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenCommands
@testable import SessionUI
@testable import WhiteboardUI

/// How people in a session are told apart.
@Suite struct LookTests {
  private func met(_ people: Int, colors: [PaletteColor]) -> Gathering {
    var all = Gathering(people, colors: colors)
    all.meet()
    return all
  }

  @Test("Signs and colours are distinct and alike on all screens, however the wishes clash")
  func looks() {
    let all = met(3, colors: [.orange, .orange, .orange])
    let looks = all.desks.map { $0.board.sessions.presence.session?.looks ?? [:] }
    #expect(Set(looks).count == 1 && looks[0].count == 3)
    #expect(Set(looks[0].values.map(\.color)).count == 3)
    #expect(Set(looks[0].values.map(\.sign)).count == 3)
    #expect(
      looks[0][Gathering.seat(0)]?.color == PaletteColor.orange.color, "who came first has it")
  }

  @Test("L13 · A clash of colours is told, and changes the mark but never the pen") func ink() {
    let all = met(2, colors: [.orange, .orange])
    let settled = all.desks[1].board.sessions.presence.session?.looks[Gathering.seat(1)]?.color
    #expect(settled != PaletteColor.orange.color)
    for desk in all.desks {
      #expect(desk.board.drawing.editor.tools.color == PaletteColor.orange.color)
    }
    #expect(
      all.desks[1].board.notices.latest.contains {
        $0.string.hasPrefix("Ann has your colour too. Your mark is ")
          && $0.string.hasSuffix("and you still draw in orange.")
      })
    var other = Gathering(2, colors: [.orange, .orange])
    other.at(1) { $0.type("ca") }
    other.meet()
    #expect(other.desks[1].board.drawing.editor.tools.color == PaletteColor.red.color)
  }

  @Test(
    "L13 · No time that others name changes the colour in which a user draws",
    arguments: [Int64.min, 0, .max])
  func hostileTimes(since: Int64) throws {
    var all = Gathering(2, colors: [.orange, .cyan])
    all.at(0) { $0.type("S") }
    let session = all.session
    let present = (0..<12).map { SessionParticipant(id: Gathering.seat($0)) }
    all.handle(.session(.participants(present), in: session), at: 0)
    for (number, color) in PaletteColor.allCases.prefix(11).enumerated() {
      let appearance = ParticipantPresence(
        author: Gathering.replicaGenesis(of: number + 1, board: 0).author, name: SafeText("Mal"),
        color: color.color, sign: UInt8(number), since: since)
      all.handle(
        .session(.appeared(appearance, Gathering.seat(number + 1)), in: session), at: 0)
    }
    #expect(all.desks[0].board.drawing.editor.tools.color == PaletteColor.orange.color)
    all.at(0) { $0.drag([(5, 5), (40, 5)]) }
    #expect(all.desks[0].things.last?.inkColor.rgb == PaletteColor.orange.rgb)
  }

  @Test(
    "L13 · Watchers with every colour, sign and time take none from people who draw",
    arguments: [Int64.min, 0, .max])
  func watchers(since: Int64) throws {
    var all = met(2, colors: [.orange, .cyan])
    let session = all.session
    let before = all.desks.map { $0.board.sessions.presence.session?.looks }
    let watchers = 2..<14
    let present =
      (0..<2).map { SessionParticipant(id: Gathering.seat($0)) }
      + watchers.map { SessionParticipant(id: Gathering.seat($0), mayDraw: false) }
    for seat in 0..<2 {
      all.handle(.session(.participants(present), in: session), at: seat)
      for watcher in watchers {
        let appearance = ParticipantPresence(
          author: Gathering.replicaGenesis(of: watcher, board: 0).author, name: SafeText("Eve"),
          color: PaletteColor.allCases[(watcher - 2) % PaletteColor.allCases.count].color,
          sign: UInt8(watcher - 2), since: since)
        all.handle(
          .session(.appeared(appearance, Gathering.seat(watcher)), in: session), at: seat)
      }
    }
    for seat in 0..<2 {
      let looks = try #require(all.desks[seat].board.sessions.presence.session?.looks)
      #expect(looks == all.desks[0].board.sessions.presence.session?.looks)
      for drawer in 0..<2 {
        #expect(looks[Gathering.seat(drawer)] == before[seat]?[Gathering.seat(drawer)])
      }
    }
  }

  @Test("A participant with another colour and sign keeps them when the first one leaves")
  func keeps() throws {
    var all = met(3, colors: [.orange, .orange, .cyan])
    let (first, second) = (Gathering.seat(0), Gathering.seat(1))
    let session = try #require(all.desks[1].board.sessions.presence.session?.session)
    var known = try #require(all.desks[1].board.sessions.presence.session?.guest(first)?.known)
    known = ParticipantPresence(
      author: known.author, name: known.name, color: known.color,
      sign: all.desks[1].board.setup.person.sign, since: known.since)
    for seat in 1...2 { all.handle(.session(.appeared(known, first), in: session), at: seat) }
    let look = try #require(all.desks[1].board.sessions.presence.session?.looks[second])
    #expect(
      look.color != PaletteColor.orange.color
        && look.sign != Int(all.desks[1].board.setup.person.sign))
    all.leave(0, .left)
    for desk in all.desks.dropFirst() {
      #expect(desk.board.sessions.presence.session?.looks[second] == look)
    }
    #expect(all.desks[1].board.drawing.editor.tools.color == PaletteColor.orange.color)
  }
}
