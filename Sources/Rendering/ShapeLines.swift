import Drawing

/// A place on the board between whole units.
struct SpotOnBoard: Hashable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: BoardPoint, _ offset: BoardOffset) {
    let moved = point.moved(by: offset)
    self.init(x: Double(moved.x), y: Double(moved.y))
  }
}

/// The lines that a shape consists of; of rectangles and ellipses, one closed outline.
struct ShapeLines {
  private(set) var lines: [[SpotOnBoard]] = []

  init(_ stroke: Stroke, offset: BoardOffset) {
    var last = stroke.points.origin
    for point in stroke.points { last = point }
    let (a, b) = (SpotOnBoard(stroke.points.origin, offset), SpotOnBoard(last, offset))
    switch stroke.kind {
    case .rectangle:
      lines = [[a, SpotOnBoard(x: b.x, y: a.y), b, SpotOnBoard(x: a.x, y: b.y), a]]
    case .ellipse: lines = [Self.ellipse(a, b)]
    case .arrow: lines = [[a, b]] + Self.head(from: a, to: b)
    case .line, .pen, .marker, .region: lines = [[a, b]]
    }
  }

  /// A quarter of a circle in steps that no eye sees, from the rational form of the circle: no
  /// sines, the same on every machine.
  private static let quarter: [SpotOnBoard] = (0..<24).map { step in
    let t = Double(step) / 24
    return SpotOnBoard(x: (1 - t * t) / (1 + t * t), y: 2 * t / (1 + t * t))
  }

  private static func ellipse(_ a: SpotOnBoard, _ b: SpotOnBoard) -> [SpotOnBoard] {
    let middle = SpotOnBoard(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    let (width, height) = (abs(b.x - a.x) / 2, abs(b.y - a.y) / 2)
    var round: [SpotOnBoard] = []
    round += quarter
    round += quarter.map { SpotOnBoard(x: -$0.y, y: $0.x) }
    round += quarter.map { SpotOnBoard(x: -$0.x, y: -$0.y) }
    round += quarter.map { SpotOnBoard(x: $0.y, y: -$0.x) }
    round.append(quarter[0])
    return round.map { SpotOnBoard(x: middle.x + width * $0.x, y: middle.y + height * $0.y) }
  }

  /// Two barbs at about 27° of the shaft: a third of it long, but at most `arrowHeadLength`.
  private static func head(from a: SpotOnBoard, to b: SpotOnBoard) -> [[SpotOnBoard]] {
    let (dx, dy) = (a.x - b.x, a.y - b.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return [] }
    let reach = min(length / 3, Double(Stroke.arrowHeadLength)) / length
    let (along, across) = (reach * 0.89, reach * 0.45)
    return [1.0, -1.0].map { side in
      [
        b,
        SpotOnBoard(
          x: b.x + dx * along - side * dy * across, y: b.y + dy * along + side * dx * across),
      ]
    }
  }
}
