import EaselBase

/// The wet strokes of one participant, as they were received.
struct RemoteStrokes<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  typealias Opening = WetFrame<Point, Style>.Opening
  typealias Stroke = WetStroke<Point, Style>

  var strokes: [UInt64: Open] = [:]
  /// The replica that the author named first. A frame that names no replica refers to this replica.
  var firstReplica: ReplicaID?
  /// The style that the author sent last.
  var style: Style?
  /// The position of the latest whole frame that was received.
  var last = WetPosition()
  /// Until `closedUntil`, a frame up to this position begins no stroke, because it may be late.
  private var closedThrough = WetPosition()
  private var closedUntil = Uptime(milliseconds: .min)

  struct Open: Hashable, Sendable {
    var stroke: Stroke
    var heardAt: Uptime
    /// The number of the stroke's latest whole frame. An older frame does not extend the life of
    /// the stroke.
    var lastNumber: UInt64
  }

  /// Begins a stroke, unless it exists already or is not allowed.
  ///
  /// - Returns: the strokes that it replaces: older strokes with the same entry id, which the
  ///   sender has begun anew, or the oldest stroke if there are too many.
  mutating func open(
    _ opening: Opening, _ title: Stroke.Title, _ points: [Point], at now: Uptime
  ) -> [UInt64] {
    var over = strokes.filter { $0.value.stroke.title.entry == title.entry }.map { $0.key }
    guard strokes[opening.stroke] == nil, now >= closedUntil || opening.position > closedThrough,
      over.allSatisfy({ $0 < opening.stroke }),
      WetRuns<Point>.admits(from: 0, count: points.count)
    else { return [] }
    if over.isEmpty, strokes.count >= WetInk.strokesMax, let oldest = strokes.keys.min() {
      over.append(oldest)
    }
    for stroke in over { strokes[stroke] = nil }
    strokes[opening.stroke] = Open(
      stroke: Stroke(title: title, runs: WetRuns()), heardAt: now, lastNumber: opening.number)
    return over.sorted()
  }

  /// Changes the look of a stroke. If two frames give different looks, the later frame counts.
  ///
  /// - Returns: whether the look has changed.
  mutating func restyle(_ opening: Opening, _ title: Stroke.Title) -> Bool {
    guard let open = strokes[opening.stroke], open.stroke.title.entry == title.entry,
      opening.number > open.lastNumber, open.stroke.title != title
    else { return false }
    strokes[opening.stroke]?.stroke.title = title
    return true
  }

  /// Returns the latest shown stroke whose number ends in this byte.
  func stroke(endingIn name: UInt8) -> UInt64? {
    strokes.keys.filter { UInt8(truncatingIfNeeded: $0) == name }.max()
  }

  /// - Returns: whether there are more points to show.
  mutating func append(_ points: [Point], of opening: Opening, at now: Uptime) -> Bool {
    guard let last = strokes[opening.stroke]?.lastNumber,
      WetRuns<Point>.admits(from: 0, count: points.count)
    else { return false }
    if opening.number > last {
      strokes[opening.stroke]?.lastNumber = opening.number
      strokes[opening.stroke]?.heardAt = now
    }
    return strokes[opening.stroke]?.stroke.runs.insert(points, from: 0) ?? false
  }

  /// Adds points. Points that were received before do not extend the life of the stroke.
  ///
  /// - Returns: whether there are more points to show.
  mutating func append(_ offsets: [Point], from: Int, of stroke: UInt64, at now: Uptime) -> Bool {
    guard let first = strokes[stroke]?.stroke.runs.first,
      strokes[stroke]?.stroke.runs.insert(offsets.map { first.moved(by: $0) }, from: from) ?? false
    else { return false }
    strokes[stroke]?.heardAt = now
    return true
  }

  /// - Returns: whether the stroke was shown.
  mutating func abandon(_ stroke: UInt64, at now: Uptime) -> Bool {
    close(through: WetPosition(stroke: stroke, number: .max), at: now)
    return strokes.removeValue(forKey: stroke) != nil
  }

  /// Ensures that a frame received until now does not begin a stroke again if it is repeated or
  /// late.
  mutating func close(at now: Uptime) {
    close(through: last, at: now)
    last = WetPosition()
  }

  private mutating func close(through position: WetPosition, at now: Uptime) {
    closedThrough = now < closedUntil ? max(closedThrough, position) : position
    closedUntil = now.advanced(by: WetInk.expireAfter)
  }
}
