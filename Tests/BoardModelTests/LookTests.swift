import BoardModel
import EaselBase
import GroupTesting
import Testing

/// Size, width, fill and the place in the order of drawing.
struct LookTests {
  private func makeRectangle(_ low: (Int32, Int32), _ high: (Int32, Int32)) -> Operation.Action {
    .make(
      .stroke(
        .through(
          [BoardPoint(x: low.0, y: low.1), BoardPoint(x: high.0, y: high.1)], kind: .rectangle)))
  }

  private func scaling(_ factor: Double, shift: Int32 = 0) -> BoardScaling {
    let scale = Int32(factor * Double(BoardScaling.one))
    return BoardScaling(scaleX: scale, scaleY: scale, shiftX: shift, shiftY: shift) ?? .identity
  }

  @Test("A resize starts from the points as they were made, so that many resizes lose nothing")
  func original() throws {
    var desk = Desk()
    let id = desk.draw((10, 20), (1_003, 517), (77, 900))
    let made = desk.picture.thing(id)
    for factor in [0.001, 3, 0.01, 900] {
      desk.do(.change(.items([id]), .resize(scaling(factor))))
    }
    desk.do(.change(.items([id]), .resize(.identity)))
    #expect(desk.picture.thing(id) == made)
    desk.do(.change(.items([id]), .resize(scaling(2, shift: 5))))
    guard case .stroke(let stroke)? = desk.picture.thing(id)?.item else { return }
    #expect(
      Array(stroke.points) == [
        BoardPoint(x: 25, y: 45), BoardPoint(x: 2_011, y: 1_039), BoardPoint(x: 159, y: 1_805),
      ])
  }

  @Test("Moves add up with a resize, in any order; a text keeps its size")
  func moves() {
    var desk = Desk()
    let label = Label(
      origin: BoardPoint(x: 100, y: 100), columnWidth: 10, rowHeight: 20,
      color: InkColor(rgb: 1), text: SafeText("ab"))
    let (text, rectangle) = (
      desk.do(.make(.label(label))), desk.do(makeRectangle((0, 0), (100, 50)))
    )
    let both = Operation.Targets.items([text, rectangle])
    desk.do(.change(both, .move(BoardOffset(dx: 7, dy: 0))))
    desk.do(.change(both, .resize(scaling(2))))
    desk.do(.change(both, .move(BoardOffset(dx: 3, dy: 0))))
    #expect(
      desk.picture.thing(text)?.bounds == BoardRect(minX: 210, minY: 200, maxX: 229, maxY: 219))
    #expect(
      desk.picture.thing(rectangle)?.bounds
        == BoardRect(minX: 10, minY: 0, maxX: 210, maxY: 100).grown(by: 128))
  }

  @Test("All pieces of a long stroke change, also those that come later")
  func pieces() {
    func piece(_ x: Int32, continues: Bool) -> Operation.Action {
      .make(
        .stroke(
          .through([BoardPoint(x: x, y: 0), BoardPoint(x: x + 9, y: 0)], continues: continues)))
    }
    var desk = Desk()
    let head = desk.do(piece(0, continues: false))
    desk.do(.change(.items([head]), .resize(scaling(2))))
    desk.do(.change(.items([head]), .setWidth(6)))
    desk.do(piece(9, continues: true), gesture: head)
    let thing = desk.picture.thing(head)
    #expect(thing?.pieces.first.map { Array($0.points).map(\.x) } == [18, 36])
    #expect(thing?.pieces.first?.ink.width == 6)
    #expect(desk.picture.bounds == thing?.bounds)
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("D2 · undo and redo of each; of several, undo brings back the one before")
  func undo() {
    let effects: [Operation.Effect] = [
      .resize(scaling(2)), .resize(scaling(0.5)), .setWidth(7), .setWidth(3), .setFilled(true),
      .setFilled(false), .reorder(.front), .reorder(.back),
    ]
    var desk = Desk()
    let id = desk.do(makeRectangle((0, 0), (100, 50)))
    desk.draw(as: 2, (0, 0), (90, 90))
    var states = [desk.picture.canonicalBytes()]
    for effect in effects {
      desk.do(.change(.items([id]), effect))
      states.append(desk.picture.canonicalBytes())
    }
    for state in states.dropLast().reversed() {
      desk.undo()
      #expect(desk.picture.canonicalBytes() == state)
    }
    for state in states.dropFirst() {
      desk.redo()
      #expect(desk.picture.canonicalBytes() == state)
    }
    #expect(!desk.canRedo())
  }

  @Test("D2 · undo passes over a change that has no effect on such a thing")
  func withoutEffect() {
    var desk = Desk()
    let label = desk.do(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: 0, y: 0), columnWidth: 9, rowHeight: 9,
            color: InkColor(rgb: 1), text: SafeText("a")))))
    let line = desk.draw((0, 0), (9, 9))
    desk.do(.change(.items([label]), .setFilled(true)))
    desk.do(.change(.items([line, label]), .setFilled(true)))
    desk.undo()
    #expect(desk.visible == [label])
  }

  @Test("A width gives a text normal or large letters, and its box their size")
  func letterSize() throws {
    var desk = Desk()
    let id = desk.do(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: 0, y: 0), columnWidth: 10, rowHeight: 20,
            color: InkColor(rgb: 1), text: SafeText("ab\nc", limit: .label)))))
    func corner() throws -> BoardPoint {
      let box = try #require(desk.picture.thing(id)).bounds
      return BoardPoint(x: box.maxX, y: box.maxY)
    }
    let state = desk.picture.canonicalBytes()
    #expect(try corner() == BoardPoint(x: 19, y: 39))
    desk.do(.change(.items([id]), .setWidth(5)))
    #expect(try corner() == BoardPoint(x: 119, y: 159))
    #expect(desk.picture.canonicalBytes() != state)
    desk.do(.change(.items([id]), .setWidth(1)))
    #expect(try corner() == BoardPoint(x: 19, y: 39))
    desk.undo()
    desk.undo()
    #expect(desk.picture.canonicalBytes() == state)
  }

  @Test("The front lies above all made before, the back below all, the latest lowest")
  func levels() {
    var desk = Desk()
    let made = (0..<5).map { _ in desk.draw((0, 0), (100, 100)) }
    func reorder(_ indices: [Int], _ level: Operation.Level) {
      desk.do(.change(.items(indices.map { made[$0] }), .reorder(level)))
    }
    var order: [Int] { desk.visible.compactMap(made.firstIndex) }
    reorder([1], .front)
    #expect(order == [0, 2, 3, 4, 1])
    // Things of one change keep the order in which they were made.
    reorder([2, 0], .front)
    #expect(order == [3, 4, 1, 0, 2])
    reorder([4], .back)
    reorder([2, 1], .back)
    #expect(order == [1, 2, 4, 3, 0])
    let newest = desk.draw((0, 0), (100, 100))
    #expect(desk.visible.last == newest)
    #expect(desk.picture.topmost(at: BoardPoint(x: 50, y: 50), within: 9)?.id == newest)
    reorder([4], .front)
    #expect(desk.picture.topmost(at: BoardPoint(x: 50, y: 50), within: 9)?.id == made[4])
    #expect(
      desk.picture.touched(
        from: BoardPoint(x: 50, y: 50), to: BoardPoint(x: 50, y: 50), radius: 9
      ).map(\.id) == desk.visible)
  }

  @Test("The order of many things is the order of their keys, whatever changes it")
  func manyLevels() {
    for seed in 0..<Seeds.count(4) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      let made = (0..<700).map { _ in desk.draw((0, 0), (9, 9)) }
      var changes: [(id: EntryID, things: [EntryID], level: Operation.Level, isActive: Bool)] = []
      for _ in 0..<60 {
        if Bool.random(using: &chance), let index = changes.indices.randomElement(using: &chance) {
          changes[index].isActive.toggle()
          let id = changes[index].id
          desk.do(changes[index].isActive ? .restore(id) : .cancel(id))
        } else {
          let count = Int.random(in: 1...300, using: &chance)
          let things = Array(made.shuffled(using: &chance).prefix(count))
          let level: Operation.Level = Bool.random(using: &chance) ? .front : .back
          let id = desk.do(.change(.items(things), .reorder(level)))
          changes.append((id, things, level, true))
        }
      }
      var expected = made
      for change in changes where change.isActive {
        let chosen = Set(change.things)
        let (some, rest) = (
          made.filter(chosen.contains), expected.filter { !chosen.contains($0) }
        )
        expected = change.level == .front ? rest + some : some + rest
      }
      #expect(desk.visible == expected, "seed \(seed)")
    }
  }

  @Test("L5 · no value traps: the greatest scales and shifts stay within the board")
  func hostile() {
    let limit = BoardScaling.limit
    for value in [Int32.min, -limit - 1, limit + 1, .max] {
      #expect(BoardScaling(scaleX: value, scaleY: 0, shiftX: 0, shiftY: 0) == nil)
      #expect(BoardScaling(scaleX: 0, scaleY: 0, shiftX: 0, shiftY: value) == nil)
    }
    var desk = Desk()
    let far = BoardPoint.limit
    let ids = Stroke.Kind.allCases.map { kind in
      desk.do(
        .make(
          .stroke(
            .through(
              [BoardPoint(x: far, y: -far), BoardPoint(x: -far, y: far), BoardPoint(x: 1, y: 1)],
              kind: kind))))
    }
    for scale in [-limit, 0, 1, limit] {
      for shift in [-limit, limit] {
        let scaling = BoardScaling(scaleX: scale, scaleY: 0, shiftX: shift, shiftY: -shift)
        desk.do(.change(.items(ids), .resize(scaling ?? .identity)))
        #expect(desk.picture.seen == Oracle(desk.entries).things)
      }
    }
    for width in [UInt8(0), 9, 255] {
      let action = Operation.Action.change(.items(ids), .setWidth(width))
      #expect(!action.isAllowed)
      let refused = desk.do(action)
      #expect(desk.picture.stamp(of: refused) == nil)
    }
  }

  @Test("A stretch moves every point as the screen shows it, whatever changed the thing before")
  func stretch() throws {
    for seed in 0..<Seeds.count(200) {
      var chance = SplitMix64(seed: seed)
      func number(_ range: ClosedRange<Int32>) -> Int32 { .random(in: range, using: &chance) }
      func point() -> BoardPoint { BoardPoint(x: number(0...65_536), y: number(0...36_864)) }
      let one = BoardScaling.one
      let before = try #require(
        BoardScaling(
          scaleX: number(one / 4...one * 2), scaleY: number(-one...one),
          shiftX: number(-99...9_999),
          shiftY: number(-9_999...99)))
      let offset = BoardOffset(dx: number(-9_999...9_999), dy: number(-9_999...9_999))
      let box = BoardRect(point(), point())
      let (low, high) = (point(), point())
      let (width, height) = (Double(box.maxX - box.minX), Double(box.maxY - box.minY))
      guard width > 500, height > 500 else { continue }
      let after = try #require(
        BoxStretch(box, low: low, high: high).scaling(after: before, offset: offset))
      let made = point()
      let shown = before.apply(to: made).moved(by: offset)
      let now = after.apply(to: made).moved(by: offset)
      let x = Double(low.x) + Double(shown.x - box.minX) / width * Double(high.x - low.x)
      let y = Double(low.y) + Double(shown.y - box.minY) / height * Double(high.y - low.y)
      // A point is rounded to a whole unit before the stretch, which then enlarges the error.
      let bound = 2 + abs(Double(high.x - low.x) / width) + abs(Double(high.y - low.y) / height)
      #expect(
        abs(Double(now.x) - x) <= bound && abs(Double(now.y) - y) <= bound, "seed \(seed)")
    }
    let flat = BoardRect(minX: 5, minY: 9, maxX: 5, maxY: 19)
    let moved = BoxStretch(flat, low: BoardPoint(x: 8, y: 9), high: BoardPoint(x: 99, y: 29))
    #expect(
      moved.scaling(after: .identity, offset: .zero)
        == BoardScaling(
          scaleX: BoardScaling.one, scaleY: 2 * BoardScaling.one, shiftX: 3, shiftY: -9))
  }
}
