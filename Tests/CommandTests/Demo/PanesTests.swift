import CellFrame
import Testing

@testable import BoardSessions
@testable import easel

@Suite struct PanesTests {
  @Test("Panes are of one width, as many as fit, and never beyond the screen")
  func sizes() {
    for columns in 0...200 {
      for people in 2...8 {
        let panes = Panes(columns: columns, rows: 10, people: people)
        #expect((1...people).contains(panes.count))
        let used = panes.count * panes.columns + panes.count - 1
        #expect(used <= columns || columns == 0 && panes.columns == 0)
        #expect(panes.count == 1 || panes.columns >= Panes.columnsMin)
      }
    }
  }

  @Test("Each frame controllers in its pane, with a rule between, and the cursor is the person's")
  func frame() {
    var left = Frame(columns: 20, rows: 2, filledWith: Cell(Glyph("a"), .plain))
    left.cursor = CellPoint(column: 3, row: 1)
    let right = Frame(columns: 20, rows: 2, filledWith: Cell(Glyph("b"), .plain))
    let panes = Panes(columns: 41, rows: 2, people: 2)
    let screen = panes.frame([left, right], rule: Glyph("│"), .plain)
    let row = screen.cells(row: 1).map { $0.glyph }
    let expected =
      Array(repeating: Glyph("a"), count: 20) + [Glyph("│")]
      + Array(repeating: Glyph("b"), count: 20)
    #expect(row == expected)
    #expect(screen.cursor == CellPoint(column: 3, row: 1))
  }

  @Test("The mouse is the first pane's: a drag stops at its edge, a press beyond it is nothing")
  func mouse() {
    let panes = Panes(columns: 41, rows: 5, people: 2)
    func at(_ column: Int) -> Pointer { Pointer(CellPoint(column: column, row: 2)) }
    #expect(panes.first(MouseEvent(.press(.left), at: at(20))) == nil)
    #expect(panes.first(MouseEvent(.move, at: at(30))) == nil)
    #expect(panes.first(MouseEvent(.press(.left), at: at(19)))?.at == at(19))
    #expect(panes.first(MouseEvent(.drag(.left), at: at(30)))?.at == at(19))
    #expect(panes.first(MouseEvent(.release(.left), at: at(40)))?.at == at(19))
  }
}
