import EaselBase

/// The bytes queued for a neighbour, as its transport knows.
public struct Backlog: Hashable, Sendable {
  /// Bytes that the transport accepted for the neighbour and that the system has not yet taken
  /// over.
  public var waiting: Int
  /// Bytes that the system took over since the link was made. The number grows as long as the
  /// neighbour reads.
  public var passed: UInt64

  /// Creates a backlog; an empty one by default.
  public init(waiting: Int = 0, passed: UInt64 = 0) {
    (self.waiting, self.passed) = (waiting, passed)
  }
}

/// Decides how long this member waits for a neighbour that reads nothing or too slowly. Other
/// members must not wait for this neighbour, and memory must not fill.
///
/// First, messages that may be lost are left out; then the link is cut. When the neighbour comes
/// back, it receives what it missed.
public struct BackpressurePolicy: Hashable, Sendable {
  private var stillSince: Uptime?
  private var passed: UInt64 = 0

  /// While this many bytes or more wait, messages that may be lost are not sent.
  public static let waitingSoft = 1 << 20
  /// When this many bytes or more wait, the link is cut.
  public static let waitingHard = 4 << 20
  /// When bytes wait and the system took none of them for this long, the link is cut, milliseconds.
  package static let stillMax: Int64 = 10_000

  /// The verdict on a backlog.
  public enum Verdict: Hashable, Sendable {
    /// All messages are sent.
    case fine
    /// Only messages that have to arrive are sent.
    case crowded
    /// The link is cut.
    case over
  }

  /// Creates the policy of a new link.
  public init() {}

  /// Returns the verdict on the neighbour's backlog. The time without progress counts from the
  /// first call with waiting bytes, so the caller has to call it again while bytes wait.
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
