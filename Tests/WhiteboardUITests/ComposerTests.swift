import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardView
@testable import ScreenContract
@testable import WhiteboardUI

/// The composer writes only the cells of the frame that may have changed.
@Suite struct ComposerTests {
  /// A board on text paper whose lines have a margin on the left and a sign on the right.
  private static func desk(_ palette: PaletteForm = .names) -> Desk {
    let line = String(repeating: "a界bc", count: 40)
    return PaperScreenTests.desk(
      Array(repeating: line, count: 40).joined(separator: "\n"), palette, numbers: true)
  }

  @Test("A moved overlay on text paper composes its own rows only") func moved() {
    var desk = Self.desk()
    desk.within { whiteboard in
      var composer = whiteboard.composer
      let (plain, frame) = (composer.overlay, composer.frame)
      #expect(Set(plain.runs.map(\.at.row)).count == whiteboard.drawing.surface.view.canvasRows)
      func rows(_ overlay: Overlay) -> [Int] {
        composer.compose(overlay, nil, on: &whiteboard.drawing.surface).rows.map(\.row)
      }
      var tag = plain
      tag.write(" Bob ", at: CellPoint(column: 30, row: 5), style: .plain)
      #expect(rows(tag) == [5])
      #expect(rows(tag) == [])
      tag = plain
      tag.write(" Bob ", at: CellPoint(column: 31, row: 9), style: .plain)
      #expect(rows(tag) == [5, 9])
      #expect(rows(plain) == [9] && composer.frame == frame)
    }
  }

  @Test("The pointer of another participant composes the rows that it leaves and enters")
  func pointers() {
    var desk = Self.desk()
    desk.within { whiteboard in
      var composer = whiteboard.composer
      var overlay = composer.overlay
      overlay.write("●", at: CellPoint(column: 40, row: 3), style: .plain)
      let composed = composer.compose(overlay, nil, on: &whiteboard.drawing.surface)
      #expect(composed.rows.map(\.row) == [3])
      #expect(composed[3].map { $0.count < 10 } == true)
    }
  }

  @Test(
    "Composing the differences gives the frame that composing everything gives", arguments: 0..<20)
  func differences(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var desk = Self.desk()
    desk.within { whiteboard in
      var composer = whiteboard.composer
      let decoration = composer.overlay.runs
      for step in 0..<60 {
        var overlay = Overlay()
        overlay.runs = decoration
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          var frame = Frame(columns: 7, rows: 2, filledWith: Cell(Glyph("▒")))
          frame.write("a界", at: CellPoint(column: 4, row: 0), style: .plain)
          overlay.draw(
            frame,
            at: CellPoint(
              column: Int.random(in: 18...34, using: &random),
              row: Int.random(in: 1...3, using: &random)))
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let letters = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            ["x", "界", " "].randomElement(using: &random) ?? ""
          }
          overlay.write(
            letters.joined(),
            at: CellPoint(
              column: Int.random(in: 18...34, using: &random),
              row: Int.random(in: 1...3, using: &random)), style: .plain)
        }
        composer.compose(overlay, nil, on: &whiteboard.drawing.surface)
        var whole = composer
        whiteboard.drawing.surface.repaintAll()
        whole.compose(overlay, nil, on: &whiteboard.drawing.surface)
        #expect(composer.frame == whole.frame, "seed \(seed), step \(step)")
      }
    }
  }
}
