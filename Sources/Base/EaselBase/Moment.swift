/// A point in time, on two clocks.
public struct Moment: Hashable, Sendable {
  /// Milliseconds on a clock that never goes back.
  public var uptime: Int64
  /// Milliseconds since 1970, by the wall clock.
  public var wall: Int64

  /// Creates a moment from both clocks, each in milliseconds.
  public init(uptime: Int64, wall: Int64) {
    self.uptime = uptime
    self.wall = wall
  }
}
