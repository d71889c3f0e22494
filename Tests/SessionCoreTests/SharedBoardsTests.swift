import EaselBase
import Testing

@testable import SessionCore

@Suite struct SharedBoardsTests {
  private func id(_ number: UInt64) -> SessionUUID { SessionUUID(Bytes16(high: 0, low: number)) }

  /// In session 1 on its own board, kept as "a"; then in session 2, which took its place.
  private func moved() -> SharedBoards {
    var shared = SharedBoards()
    shared.enter(id(1), on: id(1), replacing: nil)
    shared.leave("a")
    shared.enter(id(2), on: id(2), replacing: id(1))
    return shared
  }

  @Test("Participants who went on to another board together go back to the one they had")
  func goingBack() {
    var shared = moved()
    #expect(shared.path(of: id(1), in: id(8), replacing: id(2)) == "a")
    shared.leave("b")
    shared.open("a")
    #expect(shared.current == id(1))
    shared.enter(id(3), on: id(1), replacing: id(2))
    #expect(shared.path(of: id(2), in: id(8), replacing: id(3)) == "b")
  }

  @Test("A shared board is not opened on a claim that another board is the same")
  func claims() {
    var shared = moved()
    #expect(shared.path(of: id(1), in: id(8), replacing: nil) == nil)
    #expect(shared.path(of: id(1), in: id(8), replacing: id(1)) == nil)
    shared.leave("b")
    shared.enter(id(7), on: id(7), replacing: nil)
    #expect(shared.path(of: id(1), in: id(8), replacing: id(7)) == nil)
    #expect(shared.path(of: id(2), in: id(8), replacing: id(7)) == nil)
  }

  @Test(
    "A participant that comes back into a session finds its board again, and in no other session")
  func comingBack() {
    var shared = SharedBoards()
    shared.enter(id(1), on: id(1), replacing: nil)
    shared.leave("a")
    #expect(shared.path(of: id(1), in: id(1), replacing: nil) == "a")
    #expect(shared.path(of: id(2), in: id(1), replacing: nil) == nil)
    #expect(shared.path(of: id(1), in: id(7), replacing: nil) == nil)
  }

  @Test("A board that was never kept is nowhere")
  func unkept() {
    var shared = SharedBoards()
    shared.enter(id(1), on: id(1), replacing: nil)
    shared.leave(nil)
    shared.enter(id(2), on: id(2), replacing: id(1))
    #expect(shared.path(of: id(1), in: id(8), replacing: id(2)) == nil)
    shared.open(nil)
    #expect(shared.current == nil)
  }
}
