import EaselBase

/// How many of this side's datagrams arrive at the other side, by the reports of the other side.
struct ArrivalRate: Hashable, Sendable {
  private var lastReceived: UInt64 = 0
  private var lastHighest: UInt64 = 0
  /// The moment of the last loss; at first the moment at which the path began.
  private var lostAt: Uptime
  /// The datagrams that have arrived since.
  private var arrivedSince: UInt64 = 0
  /// The moment since which less than half of the datagrams arrives.
  private var poorSince: Uptime?
  /// Whether less than half of them has arrived for ``DatagramPath/poorMax``, as of the last report. No
  /// report comes in a pause, so the clock alone makes no path poor.
  private(set) var isPoor = false

  /// A path loses nothing if all of its last so many datagrams arrived, and all of so many
  /// milliseconds.
  static let (arrivedMin, cleanMin): (UInt64, Int64) = (500, 10_000)

  init(at now: Uptime) { lostAt = now }

  /// Reads a report, which may be older than the last one. A report of more datagrams than this side
  /// has sent is ignored.
  mutating func read(_ report: DatagramReport, ofSent count: UInt64, at now: Uptime) {
    guard report.highest <= count, report.received <= report.highest,
      report.highest > lastHighest, report.received >= lastReceived
    else { return }
    let sent = report.highest - lastHighest
    let arrived = min(report.received - lastReceived, sent)
    (lastReceived, lastHighest) = (report.received, report.highest)
    if arrived < sent {
      (lostAt, arrivedSince) = (now, 0)
    } else {
      arrivedSince += arrived
    }
    if arrived >= sent - arrived {
      poorSince = nil
    } else if poorSince == nil {
      poorSince = now
    }
    isPoor = poorSince.map { now.since($0) >= DatagramPath.poorMax } ?? false
  }

  /// Whether the path loses nothing, so that a second copy is not needed.
  func isWhole(at now: Uptime) -> Bool {
    arrivedSince >= Self.arrivedMin && now.since(lostAt) >= Self.cleanMin
  }
}
