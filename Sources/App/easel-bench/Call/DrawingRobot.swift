import BoardContract
import BoardModel
import BoardSessions
import EaselBase

/// A simulated hand that moves at random over the lower half of the page, one cell at a time. It sends
/// wet ink while it draws, and makes one entry of each finished stroke.
@MainActor final class DrawingRobot {
  let controller: BoardController
  private var chance: Chance
  private var (x, y): (Int, Int)
  private var points: [BoardPoint] = []
  private var began: Int64 = 0
  private(set) var pointsDrawn = 0
  private(set) var strokesDrawn = 0

  static let style = WetStyle(
    kind: .pen, ink: Ink(color: PaletteColor.graphite.color, width: 1), stepExponent: 5)
  static let pointsPerStroke = 60
  /// The points left in the stroke in progress. The first stroke has a random length, so that the
  /// robots do not all lift their pens at once.
  private var pointsLeft = Int.random(in: 2...pointsPerStroke)

  init(_ controller: BoardController, seed: Int) {
    self.controller = controller
    chance = Chance(seed: UInt64(seed + 1))
    (x, y) = (chance.below(160), chance.below(20))
  }

  /// Draws to the next cell, or begins a stroke there.
  func move() {
    guard let session = controller.session else { return }
    x = min(max(x + chance.below(3) - 1, 0), 159)
    y = min(max(y + chance.below(3) - 1, 0), 19)
    let point = PackedPoints.rounded(
      BoardPoint(x: Int32(x * 409 + 204), y: Int32(20_480 + y * 768 + 384)),
      stepExponent: Self.style.stepExponent)
    pointsDrawn += 1
    pointsLeft -= 1
    points.append(point)
    controller.update { [points] board, now in
      guard points.count == 1, let entry = board.nextID() else {
        return [.session(.penMoved([point]), in: session)]
      }
      return [.session(.penBegan(entry, Self.style, point), in: session)]
    }
    if points.count == 1 { began = Clock.now() }
    if pointsLeft <= 0 { finish() }
  }

  /// Lifts the pen.
  func finish() {
    guard let session = controller.session, let stroke = Self.style.stroke(through: points) else {
      return
    }
    let lasted = (Clock.now() - began) / 1_000_000
    controller.update { board, now in
      [.session(.penFinished, in: session)]
        + board.record([.make(.stroke(stroke))], at: now.wall, lasted: lasted).entries
        .map(BoardEffect.keep)
    }
    strokesDrawn += 1
    (points, pointsLeft) = ([], Self.pointsPerStroke)
  }
}
