import BoardDocument
import BoardModel
import BoardRendering
import EaselBase

/// The eraser removes whole things. When the gesture ends, one operation hides all things that the
/// eraser touched.
struct Erasing: Sendable {
  private var last: BoardPoint
  private var erased: [EntryID] = []
  /// The picture without the touched things.
  private var rest: Picture
  private let began: Int64

  init(at touch: Touch, in workspace: inout Workspace) {
    last = touch.point
    rest = workspace.board.picture
    began = workspace.now.uptime
    extend(to: touch.point, in: &workspace)
  }

  mutating func extend(to point: BoardPoint, in workspace: inout Workspace) {
    let touched = rest.touched(from: last, to: point, radius: workspace.reach).map(\.id)
    last = point
    guard !touched.isEmpty else { return }
    erased += touched
    let damage = rest.imagine(.change(.items(touched), .hide), by: workspace.board.replica)
    workspace.surface.paintWet(rest, after: damage)
  }

  /// Makes the preview again after the picture has changed.
  mutating func preview(in workspace: inout Workspace) {
    rest = workspace.board.picture
    workspace.surface.dropWet()
    guard !erased.isEmpty else { return }
    let damage = rest.imagine(.change(.items(erased), .hide), by: workspace.board.replica)
    workspace.surface.paintWet(rest, after: damage)
  }

  func finish(in workspace: inout Workspace) {
    workspace.change(erased, .hide, lasted: workspace.now.uptime &- began)
  }
}

extension Workspace {
  /// The distance from the pointer within which a thing counts as touched, in board units. Most
  /// terminals report the middle of a cell. A corner of the cell is a little more than a column
  /// away from its middle, so the distance is 1.1 columns.
  var reach: Int32 {
    Int32(min(max(view.viewport.columnWidth * 1.1, 1), Double(BoardPoint.limit / 4)))
  }
}

extension Picture {
  /// Applies an action to this copy of the picture, as a preview. The action never enters a log.
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
  /// Repaints the part of the canvas that an operation changed by hiding or moving things.
  mutating func repaint(_ picture: Picture, after damage: Damage) {
    switch damage {
    case .none: break
    case .area(let area): repaint(picture, in: area)
    case .added, .all: repaint(picture)
    }
  }
}
