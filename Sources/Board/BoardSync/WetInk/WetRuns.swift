/// The received points of a stroke as runs. A run has no gap, and missing points separate two runs.
package struct WetRuns<Point: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var runs: [Run] = []

  package struct Run: Hashable, Sendable {
    /// The index of the run's first point within the stroke.
    package let from: Int
    package internal(set) var points: [Point]

    package var end: Int { from + points.count }
  }

  /// The first point of the stroke; nil if it was not received.
  var first: Point? { runs.first.flatMap { $0.from == 0 ? $0.points.first : nil } }

  /// Returns whether points at this index can belong to a stroke.
  static func admits(from: Int, count: Int) -> Bool {
    from >= 0 && count > 0 && from <= WetInk.pointsMax - min(count, WetInk.pointsMax + 1)
  }

  /// Adds points. Points that were received before do not change. Adds nothing if there would be
  /// too many runs.
  ///
  /// - Returns: whether any point was new.
  mutating func insert(_ points: [Point], from: Int) -> Bool {
    guard Self.admits(from: from, count: points.count) else { return false }
    let end = from + points.count
    let first = runs.firstIndex { $0.end >= from } ?? runs.count
    let last = runs[first...].firstIndex { $0.from > end } ?? runs.count
    guard first < last else {
      guard runs.count < WetInk.runsMax else { return false }
      runs.insert(Run(from: from, points: points), at: first)
      return true
    }
    return merge(points, from: from, with: first..<last)
  }

  private mutating func merge(_ points: [Point], from: Int, with range: Range<Int>) -> Bool {
    let end = from + points.count
    let head = runs[range.lowerBound]
    if range.count == 1, head.from <= from {
      guard end > head.end else { return false }
      runs[range.lowerBound].points += points[(head.end - from)...]
      return true
    }
    var joined = Run(from: min(from, head.from), points: [])
    for run in runs[range] {
      if joined.end < run.from { joined.points += points[(joined.end - from)..<(run.from - from)] }
      joined.points += run.points
    }
    if joined.end < end { joined.points += points[(joined.end - from)...] }
    runs.replaceSubrange(range, with: [joined])
    return true
  }
}
