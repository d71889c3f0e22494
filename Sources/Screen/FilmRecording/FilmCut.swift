import BoardFilm

/// The part of a film that a recording shows, and its speed. All times are in milliseconds.
package struct FilmCut: Hashable, Sendable {
  /// The moment of the film at which the recording begins.
  package let start: Int64
  /// The moment of the film at which the recording ends.
  package let end: Int64
  /// How many milliseconds of the film pass in one millisecond of the recording.
  package let speed: Double

  /// The most frames that a recording shows in a second.
  package static let framesPerSecond: Int64 = 30
  /// The speeds that a recording can have.
  package static let speeds = 0.25...64

  /// A recording of a whole film, or of the part between two moments. Moments outside of the film
  /// count as its ends, and a speed out of bounds as the nearest one.
  package init(
    of film: Film, from start: Int64? = nil, to end: Int64? = nil, speed: Double = 1
  ) {
    self.end = min(max(end ?? film.duration, 0), film.duration)
    self.start = min(max(start ?? 0, 0), self.end)
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
  }

  /// The length of the recording.
  package var duration: Int64 { recordingTime(of: end) }

  /// Returns the moment of the recording at which it shows a moment of the film.
  package func recordingTime(of time: Int64) -> Int64 {
    Int64((Double(min(max(time, start), end) - start) / speed).rounded(.up))
  }

  /// Returns the moment of the film that a frame shows.
  func time(ofFrame frame: Int64) -> Int64 {
    let time = Double(start) + Double(frame * 1_000 / Self.framesPerSecond) * speed
    return min(Int64(time), end)
  }

  /// Returns the moment of the recording at which it shows a frame.
  func recordingTime(ofFrame frame: Int64) -> Int64 { frame * 1_000 / Self.framesPerSecond }

  /// Returns the last frame that shows the moment of the film or an earlier one.
  func frame(at time: Int64) -> Int64 {
    guard time > start else { return 0 }
    var frame = Int64(Double(time - start) / speed) * Self.framesPerSecond / 1_000
    while self.time(ofFrame: frame + 1) <= time, self.time(ofFrame: frame) < end { frame += 1 }
    return frame
  }
}
