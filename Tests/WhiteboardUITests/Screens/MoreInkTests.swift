import CellFrame
import FrameTesting
import Testing

@testable import WhiteboardUI

/// The marks at the edges of a view that cuts off ink.
@Suite struct MoreInkTests {
  private func rows(_ desk: Desk) -> [String] {
    desk.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("A view that cuts off ink says at which edge, and which key shows all")
  func marks() {
    var desk = Desk()
    desk.drag([(10, 11), (70, 11)])
    desk.drag([(40, 2), (40, 21)])
    #expect(!desk.screen.contains("▸") && !desk.screen.contains("▾"))
    desk.type("+++")
    let rows = rows(desk)
    #expect(rows[1].contains("▴ 1") && rows[rows.count - 2].contains("▾ 1 · End shows all"))
    #expect(desk.screen.contains("▸ 1") && desk.screen.contains("◂ 1"))
    desk.key(.end)
    #expect(!desk.screen.contains("▸") && !desk.screen.contains("▾"))
  }

  @Test("A mark gives way to ink, and leaves out the key for it")
  func givesWay() {
    // A wide board of strokes that run up through the middle, with gaps of four cells.
    var desk = Desk()
    desk.drag([(40, 2), (40, 21)])
    for _ in 0..<4 { desk.type("+") }
    let before = rows(desk)
    #expect(before[before.count - 2].contains("▾ 1 · End shows all"))
    let middle = before[before.count - 2].distance(to: "▾") + 8
    for column in stride(from: 0, to: 80, by: 5) where abs(column - middle) < 60 {
      desk.drag([(column, 10), (column, 22)])
    }
    let bottom = rows(desk)[before.count - 2]
    #expect(bottom.contains("▾ ") && !bottom.contains("End shows"), "\(bottom)")
    #expect(bottom.filter { !$0.isLetter && $0 != " " }.count >= 12, "\(bottom)")
  }

  @Test("A click on a mark goes to the nearest ink beyond the edge, and a drag from it draws")
  func click() {
    var desk = Desk()
    desk.drag([(10, 11), (70, 11)])
    desk.type("g")
    desk.drag([(70, 11), (10, 11)])
    desk.drag([(70, 11), (10, 11)])
    desk.type("p")
    let row = rows(desk).firstIndex { $0.contains("◂ 1") } ?? 0
    #expect(row > 0 && desk.inkedRows.isEmpty)
    desk.drag([(0, row), (20, row)])
    #expect(desk.things.count == 2)
    desk.type("u")
    desk.wait(1_000)
    desk.click(1, row)
    #expect(desk.things.count == 1 && !desk.inkedRows.isEmpty && desk.top.contains("100%"))
  }

  @Test("Ink that ends at the edge is not cut off, and a thing far outside counts")
  func edge() {
    var desk = Desk()
    desk.drag([(0, 5), (79, 5)])
    desk.drag([(20, 1), (20, 22)])
    #expect(!desk.screen.contains("▸") && !desk.screen.contains("▴"))
    desk.type("u")
    desk.type("u")
    desk.drag([(5, 5), (8, 5)])
    for _ in 0..<12 { desk.type("+") }
    #expect(desk.screen.contains("◂ 1") && !desk.screen.contains("▸"))
  }
}

extension String {
  /// The number of characters before the first occurrence of a character.
  fileprivate func distance(to character: Character) -> Int {
    distance(from: startIndex, to: firstIndex(of: character) ?? endIndex)
  }
}
