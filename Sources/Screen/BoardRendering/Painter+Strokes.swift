import BoardModel

/// The size of a pen, in dots.
struct Pen {
  /// Half the pen's breadth. A thin pen ignores it and draws lines of single dots.
  private(set) var radius: Double
  let isThin: Bool

  /// A pen of single dots.
  static let thin = Pen(radius: 0.5, isThin: true)

  private init(radius: Double, isThin: Bool) {
    (self.radius, self.isThin) = (radius, isThin)
  }

  init(_ ink: Ink, _ grid: DotGrid) {
    let extra = Double(ink.width - 1) * Double(Ink.unitsPerWidth) * grid.scaleX
    // A thin line of mixed ink has two dots at most, in each view. So it is as heavy as its signs.
    radius = (1 + (grid.isOfThinLines ? min(extra, 1) : extra)) / 2
    isThin = ink.width <= 1
  }

  /// Returns the pen without its very edge. If the middle of a dot lies exactly on the edge, the pen
  /// covers the dot on neither side.
  var withoutEdge: Pen {
    var pen = self
    pen.radius -= 1e-6
    return pen
  }

  /// Returns the breadth of a line in whole dots: `x` for an upright line, `y` for a level one.
  func breadth(on grid: DotGrid) -> (x: Int, y: Int) {
    guard !isThin else { return (1, 1) }
    let ratio = grid.scaleY / grid.scaleX
    return (max(Int((2 * radius).rounded()), 1), max(Int((2 * radius * ratio).rounded()), 1))
  }
}

extension DotGrid {
  /// Returns whether mixed ink draws lines of this ink as signs or as dots: light ones of width 1, and
  /// heavy ones of width 2.
  func isThin(_ ink: Ink) -> Bool { ink.width <= raster.thinWidth }
}

extension Stroke {
  /// Whether the lines are dashed.
  var isDashed: Bool { look.contains(.dashed) }

  /// Returns whether the stroke consists of thin lines, which mixed ink draws as signs or as dots.
  func isThin(on grid: DotGrid) -> Bool {
    grid.isThin(ink) && kind != .region && !(filled && kind.isFillable)
  }
}

extension Painter {
  /// Paints a stroke and its further pieces, moved by `offset`, in the current pigment.
  ///
  /// - Parameter attached: the ends of a line that are attached, which show it.
  func paint(
    _ stroke: Stroke, _ pieces: [Stroke], offset: BoardOffset,
    attached: AttachedEnds = AttachedEnds()
  ) {
    if stroke.isThin(on: grid), pigment.layer == .line, let painter = forThinLines {
      if SignPainter(painter, of: stroke, attached).paint(stroke, offset) { return }
      return painter.paint(stroke, pieces, offset: offset)
    }
    if let (inside, edge) = parts(of: stroke) {
      ofInside.paint(inside, pieces, offset: offset)
      return paint(edge, pieces, offset: offset)
    }
    let pen = Pen(stroke.ink, grid)
    switch stroke.kind {
    case .pen, .marker:
      hand(stroke.points, pieces, offset, pen)
    case .rectangle, .ellipse: paintShape(stroke, offset, pen)
    case .diamond: paintDiamond(stroke, offset, pen)
    case .line:
      for line in lines(of: stroke, offset) { polyline(line, pen, isDashed: stroke.isDashed) }
    case .arrow:
      var lines = lines(of: stroke, offset)
      if grid.raster == .ascii, let shaft = lines.first, shaft.count > 2 {
        // The last part of a line that bends is an arrow of its own, with a character as its head.
        let last = stroke.isCurved ? shaft.count * 2 / 3 : shaft.count - 2
        polyline(Array(shaft[...last]), pen, isDashed: stroke.isDashed)
        lines[0] = [shaft[last], shaft[shaft.count - 1]]
      }
      if let arrow = DotArrow(lines, pen, grid) {
        arrow.paint(with: self, pen, isDashed: stroke.isDashed)
      } else if let shaft = lines.first {
        polyline(shaft, pen, isDashed: stroke.isDashed)
        for line in lines.dropFirst() { polyline(line, pen, isDashed: false) }
      }
    case .region:
      let outline = ([stroke] + pieces).flatMap { stroke in
        stroke.points.map { SpotOnBoard($0, offset) }
      }
      fill { grid in outline.map(grid.dot) }
      // An outline smaller than a dot fills no dot. Without its first dot it would be invisible.
      if let first = outline.first.map(grid.dot) {
        filling(.fillUnderLines).line(first, first)
      }
    }
  }

  /// Returns the inside and the edge of a filled box as boxes of their own if the edge consists of signs;
  /// nil if it does not.
  private func parts(of stroke: Stroke) -> (inside: Stroke, edge: Stroke)? {
    guard stroke.filled, stroke.kind == .rectangle, grid.isThin(stroke.ink), forThinLines != nil,
      pigment.hasOtherInside, !stroke.look.contains(.solid)
    else { return nil }
    func part(filled: Bool, _ look: StrokeLook) -> Stroke {
      Stroke(
        kind: stroke.kind, ink: stroke.ink, filled: filled, points: stroke.points, look: look)
    }
    return (part(filled: true, stroke.look.union(.solid)), part(filled: false, stroke.look))
  }

  private func lines(of stroke: Stroke, _ offset: BoardOffset) -> [[DotPoint]] {
    stroke.outline().paths.map { path in
      path.points.map { grid.dot(SpotOnBoard($0, offset)) }
    }
  }

  func polyline(_ line: [DotPoint], _ pen: Pen, isDashed: Bool = false) {
    guard !isDashed else { return dashes(along: line, pen) }
    guard var last = line.first else { return }
    if line.count == 1 { segment(last, last, pen) }
    for point in line.dropFirst() {
      segment(last, point, pen)
      last = point
    }
  }

  @inline(__always)
  func segment(_ a: DotPoint, _ b: DotPoint, _ pen: Pen) {
    if pen.isThin { line(a, b) } else { thickLine(a, b, radius: pen.radius) }
  }
}
