/// When something happens.
public struct Moment: Hashable, Sendable {
  /// Milliseconds on a clock that never goes back.
  public var uptime: Int64
  /// Milliseconds since 1970, by the wall clock.
  public var wall: Int64

  public init(uptime: Int64, wall: Int64) {
    self.uptime = uptime
    self.wall = wall
  }
}
