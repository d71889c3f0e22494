import BoardModel
import EaselBase
import Testing

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
    let looks = all.desks.map { $0.board.presence.session?.looks ?? [:] }
    #expect(Set(looks).count == 1 && looks[0].count == 3)
    #expect(Set(looks[0].values.map(\.color)).count == 3)
    #expect(Set(looks[0].values.map(\.sign)).count == 3)
    #expect(
      looks[0][Gathering.seat(0)]?.color == PaletteColor.orange.color, "who came first has it")
  }

  @Test("Whose colour is taken draws in their new one, unless they chose another") func ink() {
    let all = met(2, colors: [.orange, .orange])
    let settled = all.desks[1].board.presence.session?.looks[Gathering.seat(1)]?.color
    #expect(
      settled != PaletteColor.orange.color && all.desks[1].board.editor.tools.color == settled)
    #expect(all.desks[0].board.editor.tools.color == PaletteColor.orange.color)
    var other = Gathering(2, colors: [.orange, .orange])
    other.at(1) { $0.type("ca") }
    other.meet()
    #expect(other.desks[1].board.editor.tools.color == PaletteColor.red.color)
  }

  @Test("Who was given another colour and sign keeps them when the one leaves who came first")
  func keeps() throws {
    var all = met(3, colors: [.orange, .orange, .cyan])
    let (first, second) = (Gathering.seat(0), Gathering.seat(1))
    let session = try #require(all.desks[1].board.presence.session?.session)
    var known = try #require(all.desks[1].board.presence.session?.guest(first)?.known)
    known = ParticipantPresence(
      author: known.author, name: known.name, color: known.color,
      sign: all.desks[1].board.workspace.setup.person.sign, since: known.since)
    for seat in 1...2 { all.handle(.session(.appeared(known, first), in: session), at: seat) }
    let look = try #require(all.desks[1].board.presence.session?.looks[second])
    #expect(
      look.color != PaletteColor.orange.color
        && look.sign != Int(all.desks[1].board.workspace.setup.person.sign))
    all.leave(0, .left)
    for desk in all.desks.dropFirst() {
      #expect(desk.board.presence.session?.looks[second] == look)
    }
    #expect(all.desks[1].board.editor.tools.color == look.color)
  }
}
