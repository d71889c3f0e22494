import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import EaselBase
import ScreenContract

/// The eraser removes whole things. When the gesture ends, one operation hides all things that the
/// eraser touched.
package struct Erasing: Sendable {
  private var last: BoardPoint
  private var erased: [EntryID] = []
  /// The picture without the touched things.
  private var rest: Picture
  private let began: Int64

  init(at touch: Touch, in recorder: BoardRecorder, on surface: inout Surface) {
    last = touch.point
    rest = recorder.board.picture
    began = recorder.now.uptime
    extend(to: touch.point, by: recorder.board.replica, on: &surface)
  }

  mutating func extend(
    to point: BoardPoint, by replica: ReplicaID, on surface: inout Surface
  ) {
    let touched = rest.attachments.includingTexts(
      rest.touched(from: last, to: point, radius: surface.reach).map(\.id))
    last = point
    guard !touched.isEmpty else { return }
    erased += touched
    let damage = rest.imagine(.change(.items(touched), .hide), by: replica)
    surface.paintWet(rest, after: damage)
  }

  /// Makes the preview again after the picture has changed.
  package mutating func preview(in recorder: BoardRecorder, on surface: inout Surface) {
    rest = recorder.board.picture
    surface.dropWet()
    guard !erased.isEmpty else { return }
    let damage = rest.imagine(.change(.items(erased), .hide), by: recorder.board.replica)
    surface.paintWet(rest, after: damage)
  }

  func finish(with recorder: inout BoardRecorder) {
    recorder.change(erased, .hide, lasted: recorder.now.uptime &- began)
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
