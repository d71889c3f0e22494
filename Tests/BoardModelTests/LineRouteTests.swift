import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// The routes of attached lines, and loops.
@Suite struct LineRouteTests {
  private func point(_ x: Int32, _ y: Int32) -> BoardPoint { BoardPoint(x: x, y: y) }

  private func line(_ look: StrokeLook, kind: Stroke.Kind = .arrow) throws -> Stroke {
    let points = try #require(PackedPoints([point(0, 0), point(9, 9)], stepExponent: 0))
    return Stroke(
      kind: kind, ink: Ink(color: InkColor(rgb: 0), width: 1), points: points, look: look)
  }

  /// The middle of a box of 4,000 × 2,000 units.
  private func end(
    _ x: Int32, _ y: Int32, form: AnchorOutline.Form = .box, u: Int32 = 2_048, v: Int32 = 2_048
  ) -> LineEnd {
    let rect = BoardRect(minX: x, minY: y, maxX: x + 4_000, maxY: y + 2_000)
    let position = BoxPoint(u: u, v: v) ?? .middle
    return LineEnd(
      anchor: position.point(in: rect), outline: AnchorOutline(rect: rect, form: form))
  }

  private func path(
    _ look: StrokeLook, from start: LineEnd, to end: LineEnd, kind: Stroke.Kind = .arrow
  ) throws -> [BoardPoint] {
    try Placement(line(look, kind: kind), from: start, to: end).item.asStroke?.path ?? []
  }

