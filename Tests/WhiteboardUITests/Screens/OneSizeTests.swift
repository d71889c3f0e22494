import BoardModel
import BoardScript
import CellFrame
import FrameTesting
import Testing

@testable import WhiteboardUI

/// One board in windows of several sizes, and with cells of several shapes.
@Suite struct OneSizeTests {
  private static let diagram = """
    label-size natural
    pen cyan
    #1 rect 0.0586,0.0694 0.2070,0.2083
    text 0.1,0.13 "Parser" in #1
    #2 diamond 0.2852,0.0416 0.4648,0.2361
    text 0.3,0.13 "Valid?" in #2
    #3 ellipse 0.5664,0.0694 0.7305,0.2083
    text 0.6,0.13 "Store" in #3
    #4 rect filled rounded 0.2930,0.4305 0.4570,0.5694
    text 0.3,0.5 "Tell the user" in #4
    pen graphite
    arrow 0.2070,0.1388 0.2852,0.1388 from #1 to #2
    arrow 0.4648,0.1388 0.5664,0.1388 from #2 to #3 label "yes"
    arrow 0.375,0.2361 0.375,0.4305 from #2 to #4 label "no"
    """

  private static let handwriting = """
    pen orange
    stroke 0.06,0.2 0.08,0.1 0.1,0.2 0.12,0.1 0.14,0.2 0.18,0.12 0.2,0.2
    pen green width 2
    stroke 0.3,0.1 0.35,0.22 0.4,0.1 0.45,0.22
    pen #e8c41c80 width 3
    marker 0.05,0.3 0.4,0.32
    """

  private static let diff = """
    paper
    | bold "diff --git a/a.swift b/a.swift"
    | fg 6 "@@ -1,2 +1,2 @@"
    | fg 1 "-let size = 80"
    | fg 2 "+let size = 100"
    pen red
    ellipse 0.03,0.06 0.16,0.12
    pen #e8c41c80 width 3
    marker 0.01,0.097 0.1,0.097
    """

  private static let sizes = [(40, 12), (60, 20), (80, 24), (120, 36), (200, 60)]
  private static let boards = [
    ("diagram", diagram), ("handwriting", handwriting), ("diff", diff),
  ]

  private func desk(_ script: String, _ columns: Int, _ rows: Int, height: Int = 20) throws -> Desk
  {
    var board = Desk.fresh
    board.picture = try Picture(script: script)
    var desk = Desk(columns: columns, rows: rows, raster: .mixed, board: board)
    desk.handle(.input(.answer(.cellPixels(width: 10, height: height))))
    desk.key(.home)
    return desk
  }

  @Test(
    "At 100 %, all windows show the same cells, whatever their size and the shape of their cells")
  func same() throws {
    for (name, script) in Self.boards {
      let whole = try desk(script, 200, 60).board.drawing.surface
      for (columns, rows) in Self.sizes {
        for height in [15, 20, 22] {
          let shown = try desk(script, columns, rows, height: height).board.drawing.surface
          let isSame = (0..<rows - 2).allSatisfy { row in
            (0..<columns).allSatisfy { column in
              shown.cell(column: column, row: row) == whole.cell(column: column, row: row)
            }
          }
          #expect(isSame, "\(name) at \(columns)x\(rows), cells of 10x\(height)")
        }
      }
    }
  }

  @Test("A diagram, handwriting and a diff with marks in five sizes, and with higher cells")
  func frames() throws {
    let frames = try Self.boards.flatMap { name, script in
      try Self.sizes.map { columns, rows in
        ("\(name)-\(columns)x\(rows)", try desk(script, columns, rows).frame)
      } + [("\(name)-80x24-high", try desk(script, 80, 24, height: 22).frame)]
    }
    try assertFrames(frames)
  }
}
