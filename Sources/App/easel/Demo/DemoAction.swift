import EaselBase

/// Something that a robot of the demo does.
enum DemoAction: Hashable {
  /// Draws freehand lines.
  case draw([[DemoPlace]])
  /// Draws a shape from one corner to the other.
  case shape(DemoShape, DemoPlace, DemoPlace)
  /// Writes a text on the board, with its middle at a place.
  case write(String, at: DemoPlace)
  /// Says something to the others.
  case say(String)
  /// Moves the mouse without drawing.
  case move([DemoPlace])
  /// Points with the laser.
  case point([DemoPlace])
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
    case .draw, .shape, .write, .move, .width, .clear, .restore, .rest: true
    }
  }
}

enum DemoShape: Hashable { case box, oval, arrow }

/// A place on the page. Both coordinates are fractions of the page, from 0 to 1.
struct DemoPlace: Hashable {
  var x: Double
  var y: Double
  /// The part of the picture that the place belongs to. On a high pane the sky moves up, and the
  /// ground moves down.
  var layer = Layer.middle

  enum Layer: Double, Hashable { case sky = -1, middle = 0, ground = 1 }

  init(_ x: Double, _ y: Double, _ layer: Layer = .middle) {
    (self.x, self.y, self.layer) = (x, y, layer)
  }
}