  @Test("Each route leads from one end to the other with its own bends")
  func routes() throws {
    let (start, end) = (end(0, 0), end(10_000, 8_000))
    func path(_ route: LineRoute) throws -> [BoardPoint] {
      try self.path(.plain.with(route), from: start, to: end)
    }
    #expect(
      try path(.automatic) == [point(4_000, 1_000), point(12_000, 1_000), point(12_000, 8_000)])
    #expect(try path(.levelFirst) == path(.automatic))
    #expect(
      try path(.uprightFirst) == [point(2_000, 2_000), point(2_000, 9_000), point(10_000, 9_000)])
    #expect(
      try path(.middleColumn) == [
        point(4_000, 1_000), point(7_000, 1_000), point(7_000, 9_000), point(10_000, 9_000),
      ])
    #expect(
      try path(.middleRow) == [
        point(2_000, 2_000), point(2_000, 5_000), point(12_000, 5_000), point(12_000, 8_000),
      ])
    #expect(
      try path(.aroundRight) == [
        point(4_000, 1_000), point(16_048, 1_000), point(16_048, 9_000), point(14_000, 9_000),
      ])
    #expect(
      try path(.aroundBelow) == [
        point(2_000, 2_000), point(2_000, 12_048), point(12_000, 12_048), point(12_000, 10_000),
      ])
    let curve = try path(.curve)
    #expect(BentLine.isCurve(curve) && curve.count == 16)
    #expect(curve.allSatisfy { $0.x >= 2_000 && $0.y <= 9_000 })
  }

  @Test("A curve between level ends bends upwards, in both directions, and upright to the left")
  func curves() throws {
    let look = StrokeLook.plain.with(.curve)
    let (left, right, low) = (end(0, 20_000), end(20_000, 20_000), end(0, 40_000))
    for (start, end) in [(left, right), (right, left)] {
      let middle = try path(look, from: start, to: end)[8]
      #expect((15_000..<17_000).contains(middle.y), "\(middle)")
    }
    for (start, end) in [(left, low), (low, left)] {
      let middle = try path(look, from: start, to: end)[8]
      #expect((-4_000..<(-2_000)).contains(middle.x), "\(middle)")
    }
  }

  @Test("A route has no effect on a straight line, on free ends and on a box")
  func noEffect() throws {
    let (start, far) = (end(0, 0), end(10_000, 8_000))
    for route in LineRoute.allCases {
      let look = StrokeLook.plain.with(route)
      #expect(look.route == route)
      #expect(try path(look.union(.straight), from: start, to: far).count == 2)
      let free = try path(
        look, from: LineEnd(anchor: point(0, 0)), to: LineEnd(anchor: point(900, 700)))
      #expect(free == [point(0, 0), point(900, 700)])
      for kind in Stroke.Kind.allCases where kind != .line && kind != .arrow {
        #expect(look.intersection(kind.looks) == .plain)
        let points = try #require(PackedPoints([point(0, 0), point(800, 400)], stepExponent: 0))
        func shape(_ look: StrokeLook) -> Stroke {
          Stroke(
            kind: kind, ink: Ink(color: InkColor(rgb: 0), width: 1), points: points, look: look)
        }
        #expect(shape(look).outline() == shape(.plain).outline())
        #expect(shape(look).bounds == shape(.plain).bounds)
      }
    }
  }

  @Test("L14 · members compare a line with any route, and a loop, by the straight line")
  func compared() {
    func bytes(_ look: StrokeLook, loop: Bool) -> [UInt8] {
      var desk = Desk()
      let (box, other) = (desk.shape(0, 0, 400, 400), desk.shape(9_000, 2_000, 400, 400))
      let line = desk.line(.arrow, from: box, to: loop ? box : other)
      desk.do(.change(.items([line]), .setLook(look)))
      return desk.picture.canonicalBytes()
    }
    for loop in [false, true] {
      let straight = bytes(.straight, loop: loop)
      for route in LineRoute.allCases {
        #expect(bytes(.plain.with(route), loop: loop) == straight, "\(route), loop: \(loop)")
      }
    }
  }

  @Test("A line keeps its route, and its bends follow, when a shape moves")
  func follows() {
    var desk = Desk()
    let (box, other) = (desk.shape(0, 0, 400, 400), desk.shape(9_000, 0, 400, 400))
    let line = desk.line(.arrow, from: box, to: other)
    desk.do(.change(.items([line]), .setLook(.plain.with(.aroundBelow))))
    desk.do(.change(.items([other]), .move(BoardOffset(dx: 0, dy: 5_000))))
    let stroke = desk.picture.thing(line)?.item.asStroke
    #expect(stroke?.path[1].y == 5_400 + 2_048 && stroke?.look.route == .aroundBelow)
  }

  // MARK: The choice

  /// A box on the left, one on the right, and one between them.
  private func row(between kind: Stroke.Kind? = .rectangle) -> Desk {
    var desk = Desk()
    desk.shape(0, 0, 4_000, 2_000)
    desk.shape(20_000, 0, 4_000, 2_000)
    if let kind { desk.shape(10_000, -1_000, 4_000, 4_000, kind: kind) }
    return desk
  }

  private func chosen(_ look: StrokeLook, in desk: Desk) throws -> StrokeLook {
    try desk.picture.attachments.routedLook(of: line(look), from: end(0, 0), to: end(20_000, 0))
  }

  @Test(
    "A new line goes round a shape in its way, and keeps its look otherwise",
    arguments: [Stroke.Kind.rectangle, .ellipse, .diamond])
  func chooses(kind: Stroke.Kind) throws {
    let desk = row(between: kind)
    for look in [StrokeLook.plain, .dashed, .elbow] {
      #expect(try chosen(look, in: desk) == look.with(.aroundBelow), "\(look)")
      #expect(try chosen(look, in: row(between: nil)) == look)
    }
    #expect(try chosen(.straight, in: desk) == .straight)
    var hidden = desk
    hidden.do(.change(.items([hidden.visible[2]]), .hide))
    #expect(try chosen(.plain, in: hidden) == .plain)
  }

  @Test("A line takes a curve only if all other routes cross more shapes")
  func choosesCurve() throws {
    var desk = row()
    // Walls to the right of both boxes and below them.
    desk.shape(-9_000, 3_500, 50_000, 4_000)
    desk.shape(25_000, -500, 9_000, 3_000)
    #expect(try chosen(.plain, in: desk).route == .curve)
    #expect(try chosen(.elbow, in: desk).route != .curve)
  }

  @Test("A line that would pass through the shape at its end goes round it")
  func avoidsOwnShape() throws {
    var desk = Desk()
    desk.shape(0, 0, 4_000, 2_000)
    desk.shape(0, 9_000, 4_000, 2_000)
    // From the right side of the upper box to the lower box.
    let (start, end) = (end(0, 0, u: BoxPoint.one), end(0, 9_000))
    let look = try desk.picture.attachments.routedLook(of: line(.plain), from: start, to: end)
    #expect(look.route == .aroundRight)
    let path = try path(look, from: start, to: end)
    #expect(!path.dropFirst().contains { start.rect.contains($0) }, "\(path)")
  }

  @Test("A shape round an end of a line is not in its way, and neither are texts in shapes")
  func ignoresFrames() throws {
    var desk = row(between: nil)
    desk.shape(-2_000, -2_000, 8_000, 6_000)
    desk.text("words", in: desk.visible[0])
    #expect(try chosen(.plain, in: desk) == .plain)
    // A text of its own is in the way.
    let text = desk.text("words")
    desk.do(.change(.items([text]), .move(BoardOffset(dx: 11_000, dy: 900))))
    #expect(try chosen(.plain, in: desk).route == .aroundBelow)
  }

  // MARK: Loops

  private static let sides: [(u: Int32, v: Int32)] = [
    (2_048, 0), (4_096, 2_048), (2_048, 4_096), (0, 2_048), (2_048, 2_048), (4_096, 4_096),
  ]

  @Test(
    "An arrow from a shape to itself is a loop outside of it",
    arguments: [AnchorOutline.Form.box, .ellipse, .diamond])
  func loops(form: AnchorOutline.Form) throws {
    for from in Self.sides {
      for to in Self.sides {
        let (start, end) = (
          end(0, 0, form: form, u: from.u, v: from.v), end(0, 0, form: form, u: to.u, v: to.v)
        )
        for look in [StrokeLook.plain, .elbow, .plain.with(.curve)] {
          let path = try path(look, from: start, to: end)
          #expect((4...6).contains(path.count), "\(from) \(to)")
          #expect(path.dropFirst().dropLast().allSatisfy { !start.rect.contains($0) })
          #expect(start.rect.contains(path[0]) && start.rect.contains(path[path.count - 1]))
          #expect(path.first != path.last)
          for (a, b) in zip(path, path.dropFirst()) {
            #expect((a.x == b.x) != (a.y == b.y), "\(from) \(to): \(path)")
          }
        }
        #expect(try path(.straight, from: start, to: end).count <= 2)
        // A line divides its shape.
        #expect(try path(.plain, from: start, to: end, kind: .line).count <= 2)
      }
    }
  }

  @Test("A text on a loop stands outside of it, and leaves no gap in it")
  func loopLabels() {
    for (from, to) in zip(Self.sides, Self.sides.dropFirst()) {
      var desk = Desk()
      let box = desk.shape(0, 0, 4_000, 2_000)
      let line = desk.line(.arrow)
      for (point, side) in [(PointAttachment.Point.start, from), (.end, to)] {
        let position = BoxPoint(u: side.u, v: side.v) ?? .middle
        desk.do(.attach(line, PointAttachment(point, to: .thing(box, position))))
      }
      let text = desk.text("many words")
      desk.do(.attach(text, PointAttachment(.onLine, to: .thing(line, .middle))))
      guard let words = desk.label(text)?.bounds,
        let stroke = desk.picture.thing(line)?.item.asStroke,
        let around = BoardRect(around: stroke.path)
      else {
        Issue.record("no text")
        continue
      }
      #expect(!words.intersects(around), "\(from) \(to): \(words), \(stroke.path)")
      #expect(!words.intersects(BoardRect(minX: 0, minY: 0, maxX: 4_000, maxY: 2_000)))
    }
  }

  @Test("A loop stays when its shape is hidden, and follows it when it comes back elsewhere")
  func hiddenLoop() {
    var desk = Desk()
    let box = desk.shape(0, 0, 4_000, 2_000)
    let line = desk.line(.arrow, from: box, to: box)
    let before = desk.picture.thing(line)?.item.asStroke?.path
    #expect(before?.count == 4)
    desk.do(.change(.items([box]), .hide))
    #expect(desk.picture.thing(line)?.item.asStroke?.path == before)
    desk.do(.change(.items([box]), .move(BoardOffset(dx: 70, dy: 7))))
    desk.undo()
    desk.undo()
    #expect(desk.picture.thing(line)?.item.asStroke?.path == before)
  }

  // MARK: Hostile input

  @Test("L5 · any line between any ends has a short path on the board, and so have its texts")
  func anyEnds() throws {
    let far = BoardPoint.limit
    let attachments = row().picture.attachments
    for seed in 0..<Seeds.count(1_000) {
      var chance = SplitMix64(seed: seed)
      func value() -> Int32 {
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: Bool.random(using: &chance) ? far : -far
        case 1: .random(in: -far...far, using: &chance)
        default: .random(in: -3...3_000, using: &chance)
        }
      }
      func any() -> LineEnd {
        guard Int.random(in: 0..<5, using: &chance) > 0 else {
          return LineEnd(anchor: point(value(), value()))
        }
        let (x, y) = (value(), value())
        let isTiny = Bool.random(using: &chance)
        let rect = BoardRect(
          point(x, y), isTiny ? point(min(x, far - 2) + 1, y) : point(value(), value()))
        let parts = 0...BoxPoint.one
        let position = BoxPoint(
          u: .random(in: parts, using: &chance), v: .random(in: parts, using: &chance))
        let form: AnchorOutline.Form = [.box, .ellipse, .diamond][Int(seed % 3)]
        return LineEnd(
          anchor: (position ?? .middle).point(in: rect),
          outline: AnchorOutline(rect: rect, form: form))
      }
      let start = any()
      let end = Bool.random(using: &chance) ? any() : start
      let kind: Stroke.Kind = Bool.random(using: &chance) ? .arrow : .line
      let look = StrokeLook(rawValue: .random(in: 0...255, using: &chance))
      let path = try path(look, from: start, to: end, kind: kind)
      #expect((1...16).contains(path.count), "seed \(seed)")
      #expect(
        path.allSatisfy { max($0.x.magnitude, $0.y.magnitude) <= UInt32(far) }, "seed \(seed)")
      let label = TextBlock.Member(.words("ab cd"), at: .middle, isVisible: true)
      let labels = TextBlock(on: path).labels([label])
      #expect(
        labels.allSatisfy { ($0?.origin.x.magnitude ?? 0) <= UInt32(far) }, "seed \(seed)")
      let new = try attachments.routedLook(of: line(look, kind: kind), from: start, to: end)
      #expect(new.with(.automatic).subtracting(.straight).isSubset(of: look), "seed \(seed)")
    }
  }
}
