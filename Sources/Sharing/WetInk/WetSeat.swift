import Vocabulary

/// The strokes of one participant.
struct WetSeat<Point: Hashable & Sendable, Style: Hashable & Sendable>: Hashable, Sendable {
  typealias Frame = WetFrame<Point, Style>
  typealias Stroke = WetStroke<Point, Style>

  var strokes: [UInt64: Open] = [:]
  /// As it was last named.
  var replica: ReplicaID?
  /// The last frame that was heard.
  var last = WetPlace()
  /// No frame up to this one begins a stroke any more.
  private var closedThrough = WetPlace()

  struct Open: Hashable, Sendable {
    var stroke: Stroke
    var heardAt: Uptime
    /// Of its frames; an older one does not prolong its life.
    var lastNumber: UInt64
  }

  /// Begins a stroke unless it is there or may not be.
  /// - Returns: those that gave way to it: one of the same name, which was given up if its sender
  ///   begins anew, and the oldest of too many.
  mutating func open(
    _ frame: Frame, _ title: Stroke.Title, _ points: [Point], at now: Uptime
  ) -> [UInt64] {
    var over = strokes.filter { $0.value.stroke.title.entry == title.entry }.map { $0.key }
    guard strokes[frame.stroke] == nil, frame.place > closedThrough,
      over.allSatisfy({ $0 < frame.stroke }),
      WetRuns<Point>.admits(from: 0, count: points.count)
    else { return [] }
    if over.isEmpty, strokes.count >= WetInk.strokesMax, let oldest = strokes.keys.min() {
      over.append(oldest)
    }
    for stroke in over { strokes[stroke] = nil }
    strokes[frame.stroke] = Open(
      stroke: Stroke(title: title, runs: WetRuns()), heardAt: now, lastNumber: frame.number)
    return over.sorted()
  }

  /// Of two looks of one stroke the one told later counts.
  /// - Returns: whether it looks another way now.
  mutating func restyle(_ frame: Frame, _ title: Stroke.Title) -> Bool {
    guard let open = strokes[frame.stroke], open.stroke.title.entry == title.entry,
      frame.number > open.lastNumber, open.stroke.title != title
    else { return false }
    strokes[frame.stroke]?.stroke.title = title
    return true
  }

  /// - Returns: whether there is more to show.
  mutating func take(
    _ points: [Point], from: Int, of frame: Frame, at now: Uptime
  ) -> Bool {
    guard strokes[frame.stroke] != nil,
      WetRuns<Point>.admits(from: from, count: points.count)
    else { return false }
    if let last = strokes[frame.stroke]?.lastNumber, frame.number > last {
      strokes[frame.stroke]?.lastNumber = frame.number
      strokes[frame.stroke]?.heardAt = now
    }
    return strokes[frame.stroke]?.stroke.runs.insert(points, from: from) ?? false
  }

  /// - Returns: whether it was shown.
  mutating func abandon(_ frame: Frame) -> Bool {
    closedThrough = max(closedThrough, frame.place)
    return strokes.removeValue(forKey: frame.stroke) != nil
  }

  /// What was heard until now begins no stroke again, should it come twice or late.
  mutating func close() { closedThrough = max(closedThrough, last) }
}
