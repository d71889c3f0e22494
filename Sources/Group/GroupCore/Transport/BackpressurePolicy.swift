import EaselBase
import GroupBase

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
  /// While this many bytes or more are held for all links together, a link for which anything waits
  /// gets no messages that may be lost.
  public static let heldSoft = 32 << 20
  /// When more than this many bytes are held for all links together, links are cut.
  public static let heldMax = 64 << 20
  /// A watcher's link for which fewer bytes wait is not cut before the links of other members.
  static let worthCutting = 64 << 10

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
  ///
  /// - Parameter held: the bytes that are held for all links together.
  public mutating func judge(_ backlog: Backlog, held: Int = 0, at now: Uptime) -> Verdict {
    guard backlog.waiting > 0 else {
      stillSince = nil
      return .fine
    }
    if stillSince == nil || passed != backlog.passed {
      (stillSince, passed) = (now, backlog.passed)
    }
    if let stillSince, now.since(stillSince) >= Self.stillMax { return .over }
    if backlog.waiting >= Self.waitingHard { return .over }
    return backlog.waiting >= Self.waitingSoft || held >= Self.heldSoft ? .crowded : .fine
  }

  /// A link that may be cut.
  public struct Candidate: Hashable, Sendable {
    let link: LinkID
    let waiting: Int
    let isWatcher: Bool

    /// Creates a candidate.
    ///
    /// - Parameter waiting: the bytes that wait for the neighbour.
    public init(_ link: LinkID, waiting: Int, isWatcher: Bool) {
      (self.link, self.waiting, self.isWatcher) = (link, waiting, isWatcher)
    }
  }

  /// Returns the link to cut when too many bytes are held for all links together: the link for which
  /// most waits, links of watchers first. Nil if nothing waits for any link.
  public static func linkToCut(among candidates: [Candidate]) -> LinkID? {
    candidates.filter { $0.waiting > 0 }.max { ($0.order, $0.waiting) < ($1.order, $1.waiting) }?
      .link
  }
}

extension BackpressurePolicy.Candidate {
  fileprivate var order: Int { isWatcher && waiting >= BackpressurePolicy.worthCutting ? 1 : 0 }
}
