import BoardModel
import EaselBase
import GroupTesting

/// A user who draws boxes and ovals with words and arrows, moves them and attaches them anew.
struct DiagramUser {
  let player: Player
  let context: PlayerContext

  func act() {
    switch context.world.chance.below(100) {
    case ..<20: make(shapes[context.world.chance.below(shapes.count)])
    case ..<45: drawLine()
    case ..<49 where hasLabels: writeOnLine()
    case ..<52 where hasLabels: group()
    case ..<55 where hasLabels: drawLoop()
    case ..<60: write()
    case ..<80: move()
    case ..<93: attach()
    case ..<99: erase()
    default: drawManyLines()
    }
  }

  private var hasLabels: Bool { context.world.plan.hasLabels }
  private var shapes: [Stroke.Kind] {
    hasLabels ? [.rectangle, .ellipse, .diamond] : [.rectangle, .ellipse]
  }

  private var targets: [BoardItem] {
    player.picture.things.filter { $0.item.holdsTexts || $0.item.isText }
  }

  private func any(_ things: [BoardItem]) -> EntryID? {
    things.isEmpty ? nil : things[context.world.chance.below(things.count)].id
  }

  private func stroke(
    _ kind: Stroke.Kind, look: StrokeLook = .plain
  ) -> BoardModel.Operation.Action {
    func point(_ spread: Int) -> BoardPoint {
      let x = context.world.chance.below(spread)
      return BoardPoint(x: Int32(x), y: Int32(context.world.chance.below(spread / 2)))
    }
    let start = point(60_000)
    let points = [start, start.moved(by: .to(point(12_000)))]
    let packed = PackedPoints(points, stepExponent: 0)
    let ink = Ink(color: InkColor(rgb: UInt32(context.person.index)), width: 1)
    let stroke = packed.map { Stroke(kind: kind, ink: ink, points: $0, look: look) }
    return .make(stroke.map(Item.stroke) ?? .label(.simulated("", in: context)))
  }

  private func make(_ kind: Stroke.Kind) { player.record(stroke(kind), in: context) }

  /// The id of the next operation of this user.
  private var next: EntryID? {
    player.log.vector[player.replica].next.map { EntryID(player.replica, $0) }
  }

  /// Draws a line, and attaches its ends in the same gesture.
  private func drawLine() {
    guard let line = next else { return }
    let ends = [PointAttachment.Point.start, .end].compactMap { point in
      any(targets).map { PointAttachment(point, to: .thing($0, boxPoint())) }
    }
    let attaches = ends.map { BoardModel.Operation.Action.attach(line, $0) }
    record([stroke(context.world.chance.percent(50) ? .line : .arrow)] + attaches)
  }

  /// Draws an arrow on any route from a thing to itself.
  private func drawLoop() {
    guard let arrow = next, let thing = any(targets) else { return }
    let route = LineRoute.allCases[context.world.chance.below(LineRoute.allCases.count)]
    let attaches = [PointAttachment.Point.start, .end].map {
      BoardModel.Operation.Action.attach(
        arrow, PointAttachment($0, to: .thing(thing, boxPoint())))
    }
    record([stroke(.arrow, look: StrokeLook.plain.with(route))] + attaches)
  }

  /// Puts some things into a new group, or into none.
  private func group() {
    let things = player.picture.things.filter { _ in context.world.chance.percent(30) }.map(\.id)
    guard !things.isEmpty else { return }
    record([.change(.items(things), .setGroup(context.world.chance.percent(80) ? next : nil))])
  }

  /// Draws more lines to one thing than an author's attaches count.
  private func drawManyLines() {
    guard let first = next, let target = any(targets) else { return }
    let attachment = PointAttachment(.end, to: .thing(target, .middle))
    let actions = (0..<UInt64(Limits.attachesPerTarget) + 8).flatMap { number in
      let line = EntryID(first.replica, SequenceNumber(first.sequence.raw + 2 * number))
      return [stroke(.line), .attach(line, attachment)]
    }
    record(actions)
  }

  /// Writes in a shape, which grows with the words.
  private func write() {
    let shapes = player.picture.things.filter(\.item.holdsTexts)
    guard let text = next, let shape = any(shapes) else { return }
    let words = String(repeating: "so it is ", count: 1 + context.world.chance.below(12))
    let label = Label.simulated(words, in: context)
    let attachment = PointAttachment(.middle, to: .thing(shape, boxPoint()))
    let growth = player.picture.attachments.growth(of: shape, for: label)
    let resize = growth.map { BoardModel.Operation.Action.change(.items([shape]), $0) }
    record(
      [.make(.label(label)), .attach(text, attachment)]
        + (context.person.isOlder ? [] : resize.map { [$0] } ?? []))
  }

  /// Writes on a line.
  private func writeOnLine() {
    let lines = player.picture.things.filter(\.item.hasEnds)
    guard let text = next, let line = any(lines) else { return }
    let attachment = PointAttachment(.onLine, to: .thing(line, .middle))
    record([.make(.label(.simulated("yes", in: context))), .attach(text, attachment)])
  }

  private func move() {
    let lines = hasLabels ? player.picture.things.filter(\.item.hasEnds) : []
    let moved = (targets + lines).filter { _ in context.world.chance.percent(40) }.map(\.id)
    guard !moved.isEmpty else { return }
    func distance() -> Int32 { Int32(context.world.chance.below(8_001)) - 4_000 }
    let offset = BoardOffset(dx: distance(), dy: distance())
    player.record(.change(.items(moved), .move(offset)), in: context)
  }

  /// Attaches any point of a thing: to any other, to itself, to a hidden one, or to nothing.
  private func attach() {
    let things = Array(player.picture.things)
    guard let thing = any(things), let target = any(things) else { return }
    let points = PointAttachment.Point.allCases.filter { hasLabels || $0 != .onLine }
    let point = points[context.world.chance.below(points.count)]
    let anchor: PointAttachment.Anchor
    switch context.world.chance.below(10) {
    case 0: anchor = .nothing
    case 1: anchor = .thing(thing, .middle)
    case 2: anchor = .board(BoardPoint(x: 30_000, y: Int32(context.world.chance.below(30_000))))
    case 3: anchor = .thing(player.picture.latestHide ?? target, .middle)
    default: anchor = .thing(target, boxPoint())
    }
    record([.attach(thing, PointAttachment(point, to: anchor))])
  }

  /// Erases a shape with its words, or only the shape.
  private func erase() {
    guard let shape = any(targets) else { return }
    let all = player.picture.attachments.includingTexts([shape])
    player.record(
      .change(.items(context.world.chance.percent(70) ? all : [shape]), .hide), in: context)
  }

  private func boxPoint() -> BoxPoint {
    guard context.world.chance.percent(50) else { return .middle }
    func part() -> Int32 { Int32(context.world.chance.below(Int(BoxPoint.one) + 1)) }
    return BoxPoint(u: part(), v: part()) ?? .middle
  }

  /// Records the actions that this user's program knows, as one gesture.
  private func record(_ actions: [BoardModel.Operation.Action]) {
    let known = actions.filter {
      !context.person.isOlder || OlderProgram.knows(BoardModel.Operation($0))
    }
    if !known.isEmpty { player.record(known, in: context) }
  }
}

extension BoardOffset {
  fileprivate static func to(_ point: BoardPoint) -> BoardOffset {
    BoardOffset(dx: point.x, dy: point.y)
  }
}
