import GroupPlayback

/// A clock that never goes back and that no one sets.
public final class CMClock: Sendable {
  private let clock: PlaybackClock

  package init(_ clock: PlaybackClock) { self.clock = clock }

  /// The clock of this computer; it begins with the process.
  public static let hostTimeClock = CMClock(.host)

  /// The moment.
  public var time: CMTime { CMTime(now) }

  var now: HostTime { clock.now() }
}

/// Returns the clock of this computer.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// Returns the moment of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
