/// When each gesture of a film begins and ends.
///
/// The clocks of the authors give only the lengths: how long a gesture lasts, and how long nothing
/// happens before it. The order of the gestures is given, so a wrong clock can neither reorder a film
/// nor make it longer than ``gestureMax`` and `idle` for each gesture.
package struct Timeline: Hashable, Sendable {
  /// The spans of the gestures in order, in milliseconds from the beginning of the film.
  package private(set) var spans: [Span] = []
  /// The indices of the gestures before which nothing happened for more than ``pause``.
  package private(set) var pauses: [Int] = []

  /// The time of one gesture, in milliseconds from the beginning of the film.
  package struct Span: Hashable, Sendable {
    package let start: Int64
    package let end: Int64
    package var length: Int64 { end - start }
  }

  /// The time of a gesture as its author's clock gives it.
  package struct Clock: Hashable, Sendable {
    /// The end of the gesture, milliseconds since 1970.
    let at: Int64
    /// How long the gesture lasted, in milliseconds.
    let lasted: UInt32

    package init(at: Int64, lasted: UInt32) { (self.at, self.lasted) = (at, lasted) }
  }

  /// The most milliseconds that a gesture lasts in a film.
  package static let gestureMax: Int64 = 10_000
  /// A film shows at most so many milliseconds in which nothing happens, unless the caller chooses
  /// another number.
  package static let idle: Int64 = 1_000
  /// The greatest number for `idle`, in milliseconds: an hour.
  package static let idleMax: Int64 = 3_600_000
  /// In a longer time, in milliseconds, without a gesture the people paused.
  package static let pause: Int64 = 30_000

  /// - Parameter idle: the most milliseconds before a gesture in which nothing happens, up to
  ///   ``idleMax``.
  package init(_ clocks: some Sequence<Clock>, idle: Int64 = Timeline.idle) {
    let idle = min(max(idle, 0), Self.idleMax)
    var last: (at: Int64, end: Int64)?
    for clock in clocks {
      var start: Int64 = 0
      if let last {
        let gap = clock.at.minus(Int64(clock.lasted)).minus(last.at)
        if gap > Self.pause { pauses.append(spans.count) }
        start = last.end + min(max(gap, 0), idle)
      }
      let end = start + min(Int64(clock.lasted), Self.gestureMax)
      spans.append(Span(start: start, end: end))
      last = (clock.at, end)
    }
  }

  /// The length of the film, in milliseconds.
  package var duration: Int64 { spans.last?.end ?? 0 }

  /// Returns the number of gestures that have ended at a time. The next gesture may have begun.
  package func endedCount(at time: Int64) -> Int { spans.partitioningIndex { $0.end > time } }
}

extension Int64 {
  /// Returns the difference; the nearest number if it does not fit.
  fileprivate func minus(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }
}
