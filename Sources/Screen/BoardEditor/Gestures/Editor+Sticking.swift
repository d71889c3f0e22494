import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// Where the ends of lines stick, and to what moved things snap.
extension Editor {
  /// Whether a dragged selection snaps to other things. The keyboard's pen moves it exactly.
  var hasGuides: Bool { tools.hasGuides && keyPen == nil }

  /// The lines that show to what the dragged selection snaps.
  package var guideLines: [GuideLine] {
    if case .selecting(.moving(let moving, _)) = gesture { moving.guideLines } else { [] }
  }

  /// How near the end of a line must be to a thing to stick to it; nil if lines do not stick.
  func stickingReach(on surface: Surface) -> StickingReach? {
    tools.isSticking
      ? StickingReach(viewport: surface.view.viewport, middle: surface.reach) : nil
  }

  /// Whether the screen shows where a line from the pointer would stick.
  package var showsSticking: Bool {
    tools.isSticking && (tools.tool == .line || tools.tool == .arrow)
  }

  /// The places at which the ends of the line in progress stick. Before the press it is the place at which
  /// a line from the pointer would stick.
  package func anchors(
    from pointer: Pointer?, in picture: Picture, on surface: Surface
  ) -> [BoardPoint] {
    if case .shaping(let shaping) = gesture { return shaping.anchors }
    guard isIdle, showsSticking, let pointer, let reach = stickingReach(on: surface) else {
      return []
    }
    let point = surface.view.viewport.boardPoint(pointer)
    let line = PackedPoints([point], stepExponent: 0).map {
      Stroke(kind: .line, ink: tools.ink, points: $0)
    }
    return line.flatMap { StuckEnd(of: .stroke($0), at: point, within: reach, in: picture) }
      .map { [$0.anchor] } ?? []
  }
}
