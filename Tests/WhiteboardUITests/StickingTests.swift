import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import GroupTesting
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// Where the ends of lines stick.
@Suite struct StickingTests {
  /// The cells of the border of a thing on the screen, and its corners.
  private func border(_ desk: Desk, _ index: Int) -> (low: CellPoint, high: CellPoint) {
    let box = desk.things[index].pointBox
    let viewport = desk.board.shownViewport
    let low = viewport.cell(of: BoardPoint(x: box.minX, y: box.minY))
    let high = viewport.cell(of: BoardPoint(x: box.maxX, y: box.maxY))
    return (
      CellPoint(column: low.column, row: low.row + desk.view.top),
      CellPoint(column: high.column, row: high.row + desk.view.top)
    )
  }

  private func targets(_ thing: BoardItem) -> [EntryID?] {
    PointAttachment.Point.allCases.prefix(2).map { point in
      guard
        case .thing(let target, _)? = thing.attachments.first(where: { $0.point == point })?.anchor
      else { return nil }
      return target
    }
  }

  /// A board with one box in the middle, at some zoom.
  private func desk(
    _ raster: Raster, zoom: Int, isFine: Bool, tool: String = "r"
  ) -> Desk {
    var desk = Desk(columns: 100, rows: 40, raster: raster)
    desk.isMouseFine = isFine
    for _ in 0..<abs(zoom) { desk.type(zoom > 0 ? "+" : "-") }
    desk.type(tool)
    desk.drag([(41, 15), (50, 18), (58, 23)])
    desk.type("a")
    return desk
  }

  @Test(
    "An end sticks on the border, a cell outside and a cell inside, in every raster and zoom",
    arguments: Raster.allCases)
  func borders(raster: Raster) {
    for zoom in [-2, 0, 1, 3] {
      for isFine in [false, true] {
        let begun = desk(raster, zoom: zoom, isFine: isFine)
        let box = begun.things[0].id
        let (low, high) = border(begun, 0)
        let (middle, across) = ((low.row + high.row) / 2 + 1, (low.column + high.column) / 2 + 3)
        for off in -1...1 {
          let cells = [
            (low.column + off, middle), (high.column + off, middle), (across, low.row + off),
            (across, high.row + off), (low.column + off, low.row + off),
            (high.column + off, low.row - off), (low.column - off, high.row + off),
            (high.column + off, high.row + off),
          ]
          for (column, row) in cells {
            for isStart in [false, true] {
              var desk = begun
              let away = (column < 50 ? 6 : 94, row < 20 ? 4 : 36)
              desk.drag(isStart ? [(column, row), away] : [away, (column, row)])
              let ends = desk.things.count > 1 ? targets(desk.things[1]) : []
              #expect(
                ends == (isStart ? [box, nil] : [nil, box]),
                "\(raster) zoom \(zoom) fine \(isFine) at \(column), \(row)")
            }
          }
        }
      }
    }
  }

  @Test("Two cells away from a box and an oval, an end is free", arguments: ["r", "o"])
  func away(tool: String) {
    let begun = desk(.mixed, zoom: 0, isFine: false, tool: tool)
    let (low, high) = border(begun, 0)
    for cell in [
      (low.column - 2, 19), (high.column + 2, 19), (50, low.row - 2), (50, high.row + 2),
    ] {
      var desk = begun
      desk.drag([(6, 4), cell])
      #expect(targets(desk.things[1]) == [nil, nil], "\(cell)")
    }
  }

  @Test("Both ends of a line from a shape to itself stick, and follow it", arguments: ["r", "o"])
  func loop(tool: String) {
    for line in ["a", "/"] {
      var desk = desk(.mixed, zoom: 0, isFine: false, tool: tool)
      let (low, high) = border(desk, 0)
      desk.type(line)
      desk.drag([(high.column, (low.row + high.row) / 2), (70, 10), (50, low.row)])
      #expect(targets(desk.things[1]) == [desk.things[0].id, desk.things[0].id])
      let before = desk.things[1].endHandles.map(\.position)
      desk.type("s")
      desk.drag([(low.column, (low.row + high.row) / 2), (30, 28), (30, 30)])
      let after = desk.things[1].endHandles.map(\.position)
      #expect(zip(before, after).allSatisfy { $0.x > $1.x && $0.y < $1.y })
    }
  }

  @Test("A line that is drawn inside one shape does not stick to it with both ends")
  func inside() {
    var desk = desk(.mixed, zoom: 0, isFine: false)
    desk.drag([(46, 18), (52, 20)])
    #expect(targets(desk.things[1]).compactMap { $0 }.count < 2)
  }

  @Test("A ring shows where an end would stick, before the press and at once after it")
  func ring() {
    var desk = desk(.mixed, zoom: 0, isFine: false)
    let (low, high) = border(desk, 0)
    let row = (low.row + high.row) / 2
    desk.mouse(.press(.left), low.column - 1, row)
    #expect(desk.frame[low.column, row].glyph == Glyph("◎"))
    desk.mouse(.release(.left), low.column - 1, row)
    desk.mouse(.move, high.column + 1, row)
    #expect(desk.frame[high.column, row].glyph == Glyph("◎"))
    desk.mouse(.move, high.column + 3, row)
    #expect(desk.frame[high.column, row].glyph != Glyph("◎"))
  }

  @Test("A drag of a line that is stuck at both ends says why nothing moves, and records nothing")
  func heldLine() {
    var desk = desk(.mixed, zoom: 0, isFine: false)
    desk.type("r")
    desk.drag([(70, 15), (80, 23)])
    desk.key(.escape)
    desk.type("a")
    desk.drag([(52, 19), (65, 19), (75, 19)])
    desk.key(.escape)
    let count = desk.replica.log.count
    desk.type("s")
    desk.drag([(64, 19), (64, 25), (64, 30)])
    #expect(desk.replica.log.count == count)
    #expect(desk.notice.contains("Both ends stick to shapes"))
    desk.type("u")
    #expect(desk.things.count == 2)
  }
}

/// A user arranges a selection of very many things.
@Suite struct CrowdedSelectionTests {
  @Test("Very many things are not brought into line: a sentence says how many are")
  func tooMany() {
    var desk = Desk()
    let boxes = (0..<1_100).compactMap { number -> BoardModel.Operation.Action? in
      let corners = [
        BoardPoint(x: Int32(number * 7), y: Int32(number * 5)),
        BoardPoint(x: Int32(60_000 - number * 7), y: Int32(36_000 - number * 5)),
      ]
      return PackedPoints(corners, stepExponent: 0).map {
        .make(
          .stroke(
            Stroke(kind: .rectangle, ink: Ink(color: InkColor(rgb: 7), width: 1), points: $0)))
      }
    }
    _ = desk.replica.record(boxes, at: 1)
    desk.perform(.selection(.selectAll))
    let count = desk.replica.log.count
    desk.perform(.selection(.align(.left)))
    desk.wait(10)
    #expect(desk.notice.contains("at most 1,000"))
    desk.perform(.selection(.distributeAcross))
    #expect(desk.replica.log.count == count)
    desk.key(.escape)
    #expect(desk.board.drawing.editor.selection.isEmpty)
  }
}
