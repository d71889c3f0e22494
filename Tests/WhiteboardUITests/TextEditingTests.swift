import BoardModel
import CellFrame
import Testing

@testable import WhiteboardUI

/// A click with the text tool on a text edits it.
@Suite struct TextEditingTests {
  private func desk() -> Desk {
    var desk = Desk()
    desk.write("first line", at: (20, 10))
    return desk
  }

  @Test("The changed text replaces the old one, and one undo brings it back") func edits() {
    var desk = desk()
    desk.click(26, 10)
    desk.type("X")
    #expect(desk.screen.contains("first Xline"))
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect(desk.labels == ["first Xline"])
    #expect(desk.frame == desk.frameFromScratch)
    desk.type("u")
    #expect(desk.labels == ["first line"])
  }

  @Test("The cursor stands where the user clicked, or at the end of the line") func cursor() {
    var desk = desk()
    desk.click(20, 10)
    #expect(desk.frame.cursor == CellPoint(column: 20, row: 10))
    desk.key(.escape)
    desk.click(29, 10)
    desk.key(.right)
    desk.type("!")
    desk.key(.escape)
    #expect(desk.labels == ["first line!"])
  }

  @Test("An unchanged text stays as it is, and an emptied one goes") func unchanged() {
    var desk = desk()
    let kept = desk.kept.count
    desk.click(22, 10)
    desk.key(.escape)
    #expect(desk.kept.count == kept && desk.labels == ["first line"])
    desk.click(20, 10)
    for _ in 0..<20 { desk.key(.delete) }
    desk.key(.escape)
    #expect(desk.labels == [])
    desk.type("u")
    #expect(desk.labels == ["first line"])
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A click beside a text begins another one") func beside() {
    var desk = desk()
    desk.click(40, 10)
    desk.type("second")
    desk.key(.escape)
    #expect(desk.labels.sorted() == ["first line", "second"])
  }

  @Test("A text keeps its colour and its moved place while it is edited") func moved() {
    var desk = desk()
    desk.type("s")
    desk.drag([(22, 10), (32, 14)])
    desk.type("ca")
    desk.type("t")
    desk.click(33, 14)
    desk.key(.end)
    desk.type("!")
    desk.key(.escape)
    #expect(desk.labels == ["first line!"])
    #expect(desk.things.first?.inkColor.rgb == PaletteColor.red.rgb)
  }
}
