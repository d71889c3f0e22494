import BoardModel
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import WhiteboardUI

/// Size, width, fill and order of selected things.
@Suite struct SelectionLookTests {
  /// A box and a line, the select tool in the hand.
  private func desk(
    columns: Int = 80, rows: Int = 24, _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) -> Desk {
    var desk = Desk(columns: columns, rows: rows, change)
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    desk.type("/")
    desk.drag([(50, 8), (60, 14)])
    desk.type("s")
    return desk
  }

  private func corners(_ desk: Desk, _ index: Int = 0) -> [BoardPoint] {
    desk.strokes[index].points.map { $0.moved(by: desk.things[index].offset) }
  }

  /// The cell of a handle on the screen.
  private func handle(_ across: Int, _ down: Int, _ desk: Desk) -> (Int, Int) {
    let frame = desk.board.drawing.editor.selectionFrame(
      in: desk.board.drawing.surface.view.viewport, mayDraw: desk.board.drawing.recorder.mayDraw)
    let cell = frame?.cell(of: ResizeHandle(across: across, down: down))
    return (cell?.column ?? 0, (cell?.row ?? 0) + 1)
  }

  private func dragHandle(
    _ across: Int, _ down: Int, by offset: (Int, Int), _ desk: inout Desk,
    _ modifiers: Modifiers = []
  ) {
    let (column, row) = handle(across, down, desk)
    desk.drag(
      [
        (column, row), (column + offset.0 / 2, row + offset.1 / 2),
        (column + offset.0, row + offset.1),
      ],
      .left, modifiers)
  }

  private func isNear(_ a: Int32, _ b: Double) -> Bool { abs(Double(a) - b) <= 16 }

