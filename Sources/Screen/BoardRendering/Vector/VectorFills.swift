import CellFrame

/// The opaque filled shapes of a drawing, bottom to top.
struct VectorFills {
  private var fills: [Fill] = []

  private struct Fill {
    let form: VectorShape.Form
    let color: UInt32
    let box: VectorRect
  }

  /// Adds a filled shape above the others.
  mutating func add(_ shape: VectorShape) {
    guard let box = Self.box(of: shape.form) else { return }
    fills.append(Fill(form: shape.form, color: shape.color, box: box))
  }

  /// Returns the colour of the uppermost shape that contains all corners of a box; nil if no shape
  /// does.
  func color(under box: VectorRect) -> UInt32? {
    let (left, top) = (box.corner.x, box.corner.y)
    let (right, bottom) = (left + box.width, top + box.height)
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map {
      VectorPoint(x: $0.0, y: $0.1)
    }
    return fills.last { fill in corners.allSatisfy { Self.contains($0, fill) } }?.color
  }

  private static func box(of form: VectorShape.Form) -> VectorRect? {
    switch form {
    case .rectangle(let box), .ellipse(let box): return box
    case .path(let path): return self.box(around: path.steps.compactMap(\.end))
    case .curve(let places): return self.box(around: places)
    }
  }

  private static func box(around points: [VectorPoint]) -> VectorRect? {
    guard let first = points.first else { return nil }
    let (low, high) = points.reduce((first, first)) { bounds, point in
      (
        VectorPoint(x: min(bounds.0.x, point.x), y: min(bounds.0.y, point.y)),
        VectorPoint(x: max(bounds.1.x, point.x), y: max(bounds.1.y, point.y))
      )
    }
    return VectorRect(low, high)
  }

  private static func contains(_ point: VectorPoint, _ fill: Fill) -> Bool {
    let box = fill.box
    let (x, y) = (point.x - box.corner.x, point.y - box.corner.y)
    guard x >= 0, y >= 0, x <= box.width, y <= box.height else { return false }
    switch fill.form {
    case .rectangle: return true
    case .ellipse:
      let (a, b) = (2 * x / box.width - 1, 2 * y / box.height - 1)
      return a * a + b * b <= 1
    case .path(let path): return contains(point, path.steps.compactMap(\.end))
    case .curve(let places): return contains(point, places)
    }
  }

  /// Counts the sides to the right of a place. Curves count as straight lines.
  private static func contains(_ point: VectorPoint, _ points: [VectorPoint]) -> Bool {
    guard var last = points.last else { return false }
    var isInside = false
    for next in points {
      if (last.y > point.y) != (next.y > point.y),
        point.x < last.x + (next.x - last.x) * (point.y - last.y) / (next.y - last.y)
      {
        isInside.toggle()
      }
      last = next
    }
    return isInside
  }
}

extension VectorPath.Step {
  /// The place where the step ends; nil for `close`.
  fileprivate var end: VectorPoint? {
    switch self {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
  }
}
