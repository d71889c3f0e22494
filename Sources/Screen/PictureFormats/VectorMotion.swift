import CellFrame

/// A move and a change of size: each place is multiplied by the scale, and then moved.
package struct VectorMotion: Hashable, Sendable {
  package let scaleX: Double
  package let scaleY: Double
  package let dx: Double
  package let dy: Double

  /// No motion.
  package static let none = VectorMotion(scaleX: 1, scaleY: 1, dx: 0, dy: 0)
  /// Places that are nearer than this, in a drawing's units, count as equal.
  private static let tolerance = 0.25

  package init(scaleX: Double, scaleY: Double, dx: Double, dy: Double) {
    (self.scaleX, self.scaleY, self.dx, self.dy) = (scaleX, scaleY, dx, dy)
  }

  /// Whether the size changes. Lines then get another width, so a scaled mark is not exact.
  package var scales: Bool { scaleX != 1 || scaleY != 1 }

  /// Finds the motion from some parts of a drawing to others; nil if the others differ in more than
  /// their place and their size.
  package init?(from old: [VectorDrawing.Mark], to new: [VectorDrawing.Mark]) {
    guard old.count == new.count, zip(old, new).allSatisfy({ $0.hasLook(of: $1) }) else {
      return nil
    }
    let (before, after) = (old.flatMap(\.places), new.flatMap(\.places))
    guard before.count == after.count, let first = VectorRect(around: before),
      let last = VectorRect(around: after)
    else { return nil }
    let hasText = old.contains { if case .text = $0 { true } else { false } }
    let x = Self.fit(first.corner.x, first.width, last.corner.x, last.width, scales: !hasText)
    let y = Self.fit(first.corner.y, first.height, last.corner.y, last.height, scales: !hasText)
    self.init(scaleX: x.scale, scaleY: y.scale, dx: x.offset, dy: y.offset)
    let moved = before.map(apply)
    guard
      zip(moved, after).allSatisfy({
        abs($0.x - $1.x) < Self.tolerance && abs($0.y - $1.y) < Self.tolerance
      })
    else { return nil }
  }

  private static func fit(
    _ start: Double, _ length: Double, _ newStart: Double, _ newLength: Double, scales: Bool
  ) -> (scale: Double, offset: Double) {
    guard scales, length > tolerance, abs(newLength - length) > tolerance else {
      return (1, newStart - start)
    }
    let scale = newLength / length
    return (scale, newStart - start * scale)
  }

  private func apply(_ point: VectorPoint) -> VectorPoint {
    VectorPoint(x: point.x * scaleX + dx, y: point.y * scaleY + dy)
  }
}

extension VectorDrawing.Mark {
  /// Whether another mark differs at most in its places.
  fileprivate func hasLook(of other: VectorDrawing.Mark) -> Bool {
    switch (self, other) {
    case (.shape(let a), .shape(let b)):
      return a.color == b.color && a.alpha == b.alpha && a.lineWidth == b.lineWidth
        && a.isFilled == b.isFilled && a.form.hasKind(of: b.form)
    case (.text(var a), .text(let b)):
      a.corner = b.corner
      return a == b
    case (.image(let a), .image(let b)): return a.pixels == b.pixels
    case (.shape, _), (.text, _), (.image, _): return false
    }
  }

  /// The places that determine where the mark is and how large.
  fileprivate var places: [VectorPoint] {
    switch self {
    case .text(let text): return [text.corner]
    case .image(let image): return image.box.corners
    case .shape(let shape):
      switch shape.form {
      case .rectangle(let box), .ellipse(let box):
        return box.corners
      case .curve(let places): return places
      case .path(let path):
        return path.steps.flatMap { step -> [VectorPoint] in
          switch step {
          case .move(let point), .line(let point): [point]
          case .curve(let first, let second, let end): [first, second, end]
          case .close: []
          }
        }
      }
    }
  }
}

extension VectorShape.Form {
  /// Whether another form has the same steps, at any places.
  fileprivate func hasKind(of other: VectorShape.Form) -> Bool {
    switch (self, other) {
    case (.rectangle, .rectangle), (.ellipse, .ellipse): true
    case (.curve(let a), .curve(let b)): a.count == b.count
    case (.path(let a), .path(let b)):
      a.steps.count == b.steps.count && zip(a.steps, b.steps).allSatisfy { $0.hasKind(of: $1) }
    default: false
    }
  }
}

extension VectorPath.Step {
  fileprivate func hasKind(of other: VectorPath.Step) -> Bool {
    switch (self, other) {
    case (.move, .move), (.line, .line), (.curve, .curve), (.close, .close): true
    default: false
    }
  }
}

extension VectorRect {
  fileprivate init?(around points: [VectorPoint]) {
    guard let first = points.first else { return nil }
    let (low, high) = points.reduce((first, first)) { bounds, point in
      (
        VectorPoint(x: min(bounds.0.x, point.x), y: min(bounds.0.y, point.y)),
        VectorPoint(x: max(bounds.1.x, point.x), y: max(bounds.1.y, point.y))
      )
    }
    self.init(low, high)
  }
}

extension VectorRect {
  /// Two opposite corners.
  fileprivate var corners: [VectorPoint] {
    [corner, VectorPoint(x: corner.x + width, y: corner.y + height)]
  }
}