  @Test("A filled area has handles too, and a text has none") func scalable() {
    var desk = Desk()
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    desk.type("b")
    desk.click(35, 7)
    desk.type("s")
    desk.click(35, 7)
    #expect(desk.board.drawing.editor.selection.count == 2)
    #expect(desk.frame[handle(1, 1, desk).0, handle(1, 1, desk).1].glyph == Glyph("■"))
    desk.key(.escape)
    desk.write("words", at: (60, 5))
    desk.type("s")
    desk.click(61, 5)
    #expect(
      desk.board.drawing.editor.selectionFrame(
        in: desk.board.drawing.surface.view.viewport, mayDraw: desk.board.drawing.recorder.mayDraw)?
        .handles.isEmpty
        == true)
  }

  @Test("Bringing to the front twice records one change, and so does sending to the back")
  func alreadyOrdered() {
    var desk = desk()
    desk.click(30, 7)
    for (key, notice) in [("}", "Already in front"), ("{", "Already at the back")] {
      let kept = desk.kept.count
      desk.type(key)
      #expect(desk.kept.count == kept + 1)
      desk.type(key)
      #expect(desk.kept.count == kept + 1 && desk.notice.contains(notice))
    }
  }

  @Test("A large selection that is sent to the back keeps its order") func largeSelection() throws {
    var desk = Desk()
    let count = Limits.targets + 3
    let corners = [BoardPoint(x: 2_000, y: 2_000), BoardPoint(x: 9_000, y: 9_000)]
    let points = try #require(PackedPoints(corners, stepExponent: 3))
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let line = Operation.Action.make(.stroke(Stroke(kind: .line, ink: ink, points: points)))
    let strokes = Array(repeating: line, count: count)
    desk.within { whiteboard in _ = whiteboard.drawing.recorder.make(strokes)
    }
    let before = desk.things.map(\.id)
    desk.type("r")
    desk.drag([(30, 5), (40, 10)])
    let box = desk.things.last?.id
    desk.within { whiteboard in
      var selecting = SelectionEditor(whiteboard.requests)
      selecting.select(before, in: whiteboard.drawing.recorder.picture)
      selecting.reorder(.back, with: &whiteboard.drawing.recorder)
      selecting.reorder(.front, with: &whiteboard.drawing.recorder)
      selecting.reorder(.back, with: &whiteboard.drawing.recorder)
    }
    #expect(before.count == count && desk.things.map(\.id) == before + [box].compactMap { $0 })
  }

  @Test("A corner handle resizes, seen on the way, in one operation; undo takes it back")
  func corner() {
    var desk = desk(columns: 100) { $0.palette = .names }
    desk.click(30, 7)
    let before = corners(desk)
    let (column, row) = handle(1, 1, desk)
    #expect(desk.frame[column, row].glyph == Glyph("■"))
    #expect(desk.bottom.contains("Enter writes in it, c colour"))
    let kept = desk.kept.count
    desk.mouse(.press(.left), column, row)
    desk.mouse(.drag(.left), column + 4, row + 2)
    #expect(desk.kept.count == kept && corners(desk) == before)
    #expect(desk.frame == desk.frameFromScratch)
    desk.mouse(.drag(.left), column + 8, row + 4)
    #expect(desk.isInked(48, 14) && !desk.isInked(40, 10))
    desk.mouse(.release(.left), column + 8, row + 4)
    #expect(desk.kept.count == kept + 1)
    let view = desk.view.viewport
    let after = corners(desk)
    #expect(after[0] == before[0])
    #expect(isNear(after[1].x - before[1].x, 8 * view.columnWidth))
    #expect(isNear(after[1].y - before[1].y, 4 * view.rowHeight))
    #expect(desk.frame == desk.frameFromScratch)
    desk.type("u")
    #expect(corners(desk) == before)
    desk.type("U")
    #expect(corners(desk) == after)
  }

  @Test("A side handle changes one side; across the other side the thing is mirrored")
  func side() {
    var desk = desk()
    desk.click(30, 7)
    let before = corners(desk)
    dragHandle(-1, 0, by: (-6, 3), &desk)
    var after = corners(desk)
    #expect(isNear(before[0].x - after[0].x, 6 * desk.view.viewport.columnWidth))
    #expect(after[0].y == before[0].y && after[1] == before[1])
    dragHandle(-1, 0, by: (30, 0), &desk)
    after = corners(desk)
    #expect(after[0].x > after[1].x && isNear(after[1].x, Double(before[1].x)))
    // Nothing disappears: the thing keeps a size, so that the user can enlarge it again.
    dragHandle(0, -1, by: (0, 5), &desk)
    #expect(abs(corners(desk)[0].y - corners(desk)[1].y) > 0)
  }

  @Test("Alt, or the key z, keeps the proportion of width and height", arguments: [true, false])
  func aspect(isByKey: Bool) {
    var desk = desk()
    desk.click(30, 7)
    func ratio() -> Double {
      let points = corners(desk)
      return Double(points[1].x - points[0].x) / Double(points[1].y - points[0].y)
    }
    let before = ratio()
    if isByKey { desk.type("z") }
    for (across, down) in [(1, 1), (-1, 1), (1, 0), (0, 1)] {
      dragHandle(across, down, by: (across * 4, down), &desk, isByKey ? [] : .alt)
      #expect(abs(ratio() / before - 1) < 0.02)
    }
  }

  @Test("Several things are resized as one, although they were moved and resized differently")
  func several() {
    var desk = desk()
    desk.click(30, 7)
    dragHandle(1, 1, by: (4, 2), &desk)
    desk.click(55, 11)
    desk.key(.right)
    desk.wait(1_000)
    desk.key(.character("a"), .control)
    let before = (corners(desk, 0), corners(desk, 1))
    let kept = desk.kept.count
    let form = desk.board.drawing.editor.selection.pointBox
    dragHandle(1, 1, by: (10, 5), &desk)
    #expect(desk.kept.count == kept + 2)
    // The two gestures before and this one: a place at half of the width stays at half.
    func part(_ point: BoardPoint, _ box: BoardRect?) -> (Double, Double) {
      guard let box else { return (0, 0) }
      return (
        Double(point.x - box.minX) / Double(box.maxX - box.minX),
        Double(point.y - box.minY) / Double(box.maxY - box.minY)
      )
    }
    let after = (corners(desk, 0), corners(desk, 1))
    let now = desk.board.drawing.editor.selection.pointBox
    for (old, new) in zip(before.0 + before.1, after.0 + after.1) {
      #expect(abs(part(old, form).0 - part(new, now).0) < 0.002)
      #expect(abs(part(old, form).1 - part(new, now).1) < 0.002)
      #expect(old != new || old == before.0[0])
    }
    desk.type("u")
    #expect(corners(desk, 0) == before.0 && corners(desk, 1) == before.1)
  }

  @Test("Esc ends a resize without a trace; a press beside a handle is none")
  func escape() {
    var desk = desk()
    desk.click(30, 7)
    let (before, kept) = (corners(desk), desk.kept.count)
    let (column, row) = handle(1, 1, desk)
    desk.mouse(.press(.left), column, row)
    desk.mouse(.drag(.left), column + 9, row + 4)
    desk.key(.escape)
    desk.mouse(.release(.left), column + 9, row + 4)
    #expect(corners(desk) == before && desk.kept.count == kept)
    #expect(desk.board.drawing.editor.selection.count == 1)
    #expect(desk.frame == desk.frameFromScratch)
    desk.drag([handle(1, 1, desk), handle(1, 1, desk)])
    #expect(desk.kept.count == kept)
  }

  @Test("Digits and brackets set the width of the selection, f fills its shapes, also of several")
  func widthAndFill() {
    var desk = desk()
    desk.key(.character("a"), .control)
    desk.type("5")
    #expect(desk.strokes.map(\.ink.width) == [5, 5])
    #expect(desk.board.drawing.editor.tools.width == 5)
    desk.key(.escape)
    desk.click(55, 11)
    desk.type("]]")
    #expect(desk.strokes.map(\.ink.width) == [5, 7])
    desk.key(.character("a"), .control)
    let kept = desk.kept.count
    desk.type("[")
    #expect(desk.strokes.map(\.ink.width) == [4, 6] && desk.kept.count == kept + 2)
    desk.type("u")
    #expect(desk.strokes.map(\.ink.width) == [5, 7])
    desk.type("f")
    #expect(
      desk.strokes.map(\.filled) == [true, false] && !desk.board.drawing.editor.tools.isFilled)
    desk.type("f")
    #expect(desk.strokes.map(\.filled) == [false, false])
    desk.type("u")
    #expect(desk.strokes.map(\.filled) == [true, false])
    desk.wait(1_000)
    desk.click(55, 11)
    desk.type("f")
    #expect(desk.strokes.map(\.filled) == [true, false])
    #expect(desk.notice.contains("Only boxes, ovals and diamonds"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Front and back change the order; several things keep their own order")
  func order() {
    var desk = desk()
    desk.type("p")
    desk.drag([(20, 18), (60, 18)])
    let made = desk.things.map(\.id)
    desk.type("s")
    desk.click(30, 7)
    desk.type("}")
    #expect(desk.things.map(\.id) == [made[1], made[2], made[0]])
    desk.pass(500)
    desk.click(30, 7)
    desk.click(55, 11, .shift)
    desk.type("{")
    #expect(desk.things.map(\.id) == [made[1], made[0], made[2]])
    desk.type("}")
    #expect(desk.things.map(\.id) == [made[2], made[1], made[0]])
    desk.type("u")
    #expect(desk.things.map(\.id) == [made[1], made[0], made[2]])
    desk.type("uu")
    #expect(desk.things.map(\.id) == made)
  }

  @Test("A text alone has no handles; in a group it keeps its size")
  func texts() {
    var desk = desk()
    desk.write("word", at: (30, 16))
    desk.type("s")
    desk.click(31, 16)
    #expect(desk.board.drawing.editor.selection.pointBox == nil)
    #expect(!desk.bottom.contains("resizes"))
    desk.key(.character("a"), .control)
    let before = desk.things[2].bounds
    dragHandle(-1, -1, by: (-10, -3), &desk)
    let after = desk.things[2].bounds
    #expect(after.maxX - after.minX == before.maxX - before.minX && after.minY != before.minY)
    #expect(desk.labels == ["word"])
  }

  /// Runs a command of the palette by its words.
  private func run(_ words: String, _ desk: inout Desk) {
    desk.type(":")
    desk.type(words)
    desk.key(.enter)
  }

  @Test("Looks of the selection are switched on and off, each in one undo; a line is not rounded")
  func looks() {
    var desk = desk()
    desk.key(.character("a"), .control)
    run("Dashed lines", &desk)
    #expect(desk.strokes.map(\.look) == [.dashed, .dashed])
    run("Round corners", &desk)
    #expect(desk.strokes.map(\.look) == [[.dashed, .rounded], .dashed])
    run("Dashed lines", &desk)
    #expect(desk.strokes.map(\.look) == [.rounded, .plain])
    desk.type("u")
    #expect(desk.strokes.map(\.look) == [[.dashed, .rounded], .dashed])
    desk.key(.escape)
    desk.click(55, 11)
    run("Round corners", &desk)
    #expect(desk.strokes[1].look == .dashed)
    #expect(desk.screen.contains("Nothing selected can look like that."))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Without a selection a look is that of the next shape; lines bend or stay straight")
  func looksOfTools() {
    var desk = Desk()
    desk.type("r")
    run("Dashed lines", &desk)
    #expect(desk.screen.contains("New shapes and lines are dashed."))
    run("Full colour", &desk)
    desk.drag([(30, 5), (40, 10)])
    desk.key(.escape)
    desk.type("/")
    run("square bends", &desk)
    run("without bends", &desk)
    desk.drag([(50, 8), (60, 14)])
    #expect(desk.strokes.map(\.look) == [[.dashed, .solid], [.dashed, .straight]])
  }

  @Test("A watcher sees no handles and changes nothing")
  func watcher() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { desk in
      desk.type("r")
      desk.drag([(30, 5), (40, 10)])
    }
    world.at(1) { desk in
      desk.within { $0.drawing.recorder.mayDraw = false }
      desk.type("s")
      desk.click(30, 7)
      let frame = desk.board.drawing.editor.selectionFrame(
        in: desk.board.drawing.surface.view.viewport, mayDraw: desk.board.drawing.recorder.mayDraw)
      #expect(frame?.handles == [])
      let before = desk.replica.picture.canonicalBytes()
      for key in ["5", "]", "f", "{", "}"] { desk.type(key) }
      if let frame { desk.drag([(frame.right, frame.bottom + 1), (60, 20)]) }
      #expect(desk.replica.picture.canonicalBytes() == before)
    }
  }

  @Test("The line names the only shape with its words, and counts several shapes")
  func names() {
    var desk = desk(columns: 140, rows: 44)
    desk.click(30, 7)
    desk.key(.enter)
    desk.type("Parser")
    for _ in 0..<2 { desk.key(.escape) }
    desk.type("s")
    desk.wait(1_000)
    desk.click(30, 7)
    #expect(desk.notice.contains("Box with its words. Click the words again to take only them."))
    #expect(desk.screen.contains("Box “Parser”"))
    desk.wait(1_000)
    desk.click(30, 7)
    #expect(desk.notice.contains("Only the box is selected."))
    desk.key(.character("a"), .control)
    #expect(desk.screen.contains("3 shapes"))
  }

  @Test(
    "A line above the bottom bar shows the properties of the selection, and its pieces are buttons")
  func panel() throws {
    var desk = desk(columns: 140, rows: 44)
    desk.click(30, 7)
    let one = desk.frame
    desk.click(on: "outlined")
    #expect(desk.strokes[0].filled)
    desk.click(on: "pale")
    desk.click(on: "unbroken")
    desk.click(on: "square")
    #expect(desk.strokes[0].look == [.solid, .dashed, .rounded])
    desk.click(on: "to front")
    #expect(desk.strokes.last?.kind == .rectangle)
    desk.key(.character("a"), .control)
    try assertFrames([("one", one), ("two", desk.frame)])
    desk.type("]")
    desk.click(on: "duplicate")
    #expect(desk.things.count == 4)
    desk.key(.escape)
    #expect(desk.board.drawing.editor.selecting.line.shown == nil)
    #expect(desk.frame == desk.frameFromScratch)
  }
}
