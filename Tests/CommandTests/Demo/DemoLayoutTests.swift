import CellFrame
import Testing

@testable import easel

@Suite struct DemoLayoutTests {
  @Test("Panes have one size, are on the screen and above the caption, and do not overlap")
  func sizes() {
    for (columns, rows) in [(80, 24), (100, 30), (140, 44), (200, 60), (30, 8), (300, 10), (9, 3)] {
      for wanted in 1...8 {
        let layout = DemoLayout(columns: columns, rows: rows, wanted: wanted)
        #expect((1...wanted).contains(layout.count))
        var taken: Set<CellPoint> = []
        for index in 0..<layout.count {
          let pane = layout.pane(index)
          #expect(pane.column + pane.columns <= columns || layout.columns == 0)
          #expect(pane.row + pane.rows <= rows - 1 || layout.rows == 0)
          for row in 0..<pane.rows {
            for column in 0..<pane.columns {
              let cell = CellPoint(column: pane.column + column, row: pane.row + row)
              let isNew = taken.insert(cell).inserted
              #expect(isNew)
            }
          }
        }
      }
    }
  }

  @Test(
    "Four panes are a grid where the page has room, and two stand side by side on 80x24",
    arguments: [(140, 44, 4, 69), (200, 60, 4, 99), (80, 24, 2, 39), (110, 30, 4, 54)])
  func grid(columns: Int, rows: Int, count: Int, width: Int) {
    let layout = DemoLayout(columns: columns, rows: rows, wanted: 4)
    #expect(layout.count == count && layout.columns == width)
  }

  @Test("The mouse is the pane's: a drag stops at its edge, a press beyond it is nothing")
  func mouse() {
    let layout = DemoLayout(columns: 140, rows: 44, wanted: 4)
    let pane = layout.pane(3)
    func at(_ column: Int, _ row: Int) -> Pointer {
      Pointer(CellPoint(column: column, row: row))
    }
    let inside = layout.mouse(
      MouseEvent(.press(.left), at: at(pane.column + 2, pane.row + 1)), in: 3)
    #expect(inside?.at == at(2, 1))
    #expect(layout.mouse(MouseEvent(.press(.left), at: at(3, 3)), in: 3) == nil)
    #expect(layout.mouse(MouseEvent(.move, at: at(3, 3)), in: 3) == nil)
    #expect(layout.mouse(MouseEvent(.drag(.left), at: at(3, 3)), in: 3)?.at == at(0, 0))
  }
}
