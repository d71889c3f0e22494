@testable import SessionUI
@testable import BoardView
import BoardCodec
import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import WhiteboardUI

/// The wet ink of others, and the entries that it becomes.
@Suite struct GuestInkTests {
  private func met(_ people: Int = 2) -> Gathering {
    var all = Gathering(people)
    all.meet()
    return all
  }

  @Test(
    "Wet ink of another is seen as it flows, and dries without a flicker",
    arguments: ["p", "m", "/", "a", "r", "o"])
  func drying(tool: String) {
    var all = met()
    all.at(1) {
      $0.isMouseFine = true
      $0.type(tool)
      $0.mouse(.press(.left), 10, 5)
      for place in [(14, 6), (20, 9), (30, 8), (33, 15)] {
        $0.mouse(.drag(.left), place.0, place.1)
      }
    }
    func ink() -> [Cell] {
      let surface = all.desks[0].board.drawing.surface
      return (0..<22).flatMap { row in (0..<80).map { surface.cell(column: $0, row: row) } }
    }
    let wet = ink()
    #expect(Set(wet).count > 1 && all.desks[0].things.isEmpty)
    all.at(1) { $0.mouse(.release(.left), 33, 15) }
    #expect(all.desks[0].things.count == 1)
    #expect(ink() == wet)
    #expect(all.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(all.desks[0].frame == all.desks[0].frameFromScratch)
  }

  @Test("Others see a stroke through whole cells up to the pointer, and smoothed when it is done")
  func wholeCells() throws {
    var all = met()
    all.at(1) {
      $0.mouse(.press(.left), 10, 5)
      for column in 11..<60 { $0.mouse(.drag(.left), column, 5 + column / 9) }
    }
    guard case .stroke(let wet)? = all.desks[0].board.drawing.surface.guests.first else {
      Issue.record("no wet ink")
      return
    }
    let pointer = all.desks[1].view.viewport.cell(of: wet.points.last)
    #expect(wet.points.count == 50 && pointer == CellPoint(column: 59, row: 11 - View.top))
    all.at(1) { $0.mouse(.release(.left), 60, 11) }
    let stroke = try #require(all.desks[0].strokes.first)
    #expect(stroke.points.count < 50 && all.desks[1].strokes.first == stroke)
    #expect(all.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(all.desks[0].frame == all.desks[0].frameFromScratch)
  }

