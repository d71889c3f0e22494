import EaselBase
import GroupCore
import GroupPlayback

/// A person who watches: a playback group with a player that obeys it.
struct SimulatedViewer: Sendable {
  let id: Bytes16
  let clock: SimulatedClock
  var group: PlaybackGroup
  /// The timing of the player, by the viewer's clock.
  var timing = PlaybackTiming(rate: 0, itemTime: .zero, hostTime: HostTime(microseconds: 0))
  /// Whether the viewer is in the session.
  var isHere = false
  /// When the viewer entered the session, or began to run again.
  var since = Uptime(milliseconds: 0)
  /// Until this time the process is stopped.
  var stoppedUntil: Uptime?
  /// When the process was stopped; nil while it runs.
  var stoppedAt: Uptime?
  /// The true time at which the group wants to be woken, as noted in the agenda.
  var wakesAt: Uptime?
  /// The number of the viewer's suspension, while it has one.
  var suspension: UInt64?

  init(_ number: Int, _ clock: SimulatedClock) {
    id = Self.id(number)
    self.clock = clock
    group = Self.group(of: id)
  }

  /// Returns a new group, in which a pause takes all to one moment.
  static func group(of id: Bytes16) -> PlaybackGroup {
    var group = PlaybackGroup(me: id)
    group.settings.pauseSnaps = true
    return group
  }

  static func id(_ number: Int) -> Bytes16 { Bytes16(high: 7, low: UInt64(number) + 1) }

  /// Whether the viewer has to be level with the others.
  func follows(at now: Uptime) -> Bool {
    isHere && stoppedUntil == nil && group.reasons.isEmpty && now.since(since) >= 2_000
  }

  /// Where the player is, in microseconds from the beginning of the item.
  func position(at now: Uptime) -> Int64 {
    timing.itemTime(at: clock.time(at: now)).microseconds
  }

  /// Obeys a command. Returns whether the group waits to hear that the player is ready.
  mutating func obey(_ control: PlaybackControl, at now: Uptime) -> Bool {
    let time = clock.time(at: now)
    func standing(_ moment: ItemTime) -> PlaybackTiming {
      PlaybackTiming(rate: 0, itemTime: moment, hostTime: time)
    }
    switch control.kind {
    case .play(let timing): self.timing = timing
    case .pause(let rate):
      timing = standing(timing.itemTime(at: time))
      return rate != nil
    case .seek(let moment, let rate, _):
      timing = standing(moment)
      return rate != nil
    case .buffer: return true
    }
    return false
  }
}
