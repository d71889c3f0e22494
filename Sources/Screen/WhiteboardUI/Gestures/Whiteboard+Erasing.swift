import BoardDocument
import BoardModel
import BoardRendering
import EaselBase

// The eraser takes whole things; one operation at the end hides all that it touched.
extension Whiteboard {
  mutating func startErasing(_ touch: Touch) {
    var erasing = Erasing(last: touch.point, rest: board.picture, began: now.uptime)
    erase(&erasing, to: touch.point)
    gesture = .erasing(erasing)
  }

  mutating func erase(_ erasing: inout Erasing, to point: BoardPoint) {
    let touched = erasing.rest.touched(from: erasing.last, to: point, radius: reach).map(\.id)
    erasing.last = point
    guard !touched.isEmpty else { return }
    erasing.erased += touched
    let damage = erasing.rest.imagine(.change(.items(touched), .hide), by: board.replica)
    surface.paintWet(erasing.rest, after: damage)
  }

  /// The same on the picture as it is now.
  mutating func previewed(_ erasing: Erasing) -> Erasing {
    var erasing = erasing
    erasing.rest = board.picture
    surface.dropWet()
    guard !erasing.erased.isEmpty else { return erasing }
    let damage = erasing.rest.imagine(
      .change(.items(erasing.erased), .hide), by: board.replica)
    surface.paintWet(erasing.rest, after: damage)
    return erasing
  }

  mutating func finish(_ erasing: Erasing) {
    change(erasing.erased, .hide, lasted: now.uptime &- erasing.began)
  }

  /// How far from the point of the hand something still counts as touched, in units: most
  /// terminals point with the middles of cells, which are a column and a bit from their corners.
  var reach: Int32 {
    Int32(min(max(view.viewport.columnWidth * 1.1, 1), Double(BoardPoint.limit / 4)))
  }
}

extension Picture {
  /// Does to a copy of the picture what no log will hear of: a preview.
  mutating func imagine(_ action: Operation.Action, by replica: ReplicaID) -> Damage {
    guard let sequence = vector[replica].next, let lamport = Lamport.max.previous else {
      return .none
    }
    let stamp = Stamp(
      id: EntryID(replica, sequence), author: AuthorID(replica.raw), lamport: lamport, at: 0,
      lasted: 0)
    return apply(Operation(action), stamp)
  }
}

extension Lamport {
  fileprivate var previous: Lamport? { raw > 0 ? Lamport(raw - 1) : nil }
}

extension Canvas {
  /// Paints anew what an operation changed, where it only hid or moved things.
  mutating func repaint(_ picture: Picture, after damage: Damage) {
    switch damage {
    case .none: break
    case .area(let area): repaint(picture, in: area)
    case .added, .all: repaint(picture)
    }
  }
}