  @Test("A cancelled stroke vanishes; a finished one stays, however late its wet points come")
  func late() {
    var all = met()
    all.at(1) {
      $0.type("r")
      $0.mouse(.press(.left), 10, 5)
      $0.mouse(.drag(.left), 30, 9)
    }
    #expect(all.desks[0].board.drawing.surface.guests.count == 1)
    all.at(1) { $0.key(.escape) }
    #expect(all.desks[0].inkedRows.isEmpty)
    all.at(1) { $0.drag([(10, 5), (30, 9)]) }
    guard let entry = all.desks[1].kept.last,
      let seat = all.desks[0].board.sessions.presence.session
    else {
      Issue.record("nothing was kept")
      return
    }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 3), stepExponent: 0)
    let stroke = GuestItem(
      id: .init(participant: Gathering.seat(1), number: 99), entry: entry.id, item: .stroke(style),
      runs: [[BoardPoint(x: 0, y: 0), BoardPoint(x: 60_000, y: 30_000)]])
    let before = all.desks[0].frame
    all.handle(.session(.wets([stroke]), in: seat.session), at: 0)
    #expect(all.desks[0].frame == before)
  }

  @Test("A text of another is read while it is typed, and stays as it stood when it is done")
  func typing() {
    var all = met()
    func read(_ row: Int, _ count: Int) -> String {
      String(all.desks[0].text(row: row).dropFirst(10).prefix(count))
    }
    all.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("  Hello\nyou")
    }
    #expect(read(5, 8) == "  Hello " && read(6, 3) == "you" && all.desks[0].things.isEmpty)
    all.at(1) {
      for _ in 0..<5 { $0.key(.backspace) }
      $0.type("!")
    }
    let wet = all.desks[0].frame
    #expect(read(5, 7) == "  Hell!" && read(6, 8) == "        ")
    all.at(1) { $0.key(.escape) }
    #expect(all.desks[0].labels == ["  Hell!"])
    for row in 1..<23 { #expect(all.desks[0].frame.cells(row: row) == wet.cells(row: row)) }
    #expect(all.desks[0].board.drawing.surface.guests.isEmpty)
    #expect(all.desks[0].frame == all.desks[0].frameFromScratch)
  }

  @Test("A text deleted to its last letter vanishes, as does a cancelled one") func erased() {
    var all = met()
    all.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("xy")
    }
    func reads(_ text: String) -> Bool { all.desks[0].text(row: 5).contains(text) }
    #expect(reads(" xy"))
    all.at(1) { for _ in 0..<2 { $0.key(.backspace) } }
    #expect(!reads("x") && all.desks[0].board.drawing.surface.guests.isEmpty)
    all.at(1) { $0.type("cd") }
    #expect(reads(" cd"))
    all.tellRoster(of: all.session, watching: [1])
    #expect(!reads("c") && all.desks[0].things.isEmpty)
  }

  @Test("Others' actions leave a text in progress readable") func typingOn() {
    var all = met(3)
    all.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("roof")
    }
    all.at(2) {
      $0.drag([(9, 5), (30, 9)])
      $0.type("C")
    }
    #expect(all.desks[0].text(row: 5).contains("roof"))
    all.at(1) {
      $0.type("s")
      $0.key(.escape)
    }
    #expect(all.desks.allSatisfy { $0.labels == ["roofs"] })
  }

  @Test("The pointer goes along with typed text, and hides none of it") func pointer() {
    var all = met()
    all.at(1) {
      $0.type("t")
      $0.click(10, 5)
      $0.type("roof\nor wall")
    }
    func at() -> CellPoint? {
      all.desks[0].board.sessions.presence.session?.guests.first?.appearance?.pointer.map {
        all.desks[0].board.drawing.surface.view.viewport.cell(of: $0)
      }
    }
    #expect(at() == CellPoint(column: 17, row: 5))
    all.at(1) { $0.key(.escape) }
    #expect(at() == CellPoint(column: 17, row: 5))
    all.at(1) { $0.mouse(.move, 20, 9) }
    #expect(at() == CellPoint(column: 20, row: 8))
  }

  @Test("A shape is seen where the hand is, for however long it was dragged about") func longShape()
  {
    var all = met()
    all.at(1) {
      $0.type("r")
      $0.mouse(.press(.left), 10, 5)
    }
    for step in 0..<2 * Limits.pointsPerOperation {
      all.desks[1].mouse(.drag(.left), 12 + step % 50, 7 + step % 9)
    }
    var told: [Int] = []
    for case .board(.session(let effect, _)) in all.desks[1].effects {
      if case .penBegan = effect { told.append(1) }
      if case .penMoved(let points) = effect, let last = told.popLast() {
        told.append(last + points.count)
      }
    }
    #expect(told.count == 3 && told.allSatisfy { $0 <= Limits.pointsPerOperation })
  }

  @Test("A lasso is visible only to its owner") func lasso() {
    var all = met()
    all.at(0) { $0.drag([(20, 8), (30, 8)]) }
    let before = all.desks[0].inkedRows
    all.at(1) {
      $0.type("s")
      $0.mouse(.press(.left), 5, 3)
      for place in [(50, 3), (50, 15), (5, 15)] { $0.mouse(.drag(.left), place.0, place.1) }
    }
    #expect(all.desks[1].inkedRows != before && all.desks[0].inkedRows == before)
  }

  @Test(
    "A gesture in progress when a session begins is told from its beginning",
    arguments: ["p", "r", "t"])
  func begins(tool: String) {
    var desk = Gathering(1).desks[0]
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
    desk.handle(.call(.entered(Entrance(session: Gathering.seat(5), me: Gathering.seat(0)))))
    let told = desk.effects.compactMap { effect -> String? in
      guard case .board(.session(let effect, _)) = effect else { return nil }
      switch effect {
      case .penBegan(_, let style, _): return "\(style.kind)"
      case .penMoved(let points): return "\(points.count)"
      case .typed(_, let label): return label.text.string
      default: return nil
      }
    }
    #expect(told == ["p": ["pen", "1"], "r": ["rectangle", "1"], "t": ["so"]][tool])
  }

  @Test(
    "Ink that arrives during a gesture leaves the gesture and its preview as they were",
    arguments: ["p", "m", "/", "r", "e", "s"])
  func underTheHand(tool: String) {
    var all = met()
    all.at(0) {
      $0.drag([(5, 5), (40, 5)])
      $0.type(tool)
      $0.mouse(.press(.left), 10, tool == "s" ? 15 : 4)
      $0.mouse(.drag(.left), 14, 7)
      $0.mouse(.drag(.left), 22, 9)
    }
    all.at(1) {
      $0.drag([(30, 12), (60, 14)])
      $0.mouse(.press(.left), 50, 18)
      $0.mouse(.drag(.left), 70, 20)
    }
    let isHolding = !all.desks[0].board.drawing.editor.gesture.isIdle
    #expect(isHolding)
    #expect(all.desks[0].frame == all.desks[0].frameFromScratch)
    all.at(0) { $0.mouse(.release(.left), 22, 9) }
    all.at(1) { $0.mouse(.release(.left), 70, 20) }
    #expect(all.desks[0].replica.picture.stableHash == all.desks[1].replica.picture.stableHash)
    for desk in all.desks { #expect(desk.frame == desk.frameFromScratch) }
  }

  @Test("W5 · Entries in any order, any number of times, give the same picture and frame")
  func anyOrder() {
    var all = met(3)
    for round in 0..<6 {
      for seat in 0..<3 {
        all.at(seat) {
          $0.drag([(5 + round * 9, 3 + seat * 5), (20 + round * 6, 5 + seat * 5)])
          if round == 3 { $0.drag([(20, 4 + seat * 5)], .right) }
          if round == 4, seat == 1 { $0.type("Cu") }
        }
      }
    }
    guard let session = all.desks[0].board.sessions.presence.session?.session,
      let entries = all.entries[session]
    else {
      Issue.record("nobody is in the session")
      return
    }
    for seed in Seeds.range(3) {
      var random = SplitMix64(seed: seed)
      var newcomer = Gathering(1).desks[0]
      newcomer.enter(session, as: Gathering.seat(9), on: Desk.fresh)
      for entry in (entries + entries.prefix(9)).shuffled(using: &random) {
        newcomer.receive([entry], in: session)
      }
      newcomer.receive(entries, in: session)
      let isSame =
        newcomer.replica.picture.stableHash == all.desks[0].replica.picture.stableHash
        && newcomer.replica.log.hash == all.desks[0].replica.log.hash
        && newcomer.frame == newcomer.frameFromScratch
      #expect(isSame, "seed \(seed)")
    }
  }

  @Test("A clear by another is told with their name, and everyone who may draw can undo it")
  func clear() {
    var all = met(3)
    all.at(0) { $0.drag([(5, 5), (40, 5)]) }
    all.at(1) { $0.type("C") }
    #expect(all.desks.allSatisfy { $0.things.isEmpty })
    #expect(all.desks[0].top.contains("Bea cleared the board. R brings it back."))
    all.at(2) { $0.click(on: "Bea cleared", row: 0) }
    #expect(all.desks.allSatisfy { $0.things.count == 1 })
    #expect(all.desks[0].top.contains("Cal brought back what was hidden."))
  }

  @Test("The author of ink is told by name, whether they are still there or not") func eyedropper()
  {
    var all = met()
    all.at(1) { $0.drag([(5, 5), (40, 5)]) }
    all.leave(1, .left)
    all.at(0) {
      $0.type("i")
      $0.click(20, 5)
    }
    #expect(all.desks[0].top.contains("by Bea"))
  }

  @Test("However many strokes and points are claimed, few enough are shown") func flood() {
    var all = met()
    guard let seat = all.desks[0].board.sessions.presence.session else { return }
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 8), stepExponent: 0)
    let far = BoardPoint(x: -BoardPoint.limit, y: BoardPoint.limit)
    let run = [far] + Array(repeating: BoardPoint(x: 5, y: 5), count: 6_000)
    for number in 0..<40 {
      let stroke = GuestItem(
        id: .init(participant: Gathering.seat(1), number: UInt64(number)),
        entry: EntryID(ReplicaID(Bytes16(high: 3, low: 3)), SequenceNumber(UInt64(number) + 1)),
        item: .stroke(style), runs: [run, [], run])
      all.desks[0].handle(.session(.wets([stroke]), in: seat.session))
    }
    let shown = all.desks[0].board.drawing.surface.guests
    #expect(!shown.isEmpty)
    let points = shown.reduce(0) { sum, item in
      if case .stroke(let stroke) = item { sum + stroke.points.count } else { sum }
    }
    #expect(points <= GuestItem.pointsMax)
  }
}
