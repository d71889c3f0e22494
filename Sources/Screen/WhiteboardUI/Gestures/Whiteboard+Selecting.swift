import BoardDocument
import BoardModel
import CellFrame
import EaselBase

// Selects by click or lasso, and moves the selection with the pointer or the arrow keys.
extension Whiteboard {
  mutating func startSelecting(_ touch: Touch) {
    let adds = touch.modifiers.contains(.shift) || touch.constrains
    let hit = board.picture.topmost(at: touch.point, within: reach)
    if let hit, !adds {
      if !selection.contains(hit.id) { select([hit.id]) }
      gesture = .moving(Moving(from: touch.point, offset: .zero, began: now.uptime))
    } else if let hit {
      selection.toggle([hit.id], in: board.picture)
    } else {
      if !adds { selection = Selection() }
      gesture = .lassoing(
        Lassoing(points: [touch.point], adds: adds, start: touch.pointer.cell))
    }
  }

  mutating func lasso(_ lassoing: inout Lassoing, to point: BoardPoint) {
    guard let last = lassoing.points.last, last != point else { return }
    lassoing.points.append(point)
    surface.paintWet {
      $0.paintSegment(from: last, to: point, ink: Self.lassoInk)
    }
  }

  mutating func preview(_ lassoing: Lassoing) {
    surface.showWet { canvas in
      for (last, point) in zip(lassoing.points, lassoing.points.dropFirst()) {
        canvas.paintSegment(from: last, to: point, ink: Self.lassoInk)
      }
    }
  }

  private static let lassoInk = Ink(color: PaletteColor.graphite.color, width: 1)

  mutating func finish(_ lassoing: Lassoing) {
    let found = board.picture.inside(lassoing.points).map(\.id)
    if lassoing.adds {
      if !found.isEmpty { selection.toggle(found, in: board.picture) }
    } else {
      select(found)
    }
    if !found.isEmpty { sayWhatIsSelected() }
  }

  mutating func select(_ ids: [EntryID]) { selection = Selection(ids, in: board.picture) }

  mutating func sayWhatIsSelected() {
    let arrows = Chrome(raster).arrows
    say(
      "\(selection.count) selected: drag or \(arrows) move, c recolours, y x v copy cut paste, Del")
  }

  // MARK: Moving

  mutating func move(_ moving: inout Moving, to point: BoardPoint) {
    moving.offset = BoardOffset(
      dx: point.x &- moving.from.x, dy: point.y &- moving.from.y)
    preview(moving)
  }

  mutating func preview(_ moving: Moving) {
    var moved = board.picture
    let damage = moved.imagine(
      .change(.items(selection.ids), .move(moving.offset)), by: board.replica)
    surface.dropWet()
    surface.paintWet(moved, after: damage)
  }

  mutating func finish(_ moving: Moving) {
    guard moving.offset != .zero else { return }
    change(selection.ids, .move(moving.offset), lasted: now.uptime &- moving.began)
  }

  /// Moves the selection by an arrow key; presses that follow each other make a single move.
  mutating func nudge(columns: Int, rows: Int, by modifiers: Modifiers) {
    var moving: Moving
    if case .moving(let going) = gesture, going.settles != nil {
      moving = going
    } else {
      finishGesture()
      moving = Moving(from: BoardPoint(x: 0, y: 0), offset: .zero, began: now.uptime)
    }
    let steps = Double(modifiers.contains(.shift) ? 5 : 1)
    let step = BoardPoint(
      clamping: Double(columns) * steps * view.viewport.columnWidth,
      Double(rows) * steps * view.viewport.rowHeight)
    moving.offset = moving.offset + BoardOffset(dx: step.x, dy: step.y)
    moving.settles = wait(for: Moving.settlingMilliseconds)
    gesture = .moving(moving)
    preview(moving)
  }

  /// The box in which the selection is shown now.
  var selectionBox: BoardRect? {
    guard let box = selection.box else { return nil }
    if case .moving(let moving) = gesture { return box.moved(by: moving.offset) }
    return box
  }
}
