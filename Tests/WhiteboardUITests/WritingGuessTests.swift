import BoardModel
import CellFrame
import EaselBase
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// Letters that a user types right after drawing a shape, although they are commands.
@Suite struct WritingGuessTests {
  private func desk() -> Desk {
    var desk = Desk()
    desk.type("r")
    desk.click(40, 10)
    return desk
  }

  @Test("Three letters in a second are taken back, and Enter writes them and more in the box")
  func asked() {
    var desk = desk()
    let before = desk.board.drawing.editor.tools
    desk.type("fDx")
    #expect(desk.notice.contains("Were you writing? Enter writes “fDx” in the box."))
    #expect(desk.things.count == 1 && desk.things[0].item.asStroke?.filled == false)
    #expect(desk.board.drawing.editor.tools == before)
    desk.type(" quit")
    #expect(desk.notice.contains("“fDx quit”"))
    desk.key(.backspace)
    desk.key(.enter)
    #expect(desk.board.isTypingText)
    desk.type("!")
    desk.key(.escape)
    #expect(desk.labels == ["fDx qui!"])
    #expect(desk.things.last?.shape == desk.things.first?.id)
  }

  @Test(
    "Undo, a list of colours, and commands that cannot be taken back do nothing",
    arguments: ["uab", "cre", "CUu", "xRv", "Sta", "qui", "New", "Exp", "x1z", "is ", "Vis"])
  func takenBack(letters: String) {
    var desk = desk()
    desk.type(letters)
    #expect(desk.notice.contains("“\(letters)”"))
    #expect(desk.things.count == 1 && desk.board.sheets.open == nil)
    #expect(desk.things.map(\.inkColor) == [desk.board.drawing.editor.tools.color])
    #expect(desk.board.drawing.editor.selection.shape == desk.things.first?.id)
  }

  @Test("A command that cannot be taken back waits for a moment, and for any other input")
  func held() {
    var desk = desk()
    desk.type("E")
    #expect(desk.board.sheets.open == nil)
    desk.wait(WritingGuess.holding)
    #expect(desk.board.sheets.kind == .export)
    desk.key(.escape)
    desk.click(40, 10)
    desk.type("T")
    #expect(desk.board.sheets.open == nil)
    desk.key(.down)
    #expect(desk.board.sheets.open != nil)
  }

  @Test("Letters right after the next shape are a text, too")
  func afterNext() {
    var desk = desk()
    desk.key(.right, .control)
    desk.type("Save")
    #expect(desk.notice.contains("Enter writes “Save” in the box."))
    desk.key(.enter)
    desk.key(.escape)
    #expect(desk.labels == ["Save"])
    desk.key(.right, .control)
    #expect(desk.things.filter(\.item.holdsTexts).count == 3)
  }

  @Test("Slow letters are commands, and so are letters after an arrow key or a second shape")
  func commands() {
    var desk = desk()
    for letter in ["f", "a", "r"] {
      desk.type(letter)
      desk.pass(600)
    }
    #expect(!desk.notice.contains("writing") && desk.things[0].item.asStroke?.filled == true)
    desk.click(60, 10)
    desk.key(.right)
    desk.type("abc")
    #expect(!desk.notice.contains("writing"))
  }

  @Test("Esc dismisses the question, and letters are commands again")
  func dismissed() {
    var desk = desk()
    desk.type("abc")
    desk.key(.escape)
    #expect(!desk.notice.contains("writing") && desk.things.count == 1)
    desk.type("o")
    #expect(desk.board.drawing.editor.tools.tool == .ellipse)
  }

  @Test("A click on the question writes, as Enter does")
  func clicked() {
    var desk = desk()
    desk.type("abc")
    desk.click(on: "Were you")
    desk.key(.escape)
    #expect(desk.labels == ["abc"])
  }
}
