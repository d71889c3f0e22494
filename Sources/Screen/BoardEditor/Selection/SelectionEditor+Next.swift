import BoardDocument
import BoardModel
import BoardView
import EaselBase
import ScreenContract

// The next shape: the same shape beside the selected one, with an arrow to it.
extension SelectionEditor {
  /// Makes the next shape in a direction, and selects it, so that Enter writes in it. If another drawing
  /// lies there, the new shape lies beside that drawing. Without a direction, asks for it.
  mutating func makeNext(
    _ direction: Direction?, with recorder: inout BoardRecorder, on surface: Surface
  ) {
    guard let shape = shapeBeforeNext.flatMap({ recorder.picture.thing($0) }),
      shape.item.holdsTexts, recorder.picture.isVisible(shape.id)
    else {
      return requests.notify("Select one box, oval or diamond: the next one is made beside it.")
    }
    guard let direction else {
      return requests.notify(
        "Press an arrow key (\(surface.chrome.arrows)): the next shape is made there.")
    }
    guard recorder.accepts(.draw), let first = recorder.board.nextID(),
      let offset = NextPlace(of: shape.pointBox, direction, in: surface.view.cell)
        .offset(in: recorder.picture, besides: shape)
    else { return }
    let parts = ItemGroup(of: shape, in: recorder.picture).ids
      .compactMap { recorder.picture.thing($0) }.filter { !$0.item.isText }
    let items = parts.map { $0.item.copied(movedBy: $0.offset + offset, color: $0.color) }
    guard let index = parts.firstIndex(where: { $0.id == shape.id }),
      let arrow = arrow(from: shape, movedBy: offset, in: recorder.picture)
    else { return }
    let ids = first.following(items.count + 1)
    let ends: [Operation.Action] = [
      .attach(ids[items.count], PointAttachment(.start, to: .thing(shape.id, .middle))),
      .attach(ids[items.count], PointAttachment(.end, to: .thing(ids[index], .middle))),
    ]
    let made = (items + [.stroke(arrow)]).map { Operation.Action.make($0) }
    guard recorder.make(made + ends) else { return }
    requests.append(.notice(.dismiss))
    select(Array(ids.dropLast()), in: recorder.picture)
  }

  /// Returns an arrow in the colour of a shape, from its middle to the middle of its copy.
  private func arrow(
    from shape: BoardItem, movedBy offset: BoardOffset, in picture: Picture
  ) -> Stroke? {
    let middle = shape.pointBox.middle
    let ends = [BoardOffset.zero, offset].map {
      LineEnd(
        anchor: middle.moved(by: $0),
        outline: AnchorOutline(of: shape.item, movedBy: shape.offset + $0))
    }
    guard let points = PackedPoints(ends.map(\.anchor), stepExponent: 0) else { return nil }
    let ink = Ink(color: shape.inkColor.with(alpha: 255), width: 1)
    let straight = Stroke(kind: .arrow, ink: ink, points: points)
    let look = picture.attachments.routedLook(of: straight, from: ends[0], to: ends[1])
    return Stroke(kind: .arrow, ink: ink, points: points, look: look)
  }
}

/// The places at which the next shape can lie.
struct NextPlace {
  /// The box of the shape.
  private let box: BoardRect
  private let direction: Direction
  /// The distances to the next place, in units and whole cells: in the direction, and across it.
  private let along: (x: Double, y: Double)
  private let across: (x: Double, y: Double)

  /// The gap between both shapes, in cells of the board; across the direction it is half as large.
  private static let gap = (columns: 8.0, rows: 4.0)
  /// The most places that are tried.
  private static let placesMax = 32

  init(of box: BoardRect, _ direction: Direction, in cell: BoardCell) {
    (self.box, self.direction) = (box, direction)
    func distance(_ low: Int32, _ high: Int32, _ gap: Double, _ cell: Int32) -> Double {
      ((Double(high) - Double(low)) / Double(cell) + gap).rounded(.up) * Double(cell)
    }
    func distances(_ part: Double) -> (x: Double, y: Double) {
      (
        distance(box.minX, box.maxX, Self.gap.columns * part, cell.width),
        distance(box.minY, box.maxY, Self.gap.rows * part, cell.height)
      )
    }
    (along, across) = (distances(1), distances(0.5))
  }

  /// Returns the offset of the first free place: straight ahead, or beside it on either side, near ones
  /// first. If none is free, returns the place straight ahead.
  func offset(in picture: Picture, besides shape: BoardItem) -> BoardOffset? {
    let places = (0..<Self.placesMax).map { number in
      offset(number.isMultiple(of: 2) ? -number / 2 : (number + 1) / 2)
    }
    return places.first { isFree(box.moved(by: $0), in: picture) } ?? places.first
  }

  private func offset(_ steps: Int) -> BoardOffset {
    let (right, down, aside) = (
      Double(direction.right), Double(direction.down), Double(steps)
    )
    let point = BoardPoint(
      clamping: right * along.x + down.magnitude * aside * across.x,
      down * along.y + right.magnitude * aside * across.y)
    return BoardOffset(dx: point.x, dy: point.y)
  }

  /// Whether nothing lies in a box, apart from shapes round it.
  private func isFree(_ place: BoardRect, in picture: Picture) -> Bool {
    picture.things(in: place).allSatisfy { thing in
      thing.item.hasEnds || thing.pointBox != place && thing.pointBox.union(place) == thing.pointBox
    }
  }
}
