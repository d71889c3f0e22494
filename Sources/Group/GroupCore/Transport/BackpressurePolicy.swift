import EaselBase

/// What waits for a neighbour, as its transport knows.
public struct Backlog: Hashable, Sendable {
  /// Bytes that were taken for it and that the system has not taken from there.
  public var waiting: Int
  /// Bytes that the system took since the link was made: they grow as long as the neighbour reads.
  public var passed: UInt64

  public init(waiting: Int = 0, passed: UInt64 = 0) {
    (self.waiting, self.passed) = (waiting, passed)
  }
}

/// How long a neighbour is waited for that reads more slowly than others speak, or not at all: others
/// are not to wait for it, nor memory to fill.
///
/// What may be lost is left out first, then the link is cut. What it misses it is told when it comes
/// back.
public struct BackpressurePolicy: Hashable, Sendable {
  private var stillSince: Uptime?
  private var passed: UInt64 = 0

  /// While this much waits, what may be lost is not sent.
  public static let waitingSoft = 1 << 20
  /// When this much waits, the link is cut.
  public static let waitingHard = 4 << 20
  /// When something waits and nothing was taken for this long, the link is cut, milliseconds.
  public static let stillMax: Int64 = 10_000

  public enum Verdict: Hashable, Sendable {
    case fine
    /// Only what has to arrive is sent.
    case crowded
    case over
  }

  public init() {}

  public mutating func judge(_ backlog: Backlog, at now: Uptime) -> Verdict {
    guard backlog.waiting > 0 else {
      stillSince = nil
      return .fine
    }
    if stillSince == nil || passed != backlog.passed {
      (stillSince, passed) = (now, backlog.passed)
    }
    if let stillSince, now.since(stillSince) >= Self.stillMax { return .over }
    if backlog.waiting >= Self.waitingHard { return .over }
    return backlog.waiting >= Self.waitingSoft ? .crowded : .fine
  }
}
