import BoardModel
import Testing

@testable import BoardRendering
@testable import CellFrame

@Suite struct ViewportTests {
  @Test func fittingShowsTheWholePage() {
    for (columns, rows) in [(80, 24), (200, 60), (20, 6), (1, 1), (300, 10), (0, 0)] {
      let view = Viewport.fit(columns: columns, rows: rows)
      let shown = view.visible(columns: max(columns, 1), rows: max(rows, 1))
      #expect(shown.minX <= 0 && shown.maxX >= Page.width - 1, "\(columns)x\(rows)")
      #expect(shown.minY <= 0 && shown.maxY >= Page.height - 1, "\(columns)x\(rows)")
      #expect(view.rowHeight == view.columnWidth * 2)
    }
  }

  @Test func fillingLeavesNothingBesideThePage() {
    let view = Viewport.fill(columns: 80, rows: 60)
    let shown = view.visible(columns: 80, rows: 60)
    #expect(shown.minX >= 0 && shown.maxX <= Page.width)
    #expect(shown.minY >= -1 && shown.maxY <= Page.height)
  }

  @Test func zoomingKeepsThePlaceUnderThePointer() {
    let pointer = Pointer(CellPoint(column: 30, row: 7), fractionX: 17, fractionY: 200)
    let view = Viewport.fit(columns: 80, rows: 24)
    let before = view.boardPoint(pointer)
    for factor in [2.0, 0.5, 1.1, 1e9, 1e-9, .infinity, .nan, 0, -1] {
      let after = view.zoomed(by: factor, about: pointer).boardPoint(pointer)
      #expect(abs(after.x - before.x) <= 1 && abs(after.y - before.y) <= 1, "\(factor): \(after)")
    }
  }

  @Test func panningIsExactInCells() {
    let view = Viewport.paper().panned(columns: 3, rows: -2)
    #expect(view.paperOrigin == CellPoint(column: 3, row: -2))
    #expect(Viewport.fit(columns: 80, rows: 24).paperOrigin == nil)
  }

  @Test func placesAndPointsAgree() {
    let view = Viewport.fit(columns: 80, rows: 24)
    for (column, row) in [(0, 0), (79, 23), (12, 5), (-3, 40)] {
      let cell = CellPoint(column: column, row: row)
      #expect(view.cell(of: view.boardPoint(Pointer(cell))) == cell)
    }
  }

  @Test func theStepIsNoCoarserThanAQuarterOfADot() {
    for columns in [1, 20, 80, 200, 1_000, 9_000] {
      let view = Viewport.fit(columns: columns, rows: columns / 3)
      let step = Double(1 << Int(view.stepExponent))
      #expect(step <= max(1, view.columnWidth / 2 / 4))
      #expect(view.stepExponent == 12 || step * 2 > view.columnWidth / 2 / 4)
    }
    #expect(Viewport.fit(columns: 200, rows: 60).stepExponent == 5)
  }

  @Test func nonsenseIsHeld() {
    var view = Viewport(left: .nan, top: .infinity, columnWidth: -1, rowHeight: .nan)
    view.left = .nan
    #expect(view.columnWidth > 0 && view.rowHeight > 0 && view.left == 0)
    _ = view.cell(of: BoardPoint(x: .max, y: .min))
    _ = view.visible(columns: .max, rows: .min)
  }
}
