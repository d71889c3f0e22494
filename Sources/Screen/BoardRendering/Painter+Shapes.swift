import BoardModel

// Boxes and ovals. A filled one has an edge in its full colour, and a pale inside.
extension Painter {
  /// Paints a box or an oval in the current pigment.
  func paintShape(_ stroke: Stroke, _ offset: BoardOffset, _ pen: Pen) {
    let (start, end) = (stroke.points.origin, stroke.points.last)
    let (first, last) = (SpotOnBoard(start, offset), SpotOnBoard(end, offset))
    let corners = (grid.dot(first), grid.dot(last))
    var shape = DotShape(corners.0, corners.1, pen, grid)
    if grid.raster.isMixed, stroke.filled, stroke.look.contains(.solid), grid.isThin(stroke.ink) {
      guard stroke.kind == .rectangle else {
        return fill { grid in
          DotShape(grid.dot(first), grid.dot(last), .thin, grid).middleLine(of: stroke.kind)
        }
      }
      // A thin line round the box consists of box characters, which stand in whole cells.
      shape.cover(cellsOf: corners.0, corners.1, grid)
    }
    if stroke.look.contains(.rounded) { shape.round(by: stroke.roundingRadius, on: grid) }
    let hasEdge = !stroke.filled || pigment.hasOtherInside && !stroke.look.contains(.solid)
    if stroke.filled {
      shape.paint(stroke.kind, isFilled: true, with: hasEdge ? ofInside : filling(.fill))
    }
    guard hasEdge else { return }
    if stroke.isDashed {
      dashes(along: shape.middleLine(of: stroke.kind), pen)
    } else {
      shape.paint(stroke.kind, isFilled: false, with: self)
    }
  }
}

extension Painter {
  /// Paints a diamond in the current pigment.
  func paintDiamond(_ stroke: Stroke, _ offset: BoardOffset, _ pen: Pen) {
    let corners = stroke.diamond.map { SpotOnBoard($0, offset) }
    let isSolid = stroke.filled && stroke.look.contains(.solid)
    if stroke.filled {
      let hasEdge = pigment.hasOtherInside && !isSolid
      (hasEdge ? ofInside : filling(.fill)).fill { grid in corners.map(grid.dot) }
    }
    guard !isSolid, !stroke.filled || pigment.hasOtherInside else { return }
    let ring = corners + corners.prefix(1)
    polyline(ring.map(grid.dot), pen, isDashed: stroke.isDashed)
  }
}

extension Stroke {
  /// The radius of the round corners of a box, in board units.
  var roundingRadius: Double {
    let (start, end) = (points.origin, points.last)
    let sides = [Double(start.x) - Double(end.x), Double(start.y) - Double(end.y)].map(abs)
    return min((sides.min() ?? 0) / 4, Self.roundingMax)
  }

  /// Two columns of a page of 80 columns.
  private static let roundingMax = 1_638.0
}
