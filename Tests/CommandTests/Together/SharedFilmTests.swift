import BoardContract
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import BoardSessions
@testable import easel
@testable import SessionCore
@testable import SessionUI
@testable import WhiteboardUI

/// People who watch the film of a board in step, each with the program's own controller and playback
/// client.
@MainActor @Suite(.serialized) struct SharedFilmTests {
  /// Enough for a minute on a busy machine.
  private static let rounds = 2_000

  /// Ada and Ben on a board with four lines, a minute apart. The film shows a second between two lines.
  private func pair() async -> WhiteboardCall {
    let call = WhiteboardCall(["Ada", "Ben"], isLive: true)
    for row in [3, 6, 9, 12] {
      call.draw(0, from: (5, row), to: (20, row + 2))
      call.pass(milliseconds: 60_000)
    }
    #expect(await call.reach(rounds: Self.rounds) { call.areAll(\.isEligible) })
    call.press(RobotKeys.share, of: 0)
    #expect(await call.reach(rounds: Self.rounds) { call.controllers[1].whiteboard.isInvited })
    call.join(1)
    #expect(
      await call.reach(rounds: Self.rounds) {
        call.isAlike(things: 4) && call.areAcquainted([0, 1])
      })
    return call
  }

  private func film(_ call: WhiteboardCall, _ index: Int) -> ReplayMode? {
    call.controllers[index].whiteboard.replay
  }

  private func isPlaying(_ call: WhiteboardCall, _ people: Int...) -> Bool {
    people.allSatisfy { film(call, $0)?.group?.timing.quarters ?? 0 > 0 }
  }

  private func stands(_ call: WhiteboardCall, at moment: Int64, _ people: Int...) -> Bool {
    people.allSatisfy { index in
      guard let film = film(call, index), let timing = film.group?.timing else { return false }
      return timing.quarters == 0 && !timing.isAwaitingOthers && film.moment == moment
    }
  }

  private func isAsked(_ call: WhiteboardCall, _ index: Int) -> Bool {
    if case .filmOffer = call.controllers[index].whiteboard.sheets.kind { true } else { false }
  }

  /// The same two; both watch the film, which stands at its beginning.
  private func watching() async -> WhiteboardCall {
    let call = await pair()
    call.type("Ve", of: 0)
    #expect(await call.reach(rounds: Self.rounds) { isAsked(call, 1) })
    call.press(.enter, of: 1)
    #expect(
      await call.reach(rounds: Self.rounds) {
        [0, 1].allSatisfy { film(call, $0)?.isShared == true }
          && call.controllers.allSatisfy { $0.whiteboard.film.shared.watchers.count == 1 }
      })
    return call
  }

  @Test(
    "A film that one person plays and another pauses shows both the same moment",
    .timeLimit(.minutes(5)))
  func playing() async throws {
    let call = await watching()
    call.press(.character(" "), of: 1)
    #expect(
      await call.reach(rounds: Self.rounds) {
        isPlaying(call, 0, 1) && (film(call, 0)?.moment ?? 0) > 500
      })
    call.press(.character(" "), of: 0)
    #expect(
      await call.reach(rounds: Self.rounds) {
        let moments = [0, 1].compactMap { film(call, $0)?.moment }
        return [0, 1].allSatisfy { film(call, $0)?.group?.timing.quarters == 0 }
          && moments.count == 2 && moments[0] == moments[1] && moments[0] > 500
      })
    call.press(.end, of: 1)
    let duration = try #require(film(call, 0)?.projector.film.duration)
    #expect(await call.reach(rounds: Self.rounds) { stands(call, at: duration, 0, 1) })
    call.press(.home, of: 0)
    #expect(await call.reach(rounds: Self.rounds) { stands(call, at: 0, 0, 1) })
  }

  @Test(
    "A speed that one person chooses in a pause is everybody's, also of a person who comes late",
    .timeLimit(.minutes(5)))
  func speed() async throws {
    let call = await watching()
    func shows(_ quarters: Int64, _ people: Int...) -> Bool {
      people.allSatisfy { film(call, $0)?.clock.speed.quarters == quarters }
    }
    call.type("[", of: 0)
    #expect(await call.reach(rounds: Self.rounds) { shows(2, 0, 1) })
    call.press(.home, of: 1)
    #expect(await call.reach(rounds: Self.rounds) { stands(call, at: 0, 0, 1) && shows(2, 0, 1) })
    call.arrive("Cleo")
    #expect(await call.reach(rounds: Self.rounds) { call.controllers[2].whiteboard.isInvited })
    call.join(2)
    #expect(await call.reach(rounds: Self.rounds) { isAsked(call, 2) })
    call.press(.enter, of: 2)
    #expect(await call.reach(rounds: Self.rounds) { stands(call, at: 0, 2) && shows(2, 2) })
    call.press(.character(" "), of: 2)
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 0, 1, 2) })
    #expect([0, 1, 2].allSatisfy { film(call, $0)?.group?.timing.quarters == 2 })
  }

  @Test(
    "Films that two people offer at once end in one, which begins for both",
    .timeLimit(.minutes(5)))
  func atOnce() async {
    let call = await pair()
    for index in 0...1 { call.type("V", of: index) }
    for index in 0...1 { call.type("e", of: index) }
    func own(_ index: Int) -> FilmItem.ID? {
      call.controllers[index].whiteboard.film.shared.own?.id
    }
    #expect(own(0) != nil && own(1) != nil && own(0) != own(1))
    #expect(
      await call.reach(rounds: Self.rounds) {
        own(0) != nil && own(0) == own(1)
          && call.controllers.allSatisfy { $0.whiteboard.film.shared.watchers.count == 1 }
      })
    call.press(.character(" "), of: 0)
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 0, 1) })
  }

  @Test("A participant who comes late lands in the middle", .timeLimit(.minutes(5)))
  func late() async throws {
    let call = await watching()
    call.press(.character(" "), of: 0)
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 0, 1) })
    call.type("[[", of: 1)
    call.arrive("Cleo")
    #expect(await call.reach(rounds: Self.rounds) { call.controllers[2].whiteboard.isInvited })
    call.join(2)
    #expect(await call.reach(rounds: Self.rounds) { isAsked(call, 2) })
    call.press(.enter, of: 2)
    #expect(
      await call.reach(rounds: Self.rounds) {
        // At a quarter of the speed, 40 ms of the film are a sixth of a second.
        isPlaying(call, 2) && film(call, 2)?.group?.timing.quarters == 1
          && abs((film(call, 0)?.moment ?? 0) - (film(call, 2)?.moment ?? 9_999)) <= 40
      })
    #expect((film(call, 2)?.moment ?? 0) > 0)
    #expect(
      await call.reach(rounds: Self.rounds) {
        call.controllers.allSatisfy { $0.whiteboard.film.shared.watchers.count == 2 }
      })
  }

  @Test(
    "A drag moves one screen only, and the others learn of it; then Enter takes all there",
    .timeLimit(.minutes(5)))
  func dragging() async throws {
    let call = await watching()
    let layout = call.controllers[1].whiteboard.composer.bottomLayout
    let track = layout.placedPieces.filter {
      if case .replay(.seek) = $0.piece.command { true } else { false }
    }.map(\.columns.lowerBound)
    func mouse(_ action: MouseEvent.Action, _ column: Int) {
      let pointer = Pointer(CellPoint(column: column, row: 19))
      call.controllers[1].handle(.input(.mouse(MouseEvent(action, at: pointer))))
    }
    mouse(.press(.left), track[0])
    mouse(.drag(.left), try #require(track.last))
    let end = try #require(film(call, 1)?.projector.film.duration)
    #expect(film(call, 1)?.moment == end)
    func absence() -> FilmAbsence? {
      call.controllers[0].whiteboard.film.shared.watchers.first?.absence
    }
    #expect(await call.reach(rounds: Self.rounds) { absence() == .seeking })
    #expect(film(call, 0)?.group?.hasBegun == false)
    call.press(.enter, of: 1)
    #expect(
      await call.reach(rounds: Self.rounds) { stands(call, at: end, 0, 1) && absence() == nil })
    mouse(.release(.left), try #require(track.last))
    mouse(.press(.left), track[0])
    mouse(.drag(.left), track[1])
    mouse(.release(.left), track[1])
    #expect(
      await call.reach(rounds: Self.rounds) { stands(call, at: end, 0, 1) && absence() == nil })
    mouse(.press(.left), track[0])
    mouse(.release(.left), track[0])
    #expect(await call.reach(rounds: Self.rounds) { stands(call, at: 0, 0, 1) })
  }

  @Test(
    "A watcher leaves, the other goes on; the offer ends with the last", .timeLimit(.minutes(5)))
  func leaving() async {
    let call = await watching()
    call.press(.escape, of: 0)
    #expect(
      await call.reach(rounds: Self.rounds) {
        call.controllers[1].whiteboard.film.shared.watchers.isEmpty
      })
    #expect(film(call, 0) == nil && film(call, 1) != nil)
    #expect(!call.controllers[0].whiteboard.film.shared.running.isEmpty)
    call.press(.escape, of: 1)
    #expect(
      await call.reach(rounds: Self.rounds) {
        call.controllers[0].whiteboard.film.shared.running.isEmpty
      })
    #expect(call.controllers.allSatisfy { $0.call.client?.runner?.playback != nil })
  }

  @Test("A stall shows to the others, and ends by itself", .timeLimit(.minutes(5)))
  func stall() async {
    let call = await watching()
    func absence() -> FilmAbsence? {
      call.controllers[0].whiteboard.film.shared.watchers.first?.absence
    }
    call.controllers[1].call.noteStall(true)
    #expect(await call.reach(rounds: Self.rounds) { absence() == .stalled })
    call.press(.character(" "), of: 0)
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 0) })
    #expect(!isPlaying(call, 1))
    call.controllers[1].call.noteStall(false)
    #expect(await call.reach(rounds: Self.rounds) { absence() == nil && isPlaying(call, 1) })
  }

  @Test("A rebuilt board ends the film here; Enter joins the others again", .timeLimit(.minutes(5)))
  func rebuilt() async {
    let call = await watching()
    let ben = call.controllers[1]
    ben.driver.client.rebuilding.want(at: ben.uptime)
    #expect(
      await call.reach(rounds: Self.rounds) {
        film(call, 1) == nil && call.has(1, heard: "so the film is over")
      })
    #expect(film(call, 0)?.isShared == true)
    call.press(.enter, of: 1)
    call.press(.character(" "), of: 0)
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 0, 1) })
  }

  @Test(
    "A member that lacks a line waits for it, and then joins the others", .timeLimit(.minutes(5)))
  func lacking() async throws {
    let call = await pair()
    let ada = call.controllers[0]
    let me = try #require(ada.whiteboard.sessions.presence.session?.me)
    var vector = ada.board.log.vector
    let last = try #require(vector.sorted.first)
    vector.set(last.replica, to: try #require(last.sequence.next))
    let item = FilmItem(
      id: .init(participant: me, number: 1), vector: vector, showsUndone: false)
    ada.call.client?.runner?.playback?.handle(.watch(item))
    #expect(await call.reach(rounds: Self.rounds) { isAsked(call, 1) })
    call.press(.enter, of: 1)
    #expect(call.controllers[1].whiteboard.sheets.kind == .filmWait(item.id))
    call.draw(0, from: (30, 3), to: (50, 12))
    #expect(await call.reach(rounds: Self.rounds) { film(call, 1)?.isShared == true })
    #expect(call.controllers[1].whiteboard.sheets.kind == nil)
    ada.call.client?.runner?.playback?.handle(.play(quarters: 4))
    #expect(await call.reach(rounds: Self.rounds) { isPlaying(call, 1) })
  }
}
