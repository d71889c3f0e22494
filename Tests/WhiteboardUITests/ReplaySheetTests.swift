import Testing

@testable import WhiteboardUI

/// Sheets over a film, and keys that must not leave it.
@Suite struct ReplaySheetTests {
  @Test("The bar offers the film as soon as the board has one") func button() {
    var desk = Desk(columns: 140) { $0.palette = .names }
    #expect(!desk.bottom.contains("Film"))
    desk.drag([(42, 2), (52, 2)])
    #expect(desk.bottom.contains("V Film"))
    desk.type("u")
    #expect(!desk.bottom.contains("Film"))
    desk.type("UC")
    #expect(desk.things.isEmpty && desk.bottom.contains("V Film"))
    desk.click(on: "Film", row: 23)
    #expect(desk.board.replay != nil)
  }

  @Test("A sheet stops the film, so that the moment of the key is exported")
  func sheetStops() {
    var desk = Desk()
    desk.drag([(2, 2), (10, 5), (18, 2), (26, 5), (34, 2), (42, 5)])
    desk.type("V")
    desk.wait(30)
    desk.type("E")
    let moment = desk.board.replay?.moment
    desk.wait(5_000)
    #expect(desk.board.replay?.moment == moment && moment != nil)
  }

  @Test("V in the film is no way out, so that a later key draws nothing")
  func again() {
    var desk = Desk()
    desk.drag([(2, 2), (10, 5)])
    desk.type("V")
    desk.type("V")
    #expect(desk.board.replay != nil && desk.notice == "Press Esc to go back to the board.")
  }
}
