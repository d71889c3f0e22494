import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import FrameTesting
import ScreenContract
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

/// The routes of arrows that a user draws by mouse.
@Suite struct RoutingTests {
  /// A board with boxes at these corners, and the arrow tool.
  private func desk(
    _ boxes: [(CellPoint, CellPoint)], tool: String = "r", raster: Raster = .mixed
  ) -> Desk {
    var desk = Desk(columns: 100, rows: 36, raster: raster) { $0.width = 1 }
    desk.type(tool)
    for (low, high) in boxes {
      desk.drag([
        (low.column, low.row), (low.column + 1, low.row + 1), (high.column, high.row),
      ])
      desk.key(.escape)
      desk.type(tool)
    }
    desk.type("a")
    return desk
  }

  private func cell(_ column: Int, _ row: Int) -> CellPoint { CellPoint(column: column, row: row) }

  /// Boxes on the left, in the middle and on the right.
  private var row: [(CellPoint, CellPoint)] {
    [
      (cell(20, 8), cell(30, 12)), (cell(44, 7), cell(56, 13)), (cell(70, 8), cell(80, 12)),
    ]
  }

  private func lastLook(in desk: Desk) -> StrokeLook? { desk.things.last?.look }

  @Test("An arrow that would cross a box goes round it, already while it is drawn")
  func round() {
    var desk = desk(row)
    desk.mouse(.press(.left), 23, 10)
    desk.mouse(.drag(.left), 50, 20)
    desk.mouse(.drag(.left), 77, 10)
    let preview = (0..<36).map { desk.text(row: $0) }.joined()
    #expect(preview.contains("▲"), "\(preview)")
    desk.mouse(.release(.left), 77, 10)
    #expect(desk.things.count == 4 && lastLook(in: desk)?.route == .aroundBelow)
    desk.type("u")
    #expect(desk.things.count == 3)
  }

  @Test("An arrow between the sides of two boxes goes over a box between them on a curve")
  func curve() {
    var desk = desk(row)
    desk.drag([(30, 10), (50, 20), (70, 10)])
    #expect(lastLook(in: desk)?.route == .curve)
  }

  @Test("An arrow keeps its look if it crosses nothing or must be straight")
  func keeps() {
    var free = desk([row[0], row[2]])
    free.drag([(30, 10), (50, 12), (70, 10)])
    #expect(lastLook(in: free) == .plain)
    var straight = desk(row)
    straight.perform(.toggleLook(.straight))
    straight.drag([(23, 10), (50, 20), (77, 10)])
    #expect(lastLook(in: straight) == .straight)
    var elbow = desk(row)
    elbow.perform(.toggleLook(.elbow))
    elbow.drag([(23, 10), (50, 20), (77, 10)])
    #expect(
      lastLook(in: elbow)?.contains(.elbow) == true && lastLook(in: elbow)?.route == .aroundBelow)
  }

  @Test("The choice of square bends or of a straight line ends the route of a selected arrow")
  func choice() {
    var desk = desk(row)
    desk.drag([(23, 10), (50, 20), (77, 10)])
    desk.perform(.toggleLook(.dashed))
    #expect(lastLook(in: desk)?.route == .aroundBelow)
    #expect(lastLook(in: desk)?.contains(.dashed) == true)
    desk.perform(.toggleLook(.straight))
    #expect(lastLook(in: desk) == [.dashed, .straight])
  }

  @Test("An arrow from the border of a box to another border of it is a loop")
  func loop() {
    var desk = desk([row[1]])
    desk.drag([(56, 10), (60, 4), (50, 6)])
    let box = desk.things[0].pointBox
    let path = desk.things[1].item.asStroke?.path ?? []
    #expect(path.count == 5)
    #expect(path.dropFirst().dropLast().allSatisfy { !box.contains($0) }, "\(path)")
  }

  @Test(
    "An arrow that is nearly level or upright becomes exactly so", arguments: ["r", "o", "d"])
  func straightens(tool: String) throws {
    // The middles of the sides lie half a row and half a column beside each other.
    let boxes = [
      (cell(20, 8), cell(30, 12)), (cell(60, 8), cell(70, 11)), (cell(21, 24), cell(30, 28)),
    ]
    var level = desk(boxes, tool: tool)
    level.drag([(30, 10), (50, 10), (60, 10)])
    let ends = try #require(level.things.last?.item.asStroke)
    #expect(ends.points.count == 2 && ends.points.origin.y == ends.points.last.y)
    #expect(level.things.last?.attachments.count == 2)
    var upright = desk(boxes, tool: tool)
    upright.drag([(25, 12), (25, 18), (25, 24)])
    let down = try #require(upright.things.last?.item.asStroke)
    #expect(down.points.count == 2 && down.points.origin.x == down.points.last.x)
  }

  @Test("A free end becomes level with the end at the middle of a side")
  func straightensFreeEnd() throws {
    // The box has an even number of rows, so that its middle lies between two rows.
    var desk = desk([(cell(20, 8), cell(30, 11))])
    desk.drag([(30, 10), (50, 10), (60, 10)])
    let line = try #require(desk.things.last?.item.asStroke)
    #expect(line.points.origin.y == line.points.last.y)
    var slanted = self.desk([(cell(20, 8), cell(30, 11))])
    slanted.drag([(30, 10), (50, 10), (60, 12)])
    let other = try #require(slanted.things.last?.item.asStroke)
    #expect(other.points.origin.y != other.points.last.y)
  }

  @Test("Heads touch the borders of boxes, ovals and diamonds, and tails are joints there")
  func joints() throws {
    var frames: [(name: String?, frame: Frame)] = []
    for (name, tool) in [("boxes", "r"), ("ovals", "o"), ("diamonds", "d")] {
      for raster in [Raster.mixed, .ascii] {
        let boxes = [
          (cell(42, 14), cell(56, 20)), (cell(42, 3), cell(56, 7)), (cell(42, 28), cell(56, 32)),
          (cell(16, 14), cell(28, 20)), (cell(74, 14), cell(90, 20)),
        ]
        var desk = desk(boxes, tool: tool, raster: raster)
        for (start, end) in [((49, 7), (49, 14)), ((49, 28), (49, 20)), ((28, 17), (42, 17))] {
          desk.drag([start, (start.0 + 1, start.1 + 1), end])
          desk.key(.escape)
          desk.type("a")
        }
        desk.type("/")
        desk.drag([(56, 17), (66, 18), (74, 17)])
        desk.key(.escape)
        frames.append(("\(name)-\(raster)", desk.frame))
      }
    }
    try assertFrames(frames)
  }
}
