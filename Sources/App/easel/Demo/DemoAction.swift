import BoardModel
import BoardScript
import EaselBase

/// Something that a robot of the demo does.
enum DemoAction: Hashable {
  /// Makes what these actions of a script make.
  case draw([Operation.Action], DemoLayer)
  /// Says something to the others.
  case say(String)
  /// Moves the mouse without drawing.
  case move([BoardPoint], DemoLayer)
  /// Points with the laser.
  case point([BoardPoint], DemoLayer)
  /// Chooses the width of the pen, from 1 to 8.
  case width(Int)
  case share, join, clear, restore
  /// Waits for this number of milliseconds.
  case rest(Int64)

  /// Whether the robot can do it now. Until then it waits.
  func isPossible(_ sight: DemoRobot.Sight) -> Bool {
    switch self {
    case .share: sight.session != nil || sight.isEligible
    case .join: sight.session != nil || sight.isInvited
    case .say, .point: sight.session != nil
    case .draw, .move, .width, .clear, .restore, .rest: true
    }
  }
}

/// A part of the picture. On a high pane the sky moves up, and the ground moves down.
enum DemoLayer: Double, Hashable { case sky = -1, middle = 0, ground = 1 }

// Actions by lines of a script, which one robot plays.
extension DemoAction {
  static func draw(_ script: String, _ layer: DemoLayer = .middle) throws(ScriptError) -> Self {
    .draw(try actions(of: script), layer)
  }

  static func move(_ script: String, _ layer: DemoLayer = .middle) throws(ScriptError) -> Self {
    .move(try points(of: script), layer)
  }

  static func point(_ script: String, _ layer: DemoLayer = .middle) throws(ScriptError) -> Self {
    .point(try points(of: script), layer)
  }

  private static func actions(of text: String) throws(ScriptError) -> [Operation.Action] {
    let script = try Script(parsing: text)
    let replica = ReplicaID(Bytes16(high: 0, low: 1))
    var player = try ScriptPlayer(script, replicas: [Script.Person(): replica])
    var actions: [Operation.Action] = []
    while let step = try player.next() {
      if case .operation(let operation, _) = step { actions.append(operation.action) }
    }
    return actions
  }

  private static func points(of script: String) throws(ScriptError) -> [BoardPoint] {
    var points: [BoardPoint] = []
    for case .make(.stroke(let stroke)) in try actions(of: script) { points += stroke.points }
    return points
  }
}
