/// The moment of a film while it plays. Times are in milliseconds.
struct ReplayClock: Hashable, Sendable {
  var speed = ReplaySpeed()
  /// The uptime at which the film was at a moment; nil while the film does not play.
  private var anchor: Anchor?

  private struct Anchor: Hashable, Sendable {
    let uptime: Int64
    let moment: Int64
  }

  var isPlaying: Bool { anchor != nil }

  /// Plays from a moment on. If `uptime` is in the future, the film waits until then.
  mutating func play(from moment: Int64, at uptime: Int64) {
    anchor = Anchor(uptime: uptime, moment: moment)
  }

  mutating func pause() { anchor = nil }

  /// Goes on from another moment; a paused film stays paused.
  mutating func move(to moment: Int64, at uptime: Int64) {
    if isPlaying { play(from: moment, at: uptime) }
  }

  mutating func changeSpeed(at uptime: Int64, _ change: (inout ReplaySpeed) -> Void) {
    if let moment = moment(at: uptime) { play(from: moment, at: uptime) }
    change(&speed)
  }

  /// Returns the moment that a playing film has reached; nil while it is paused.
  func moment(at uptime: Int64) -> Int64? {
    anchor.map { $0.moment + max(uptime - $0.uptime, 0) * speed.quarters / 4 }
  }

  /// Returns the uptime at which a playing film reaches a moment; nil while it is paused.
  func uptime(at moment: Int64) -> Int64? {
    anchor.map {
      $0.uptime + (max(moment - $0.moment, 0) * 4 + speed.quarters - 1) / speed.quarters
    }
  }
}

/// How fast a film plays: ¼, ½, 1, 2 … 64 times as fast as the people drew.
struct ReplaySpeed: Hashable, Sendable {
  /// The speed in quarters.
  private(set) var quarters: Int64

  init(quarters: Int64 = 4) { self.quarters = max(quarters, 1) }

  mutating func double() { quarters = min(quarters * 2, 256) }
  mutating func halve() { quarters = max(quarters / 2, 1) }

  func name(isASCII: Bool) -> String {
    switch quarters {
    case 1: isASCII ? "1/4x" : "¼×"
    case 2: isASCII ? "1/2x" : "½×"
    default: "\(quarters / 4)\(isASCII ? "x" : "×")"
    }
  }
}
