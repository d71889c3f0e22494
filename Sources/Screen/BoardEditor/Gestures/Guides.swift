import BoardModel
import EaselBase

/// The boxes to which a moved box snaps: to their edges, to their middles, and to equal gaps.
struct Guides: Hashable, Sendable {
  /// The box before it moves.
  private let start: BoardRect
  private let boxes: [BoardRect]

  /// At most this many boxes attract.
  static let boxesMax = 64

  /// Keeps the boxes that are nearest to the moved box.
  init(_ boxes: [BoardRect], for box: BoardRect) {
    start = box
    let distances = boxes.map { $0.distance(to: box) }
    self.boxes = boxes.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
      .prefix(Self.boxesMax).map { boxes[$0] }
  }

  /// Returns how far the moved box snaps, and the lines that show to what. Each axis snaps by itself, to
  /// the nearest place.
  ///
  /// - Parameters:
  ///   - offset: how far the box moved.
  ///   - across: the greatest distance to the left or to the right, in units.
  ///   - down: the greatest distance upwards or downwards, in units.
  func snap(movedBy offset: BoardOffset, across: Int32, down: Int32) -> GuideSnap {
    let box = start.moved(by: offset)
    let (beside, below) = (nearest(to: box, .across, across), nearest(to: box, .down, down))
    let shift = BoardOffset(
      dx: Int32(beside.first?.shift ?? 0), dy: Int32(below.first?.shift ?? 0))
    let snapped = box.moved(by: shift)
    return GuideSnap(
      shift: shift,
      lines: lines(of: beside, round: snapped, .across) + lines(of: below, round: snapped, .down))
  }

  /// A place to which the box can snap along an axis.
  private struct Place {
    let shift: Int
    let match: Match
  }

  private enum Match {
    /// An edge or the middle lies at this coordinate of another box.
    case level(at: Int, with: BoardRect)
    /// These boxes lie in a row with equal gaps; nil stands for the moved box.
    case gaps([BoardRect?])
  }

  /// Returns the places with the shortest way, if it is within reach. All of them have the same shift.
  private func nearest(to box: BoardRect, _ axis: GuideAxis, _ reach: Int32) -> [Place] {
    let places = levels(for: box, axis) + gaps(for: box, axis)
    guard let best = places.min(by: { abs($0.shift) < abs($1.shift) }),
      abs(best.shift) <= Int(reach)
    else { return [] }
    return places.filter { $0.shift == best.shift }
  }

  private func levels(for box: BoardRect, _ axis: GuideAxis) -> [Place] {
    let (low, high) = axis.span(box)
    return boxes.flatMap { other -> [Place] in
      let (otherLow, otherHigh) = axis.span(other)
      let middle = (otherLow + otherHigh - low - high) / 2
      let edges = [otherLow, otherHigh].flatMap { at in
        [low, high].map { Place(shift: at - $0, match: .level(at: at, with: other)) }
      }
      return edges
        + [Place(shift: middle, match: .level(at: (otherLow + otherHigh) / 2, with: other))]
    }
  }

  /// Returns the places between two neighbours, and beside two neighbours in a row.
  private func gaps(for box: BoardRect, _ axis: GuideAxis) -> [Place] {
    let row = boxes.filter { axis.other.overlap($0, box) }
    func before(_ box: BoardRect) -> BoardRect? {
      row.filter { axis.middle($0) < axis.middle(box) && axis.span($0).high < axis.span(box).high }
        .max { axis.span($0).high < axis.span($1).high }
    }
    func after(_ box: BoardRect) -> BoardRect? {
      row.filter { axis.middle($0) > axis.middle(box) && axis.span($0).low > axis.span(box).low }
        .min { axis.span($0).low < axis.span($1).low }
    }
    let (low, high) = axis.span(box)
    let (left, right) = (before(box), after(box))
    var places: [Place] = []
    if let left, let right {
      let room = axis.gap(left, right) - (high - low)
      let start = axis.span(left).high + room / 2
      if room > 1 { places.append(Place(shift: start - low, match: .gaps([left, nil, right]))) }
    }
    if let left, let next = before(left), axis.gap(next, left) > 0 {
      let start = axis.span(left).high + axis.gap(next, left)
      places.append(Place(shift: start - low, match: .gaps([next, left, nil])))
    }
    if let right, let next = after(right), axis.gap(right, next) > 0 {
      let end = axis.span(right).low - axis.gap(right, next)
      places.append(Place(shift: end - high, match: .gaps([nil, right, next])))
    }
    return places
  }

  /// Returns one line for each coordinate, which reaches from the first box to the last one, and one for
  /// each gap.
  private func lines(
    of places: [Place], round box: BoardRect, _ axis: GuideAxis
  ) -> [GuideLine] {
    var levels: [Int: (low: Int, high: Int)] = [:]
    var gaps: [GuideLine] = []
    for place in places {
      switch place.match {
      case .level(let at, let other):
        let (low, high) = axis.other.span(box.union(other))
        let known = levels[at] ?? (low, high)
        levels[at] = (min(known.low, low), max(known.high, high))
      case .gaps(let row):
        let row = row.map { $0 ?? box }
        let spans = row.map(axis.other.span)
        let level = ((spans.map(\.low).max() ?? 0) + (spans.map(\.high).min() ?? 0)) / 2
        gaps += zip(row, row.dropFirst()).map { first, second in
          let (start, end) = (axis.span(first).high, axis.span(second).low)
          return GuideLine(
            from: axis.point(start, level), to: axis.point(end, level), isGap: true)
        }
      }
    }
    return levels.sorted { $0.key < $1.key }.map { at, span in
      GuideLine(from: axis.point(at, span.low), to: axis.point(at, span.high), isGap: false)
    } + gaps
  }
}

/// How far a moved box snaps, and the lines that show to what.
struct GuideSnap: Hashable, Sendable {
  var shift = BoardOffset.zero
  var lines: [GuideLine] = []
}

/// A level or a plumb line on the screen that shows where a moved thing snapped.
package struct GuideLine: Hashable, Sendable {
  /// The left or upper end.
  package let from: BoardPoint
  /// The right or lower end.
  package let to: BoardPoint
  /// Whether the line is one of several equal gaps.
  package let isGap: Bool

  package var isLevel: Bool { from.y == to.y }
}

/// A direction along which boxes snap.
private enum GuideAxis {
  case across, down

  var other: GuideAxis { self == .across ? .down : .across }

  func span(_ box: BoardRect) -> (low: Int, high: Int) {
    switch self {
    case .across: (Int(box.minX), Int(box.maxX))
    case .down: (Int(box.minY), Int(box.maxY))
    }
  }

  /// The sum of both edges, which is twice the middle.
  func middle(_ box: BoardRect) -> Int { span(box).low + span(box).high }

  func overlap(_ a: BoardRect, _ b: BoardRect) -> Bool {
    span(a).low <= span(b).high && span(b).low <= span(a).high
  }

  /// The distance from the end of the first box to the start of the second one.
  func gap(_ first: BoardRect, _ second: BoardRect) -> Int { span(second).low - span(first).high }

  func point(_ along: Int, _ across: Int) -> BoardPoint {
    let (along, across) = (Double(along), Double(across))
    return self == .across
      ? BoardPoint(clamping: along, across) : BoardPoint(clamping: across, along)
  }
}

extension BoardRect {
  /// The greater one of the distances along both axes; 0 for boxes that meet.
  fileprivate func distance(to other: BoardRect) -> Int {
    func gap(_ axis: GuideAxis) -> Int { max(axis.gap(self, other), axis.gap(other, self), 0) }
    return max(gap(.across), gap(.down))
  }
}
