import BoardModel
import BoardScript
import CellFrame
import FrameTesting
import Testing

@testable import WhiteboardUI

/// One board with words, shapes and a marker, as terminals of several sizes show it. Its words were
/// written on a screen of 100 × 30.
@Suite struct SameBoardTests {
  private static let script = """
    label-size 0.01,0.035714
    pen green
    #1 rect 0.15,0.2 0.3,0.4
    text 0.2,0.3 "browser" in #1
    pen indigo
    #3 rect 0.45,0.2 0.6,0.4
    text 0.5,0.3 "api\\nserver" in #3
    pen cyan
    #5 ellipse 0.75,0.2 0.92,0.4
    text 0.8,0.3 "database" in #5
    pen graphite
    arrow 0.3,0.3 0.45,0.3 from #1 to #3
    arrow 0.6,0.3 0.75,0.3 from #3 to #5
    pen red
    text 0.2,0.6179 "first note\\nsecond note\\nthird note\\nfourth note"
    text 0.42,0.6379 "a long note that ends here"
    text 0.55,0.7679 "upper"
    text 0.62,0.7679 "日本語のメモ"
    text 0.86,0.8679 "at the edge"
    pen #e8c41c80 width 3
    marker 0.2,0.654 0.31,0.654
    """

  private static let sizes = [(60, 20), (80, 24), (100, 30), (140, 44), (220, 60)]

  private func desk(_ columns: Int, _ rows: Int) throws -> Desk {
    var board = Desk.fresh
    board.picture = try Picture(script: Self.script)
    return Desk(columns: columns, rows: rows, raster: .mixed, board: board) {
      $0.palette = .names
    }
  }

  @Test("A view of all shows the same words, or marks, and the marker lies on its words")
  func wholePage() throws {
    let frames = try Self.sizes.map { columns, rows in
      var desk = try desk(columns, rows)
      desk.key(.end)
      return ("\(columns)x\(rows)", desk.frame)
    }
    for (name, frame) in frames {
      let screen = (0..<frame.rows).map(frame.text(inRow:)).joined(separator: "\n")
      for word in ["browser", "api", "database", "first", "a long", "up", "日本語", "at t"] {
        #expect(screen.contains(word), "\(word) in \(name)")
      }
      // The marked line is hidden only in the row of the line before it, which then has a mark.
      let marked = screen.contains("second note") ? "second note" : "first"
      let row = try #require((0..<frame.rows).first { frame.text(inRow: $0).contains(marked) })
      #expect(
        (0..<frame.columns).contains { column in
          frame[column, row].glyph == Glyph("s") && frame[column, row].style.background != .terminal
        }, "the marker in \(name)")
    }
    try assertFrames(frames)
  }

  @Test("A board opens whole, or at 100 % at its last ink if words had no room")
  func start() throws {
    let frames = try Self.sizes.map { columns, rows in
      ("start-\(columns)x\(rows)", try desk(columns, rows).frame)
    }
    for (name, frame) in frames {
      #expect(!frame.text(inRow: 0).contains("words hidden"), "\(name)")
    }
    try assertFrames(frames)
  }
}
