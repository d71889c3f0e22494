import BoardContract
import CellFrame
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// More than one film in a session.
@Suite struct SeveralFilmsTests {
  private func film(_ world: WhiteboardWorld, _ index: Int) -> FilmItem.ID? {
    world.desks[index].board.film.shared.own?.id
  }

  private func isAsked(_ world: WhiteboardWorld, _ index: Int, by name: String) -> Bool {
    world.desks[index].screen.contains("\(name) plays the film of this board")
  }

  @Test(
    "Films that are offered at once end in one film, also for a third person", arguments: [0, 1])
  func atOnce(first: Int) {
    var world = WhiteboardWorld.drawn(3)
    for index in 0...1 { world.at(index) { $0.type("V") } }
    world.atOnce { world in
      world.at(first) { $0.type("e") }
      world.at(1 - first) { $0.type("e") }
    }
    #expect(film(world, 0) != nil && film(world, 0) == film(world, 1))
    #expect(world.desks[1].notice == "Ann shows a film as well, so you watch it together.")
    #expect(world.desks[0].board.sheets.kind == nil && world.desks[0].bottom.contains("with Bea"))
    let isThirdAsked = isAsked(world, 2, by: "Ann")
    #expect(isThirdAsked)
    world.at(2) { $0.key(.enter) }
    #expect(film(world, 2) == film(world, 0))
    world.at(2) { $0.type(" ") }
    world.wait(300)
    for index in 0...2 { #expect(world.moment(index) == 300, "\(index)") }
  }

  @Test("Three films that are offered at once end in one film")
  func three() {
    var world = WhiteboardWorld.drawn(3)
    for index in 0...2 { world.at(index) { $0.type("V") } }
    world.atOnce { world in for index in [2, 0, 1] { world.at(index) { $0.type("e") } } }
    #expect(Set((0...2).map { film(world, $0) }).count == 1 && film(world, 0) != nil)
  }

  @Test("A person whose company has left goes to the next film that is offered")
  func companyLeft() {
    var world = WhiteboardWorld.drawn(4)
    world.at(1) { $0.type("Ve") }
    world.at(0) { $0.key(.escape) }
    world.at(2) { $0.key(.enter) }
    world.at(1) { $0.key(.escape) }
    #expect(film(world, 2)?.participant == WhiteboardWorld.participant(1))
    world.at(0) { $0.type("Ve") }
    // Cal is alone in a film that has not begun.
    #expect(film(world, 2) == film(world, 0) && film(world, 0) != nil)
  }

  @Test("A person who waits alone goes to the film that another person offers")
  func waitsAlone() {
    for (waiting, other) in [(0, 1), (1, 0)] {
      var world = WhiteboardWorld.drawn(2)
      world.at(waiting) { $0.type("Ve") }
      world.at(other) { $0.key(.escape) }
      world.at(other) { $0.type("Ve") }
      #expect(film(world, waiting)?.participant == WhiteboardWorld.participant(other))
      #expect(film(world, waiting) == film(world, other))
      #expect(world.desks[waiting].notice.contains("shows a film as well"))
    }
  }

  @Test("A person who plays a film for everybody alone is asked; Esc stays in that film")
  func playsAlone() {
    var world = WhiteboardWorld.drawn(2)
    world.at(0) { $0.type("Ve ") }
    world.wait(200)
    world.at(1) { $0.key(.escape) }
    world.at(1) { $0.type("Ve") }
    #expect(isAsked(world, 0, by: "Bea"))
    let own = film(world, 0)
    world.at(0) { $0.key(.escape) }
    #expect(film(world, 0) == own && world.desks[0].board.replay != nil)
    #expect(world.desks[0].notice == "Not now. Press Esc, then V, to watch later.")
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].board.replay == nil)
    world.at(0) { $0.type("Vw") }
    #expect(film(world, 0) == film(world, 1))
  }

  @Test("A person who watches the film alone is asked, and the film stands still meanwhile")
  func watchesAlone() {
    for isAccepted in [true, false] {
      var world = WhiteboardWorld.drawn(2)
      world.at(1) { $0.type("Vm") }
      world.wait(300)
      world.at(0) { $0.type("Ve") }
      #expect(isAsked(world, 1, by: "Ann"))
      let moment = world.moment(1)
      world.wait(500)
      #expect(world.moment(1) == moment && world.desks[1].board.replay?.isShared == false)
      world.at(1) { $0.key(isAccepted ? .enter : .escape) }
      #expect(world.desks[1].board.replay?.isShared == isAccepted)
      #expect(world.moment(1) == (isAccepted ? world.moment(0) : moment))
    }
  }

  @Test("People who watch together are told once of another film, and are not asked")
  func company() {
    var world = WhiteboardWorld.watching(2)
    let own = film(world, 0)
    var more = WhiteboardWorld.drawn(3)
    more.at(0) { $0.type("Ve") }
    more.at(1) { $0.key(.enter) }
    more.at(2) { $0.key(.escape) }
    more.at(2) { $0.type("Ve") }
    for index in 0...1 {
      #expect(more.desks[index].board.sheets.kind == nil)
      #expect(
        more.desks[index].notice == "Cal shows another film. Press Esc, then V, to watch it.")
    }
    #expect(film(more, 0) == film(more, 1) && film(more, 0) != film(more, 2))
    // Ann leaves. Bea is alone now and goes to Cal, since their film has not begun.
    more.at(0) { $0.key(.escape) }
    #expect(film(more, 1) == film(more, 2))
    // A film without a rival stays as it is.
    world.wait(1_000)
    #expect(film(world, 0) == own)
  }

  @Test("V lists each film that others watch")
  func list() {
    var world = WhiteboardWorld.drawn(4)
    world.at(0) { $0.type("Ve ") }
    world.at(1) { $0.key(.enter) }
    world.at(2) { $0.key(.escape) }
    world.at(3) { $0.key(.escape) }
    world.at(2) { $0.type("Ve") }
    world.at(3) { $0.key(.escape) }
    world.at(3) { $0.type("V") }
    #expect(world.desks[3].screen.contains("With Ann and Bea"))
    #expect(world.desks[3].screen.contains("With Cal"))
  }

  @Test("The films of one participant move a waiting person once a minute")
  func moves() {
    var world = WhiteboardWorld.drawn(2)
    world.at(1) { $0.key(.escape) }
    world.at(0) { $0.type("Ve") }
    world.at(1) { $0.key(.escape) }
    world.at(1) { $0.type("Ve") }
    #expect(film(world, 0) == film(world, 1))
    world.at(1) { $0.key(.escape) }
    // Ann is alone in Bea's film, which has not begun.
    world.at(1) { $0.type("Ve") }
    #expect(film(world, 0) != film(world, 1) && isAsked(world, 0, by: "Bea"))
    world.at(0) { $0.key(.escape) }
    world.at(1) { $0.key(.escape) }
    world.at(1) { $0.type("Ve") }
    #expect(world.desks[0].board.sheets.kind == nil)
    #expect(world.desks[0].notice == "Bea shows another film. Press Esc, then V, to watch it.")
  }

  @Test("A number that nobody can exceed does not stop the films of others")
  func numbers() {
    var films = SharedFilms()
    let (ann, bea) = (WhiteboardWorld.participant(0), WhiteboardWorld.participant(1))
    func item(_ number: UInt64) -> FilmItem {
      FilmItem(
        id: .init(participant: bea, number: number), vector: .init(), showsUndone: false)
    }
    films.receive(item(.max), from: bea)
    #expect(films.newFilm(by: ann).number == 1)
    films.receive(item(7), from: bea)
    #expect(films.newFilm(by: ann).number == 8)
    #expect(films.newFilm(by: ann).number == 9)
  }
}
