import EaselBase
import GroupTesting
import Testing

@testable import CellFrame

@Suite struct FrameTests {
  private func row(_ frame: Frame, _ row: Int) -> String {
    frame.cells(row: row).map { $0.glyph == .shadow ? "<" : $0.glyph.string }.joined()
  }

  @Test func reachingBeyondTheEdgeDoesNothing() {
    var frame = Frame(columns: 3, rows: 2)
    let before = frame
    for point in [(-1, 0), (3, 0), (0, -1), (0, 2), (Int.max, Int.min)] {
      frame[point.0, point.1] = Cell(Glyph("x"))
      #expect(frame[point.0, point.1] == .blank)
      #expect(frame.write("x", at: CellPoint(column: point.0, row: point.1), style: .plain) == 0)
    }
    #expect(frame == before)
    #expect(Frame(columns: -4, rows: -1).cells.isEmpty)
    #expect(Frame(columns: 0, rows: 5).rows == 5)
    #expect(Frame(columns: 1, rows: .max).rows == Frame.sizeMax)
  }

  @Test func textIsCutWithAnEllipsis() {
    var frame = Frame(columns: 8, rows: 1)
    #expect(frame.write("whiteboard", at: CellPoint(column: 1, row: 0), style: .plain) == 7)
    #expect(row(frame, 0) == " whiteb…")
    #expect(frame.write("abc", at: CellPoint(column: 0, row: 0), style: .plain, maxColumns: 2) == 2)
    #expect(row(frame, 0) == "a…hiteb…")
    #expect(frame.write("abc", at: CellPoint(column: 0, row: 0), style: .plain, maxColumns: 0) == 0)
  }

  @Test func fillingIsClippedWhateverTheBlock() {
    var frame = Frame(columns: 3, rows: 2)
    frame.fill(
      CellRect(column: 1, row: -5, columns: .max, rows: 6), Cell(Glyph("#")))
    #expect(row(frame, 0) == " ##")
    #expect(row(frame, 1) == "   ")
    frame.fill(CellRect(column: .max, row: .max, columns: .max, rows: .max), .blank)
    #expect(row(frame, 0) == " ##")
  }

  @Test func aBoxHasItsTitleInTheUpperLine() {
    var frame = Frame(columns: 12, rows: 3)
    frame.box(
      CellRect(column: 0, row: 0, columns: 12, rows: 3), style: .plain, title: "Help",
      titleStyle: nil)
    #expect(row(frame, 0) == "╭─ Help ───╮")
    #expect(row(frame, 1) == "│          │")
    #expect(row(frame, 2) == "╰──────────╯")
  }

  @Test func differencesAreRunsOfChangedCells() {
    let before = Frame(columns: 6, rows: 3)
    var after = before
    #expect(FrameDiff.runs(from: before, to: after).isEmpty)
    after[1, 1] = Cell(Glyph("a"))
    after[2, 1] = Cell(Glyph("b"))
    after[5, 1] = Cell(Glyph("c"))
    #expect(
      FrameDiff.runs(from: before, to: after) == [
        FrameDiff.Run(row: 1, columns: 1..<3), FrameDiff.Run(row: 1, columns: 5..<6),
      ])
    let larger = Frame(columns: 2, rows: 2)
    #expect(
      FrameDiff.runs(from: before, to: larger) == [
        FrameDiff.Run(row: 0, columns: 0..<2), FrameDiff.Run(row: 1, columns: 0..<2),
      ])
  }

  @Test("applying the runs to the frame before gives the frame after, and never cuts a wide glyph")
  func runsAreEnough() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var before = Frame(columns: 9, rows: 3)
      for _ in 0..<6 { scribble(on: &before, &random) }
      var after = before
      for _ in 0..<3 { scribble(on: &after, &random) }
      var shown = before
      for run in FrameDiff.runs(from: before, to: after) {
        #expect(after[run.columns.lowerBound, run.row].glyph != .shadow)
        for column in run.columns { shown[column, run.row] = after[column, run.row] }
      }
      #expect(shown == after)
      for row in 0..<3 {
        for column in 0..<9 {
          let glyph = after[column, row].glyph
          if glyph.isWide { #expect(after[column + 1, row].glyph == .shadow) }
          if glyph == .shadow { #expect(after[column - 1, row].glyph.isWide) }
        }
      }
    }
  }

  private func scribble(on frame: inout Frame, _ random: inout SplitMix64) {
    let texts = ["界", "ab", "e\u{301}", "日本", "x", "👍🏽"]
    frame.write(
      texts[Int.random(in: 0..<texts.count, using: &random)],
      at: CellPoint(
        column: Int.random(in: 0..<9, using: &random), row: Int.random(in: 0..<3, using: &random)),
      style: .plain, maxColumns: Int.random(in: 0...4, using: &random))
  }

  @Test("Half of a wide glyph has no place at either edge") func halfAtTheEdge() {
    var frame = Frame(columns: 4, rows: 1)
    frame[3, 0] = Cell(Glyph("界"))
    #expect(frame[3, 0].glyph == .space)
    frame[0, 0] = Cell(.shadow)
    #expect(frame[0, 0].glyph == .space)
    frame[2, 0] = Cell(Glyph("界"))
    frame[3, 0] = Cell(.shadow)
    #expect(frame[2, 0].glyph == Glyph("界"))
  }
}
