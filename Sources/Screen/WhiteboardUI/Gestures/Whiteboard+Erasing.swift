import BoardDocument
import BoardModel
import BoardRendering
import EaselBase

// The eraser removes whole things; a single operation at the end hides all things it touched.
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

  /// Makes the preview again on the present picture.
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

  /// The distance from the pointer within which a thing counts as touched, in units: most terminals
  /// report the middles of cells, which are a little more than a column away from the corners.
  var reach: Int32 {
    Int32(min(max(view.viewport.columnWidth * 1.1, 1), Double(BoardPoint.limit / 4)))
  }
}

extension Picture {
  /// Applies an action to a copy of the picture as a preview; it never enters a log.
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
  /// Paints anew the part that an operation changed, if it only hid or moved things.
  mutating func repaint(_ picture: Picture, after damage: Damage) {
    switch damage {
    case .none: break
    case .area(let area): repaint(picture, in: area)
    case .added, .all: repaint(picture)
    }
  }
}
