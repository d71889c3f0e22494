import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardView
@testable import SessionUI
@testable import WhiteboardUI

/// The wet ink of others, and the entries that it becomes.
@Suite struct GuestInkTests {
  @Test(
    "Wet ink of another is seen as it flows, and dries without a flicker",
    arguments: ["p", "m", "/", "a", "r", "o"])
  func drying(tool: String) {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.isMouseFine = true
      $0.type(tool)
      $0.mouse(.press(.left), 10, 5)
      for cell in [(14, 6), (20, 9), (30, 8), (33, 15)] {
        $0.mouse(.drag(.left), cell.0, cell.1)
      }
    }
    func ink() -> [Cell] {
      let surface = world.desks[0].board.drawing.surface
      return (0..<22).flatMap { row in (0..<80).map { surface.cell(column: $0, row: row) } }
    }
    let wet = ink()
    #expect(Set(wet).count > 1 && world.desks[0].things.isEmpty)
    world.at(1) { $0.mouse(.release(.left), 33, 15) }
    #expect(world.desks[0].things.count == 1)
    #expect(ink() == wet)
    #expect(world.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
  }

  @Test("Others see a stroke through whole cells up to the pointer, and smoothed when it is done")
  func wholeCells() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.mouse(.press(.left), 10, 5)
      for column in 11..<60 { $0.mouse(.drag(.left), column, 5 + column / 9) }
    }
    guard case .stroke(let wet)? = world.desks[0].board.drawing.surface.guests.first else {
      Issue.record("no wet ink")
      return
    }
    let pointer = world.desks[1].view.viewport.cell(of: wet.points.last)
    #expect(wet.points.count == 50 && pointer == CellPoint(column: 59, row: 11 - 1))
    world.at(1) { $0.mouse(.release(.left), 60, 11) }
    let stroke = try #require(world.desks[0].strokes.first)
    #expect(stroke.points.count < 50 && world.desks[1].strokes.first == stroke)
    #expect(world.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
  }

  @Test("A cancelled stroke vanishes; a finished one stays, however late its wet points come")
  func late() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("r")
      $0.mouse(.press(.left), 10, 5)
      $0.mouse(.drag(.left), 30, 9)
    }
    #expect(world.desks[0].board.drawing.surface.guests.count == 1)
    world.at(1) { $0.key(.escape) }
    #expect(world.desks[0].inkedRows.isEmpty)
    world.at(1) { $0.drag([(10, 5), (30, 9)]) }
    guard let entry = world.desks[1].kept.last,
      let state = world.desks[0].board.sessions.presence.session
    else {
      Issue.record("nothing was kept")
      return
    }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 3), stepExponent: 0)
    let stroke = GuestItem(
      id: .init(participant: WhiteboardWorld.participant(1), number: 99), entry: entry.id,
      item: .stroke(style),
      runs: [[BoardPoint(x: 0, y: 0), BoardPoint(x: 60_000, y: 30_000)]])
    let before = world.desks[0].frame
    world.handle(.session(.wets([stroke]), in: state.session), at: 0)
    #expect(world.desks[0].frame == before)
  }

  @Test("A text of another is read while it is typed, and stays as it stood when it is done")
  func typing() {
    var world = WhiteboardWorld(2).inSession()
    func read(_ row: Int, _ count: Int) -> String {
      String(world.desks[0].text(row: row).dropFirst(10).prefix(count))
    }
    world.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("  Hello\nyou")
    }
    #expect(read(5, 8) == "  Hello " && read(6, 3) == "you" && world.desks[0].things.isEmpty)
    world.at(1) {
      for _ in 0..<5 { $0.key(.backspace) }
      $0.type("!")
    }
    let wet = world.desks[0].frame
    #expect(read(5, 7) == "  Hell!" && read(6, 8) == "        ")
    world.at(1) { $0.key(.escape) }
    #expect(world.desks[0].labels == ["  Hell!"])
    for row in 1..<23 { #expect(world.desks[0].frame.cells(row: row) == wet.cells(row: row)) }
    #expect(world.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
  }

  @Test("A text deleted to its last letter vanishes, as does a cancelled one") func erased() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("xy")
    }
    func reads(_ text: String) -> Bool { world.desks[0].text(row: 5).contains(text) }
    #expect(reads(" xy"))
    world.at(1) { for _ in 0..<2 { $0.key(.backspace) } }
    #expect(!reads("x") && world.desks[0].board.drawing.surface.guests.isEmpty)
    world.at(1) { $0.type("cd") }
    #expect(reads(" cd"))
    world.sendRoster(of: world.session, watching: [1])
    #expect(!reads("c") && world.desks[0].things.isEmpty)
  }

  @Test("Others' actions leave a text in progress readable") func typingOn() {
    var world = WhiteboardWorld(3).inSession()
    world.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("roof")
    }
    world.at(2) {
      $0.drag([(9, 5), (30, 9)])
      $0.type("C")
    }
    #expect(world.desks[0].text(row: 5).contains("roof"))
    world.at(1) {
      $0.type("s")
      $0.key(.escape)
    }
    #expect(world.desks.allSatisfy { $0.labels == ["roofs"] })
  }

  @Test("The pointer goes along with typed text, and hides none of it") func pointer() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("roof\nor wall")
    }
    func at() -> CellPoint? {
      world.desks[0].board.sessions.presence.session?.guests.first?.appearance?.pointer.map {
        world.desks[0].board.drawing.surface.view.viewport.cell(of: $0)
      }
    }
    #expect(at() == CellPoint(column: 17, row: 5))
    world.at(1) { $0.key(.escape) }
    #expect(at() == CellPoint(column: 17, row: 5))
    world.at(1) { $0.mouse(.move, 20, 9) }
    #expect(at() == CellPoint(column: 20, row: 8))
  }

  @Test("A shape is seen where the hand is, for however long it was dragged about") func longShape()
  {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) {
      $0.type("r")
      $0.mouse(.press(.left), 10, 5)
    }
    for step in 0..<2 * Limits.pointsPerOperation {
      world.desks[1].mouse(.drag(.left), 12 + step % 50, 7 + step % 9)
    }
    var pointCounts: [Int] = []
    for case .board(.session(let effect, _)) in world.desks[1].effects {
      if case .penBegan = effect { pointCounts.append(1) }
      if case .penMoved(let points) = effect, let last = pointCounts.popLast() {
        pointCounts.append(last + points.count)
      }
    }
    #expect(pointCounts.count == 3 && pointCounts.allSatisfy { $0 <= Limits.pointsPerOperation })
  }

  @Test("A lasso is visible only to its owner") func lasso() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(20, 8), (30, 8)]) }
    let before = world.desks[0].inkedRows
    world.at(1) {
      $0.type("s")
      $0.mouse(.press(.left), 5, 3)
      for cell in [(50, 3), (50, 15), (5, 15)] { $0.mouse(.drag(.left), cell.0, cell.1) }
    }
    #expect(world.desks[1].inkedRows != before && world.desks[0].inkedRows == before)
  }

  @Test(
    "A gesture in progress when a session begins is told from its beginning",
    arguments: ["p", "r", "t"])
  func begins(tool: String) {
    var desk = WhiteboardWorld(1).desks[0]
    desk.isMouseFine = true
    desk.type(tool)
    if tool == "t" {
      desk.click(10, 5)
      desk.type("so")
    } else {
      desk.mouse(.press(.left), 10, 5)
      desk.mouse(.drag(.left), 20, 9)
    }
    desk.effects = []
    desk.enter(SessionUUID(Bytes16(high: 9, low: 1)), as: WhiteboardWorld.participant(0))
    let sent = desk.effects.compactMap { effect -> String? in
      guard case .board(.session(let effect, _)) = effect else { return nil }
      switch effect {
      case .penBegan(_, let style, _): return "\(style.kind)"
      case .penMoved(let points): return "\(points.count)"
      case .typed(_, let label): return label.text.string
      default: return nil
      }
    }
    #expect(sent == ["p": ["pen", "1"], "r": ["rectangle", "1"], "t": ["so"]][tool])
  }

  @Test(
    "Ink that arrives during a gesture leaves the gesture and its preview as they were",
    arguments: ["p", "m", "/", "r", "e", "s"])
  func underTheHand(tool: String) {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) {
      $0.drag([(5, 5), (40, 5)])
      $0.type(tool)
      $0.mouse(.press(.left), 10, tool == "s" ? 15 : 4)
      $0.mouse(.drag(.left), 14, 7)
      $0.mouse(.drag(.left), 22, 9)
    }
    world.at(1) {
      $0.drag([(30, 12), (60, 14)])
      $0.mouse(.press(.left), 50, 18)
      $0.mouse(.drag(.left), 70, 20)
    }
    let isHolding = !world.desks[0].board.drawing.editor.gesture.isIdle
    #expect(isHolding)
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
    world.at(0) { $0.mouse(.release(.left), 22, 9) }
    world.at(1) { $0.mouse(.release(.left), 70, 20) }
    #expect(world.desks[0].replica.picture.stableHash == world.desks[1].replica.picture.stableHash)
    for desk in world.desks { #expect(desk.frame == desk.frameFromScratch) }
  }

  @Test("W5 · Entries in any order, any number of times, give the same picture and frame")
  func anyOrder() {
    var world = WhiteboardWorld(3).inSession()
    for round in 0..<6 {
      for index in 0..<3 {
        world.at(index) {
          $0.drag([(5 + round * 9, 3 + index * 5), (20 + round * 6, 5 + index * 5)])
          if round == 3 { $0.drag([(20, 4 + index * 5)], .right) }
          if round == 4, index == 1 { $0.type("Cu") }
        }
      }
    }
    guard let session = world.desks[0].board.sessions.presence.session?.session,
      let entries = world.entries[session]
    else {
      Issue.record("nobody is in the session")
      return
    }
    for seed in Seeds.range(3) {
      var random = SplitMix64(seed: seed)
      var newcomer = WhiteboardWorld(1).desks[0]
      newcomer.enter(session, as: WhiteboardWorld.participant(9), on: Desk.fresh)
      for entry in (entries + entries.prefix(9)).shuffled(using: &random) {
        newcomer.receive([entry], in: session)
      }
      newcomer.receive(entries, in: session)
      let isSame =
        newcomer.replica.picture.stableHash == world.desks[0].replica.picture.stableHash
        && newcomer.replica.log.hash == world.desks[0].replica.log.hash
        && newcomer.frame == newcomer.frameFromScratch
      #expect(isSame, "seed \(seed)")
    }
  }

  @Test("A clear by another is told with their name, and everyone who may draw can undo it")
  func clear() {
    var world = WhiteboardWorld(3).inSession()
    world.at(0) { $0.drag([(5, 5), (40, 5)]) }
    world.at(1) { $0.type("C") }
    #expect(world.desks.allSatisfy { $0.things.isEmpty })
    #expect(world.desks[0].notice.contains("Bea cleared the board. R brings it back."))
    world.at(2) { $0.click(on: "Bea cleared") }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    #expect(world.desks[0].notice.contains("Cal brought back what was hidden."))
  }

  @Test("The author of ink is told by name, whether they are still there or not") func eyedropper()
  {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag([(5, 5), (40, 5)]) }
    world.leave(1, .left)
    world.at(0) {
      $0.type("i")
      $0.click(20, 5)
    }
    #expect(world.desks[0].notice.contains("by Bea"))
  }

  @Test("However many strokes and points are claimed, few enough are shown") func flood() {
    var world = WhiteboardWorld(2).inSession()
    guard let state = world.desks[0].board.sessions.presence.session else { return }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 8), stepExponent: 0)
    let far = BoardPoint(x: -BoardPoint.limit, y: BoardPoint.limit)
    let run = [far] + Array(repeating: BoardPoint(x: 5, y: 5), count: 6_000)
    for number in 0..<40 {
      let stroke = GuestItem(
        id: .init(participant: WhiteboardWorld.participant(1), number: UInt64(number)),
        entry: EntryID(ReplicaID(Bytes16(high: 3, low: 3)), SequenceNumber(UInt64(number) + 1)),
        item: .stroke(style), runs: [run, [], run])
      world.desks[0].handle(.session(.wets([stroke]), in: state.session))
    }
    let shown = world.desks[0].board.drawing.surface.guests
    #expect(!shown.isEmpty)
    let points = shown.reduce(0) { sum, item in
      if case .stroke(let stroke) = item { sum + stroke.points.count } else { sum }
    }
    #expect(points <= GuestItem.pointsMax)
  }
}
