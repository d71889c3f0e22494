import BoardLog
import EaselBase

/// Schedules the rebuilding of log and picture from the board's file, and collects the entries that
/// arrive while the file is read. At least ten seconds pass between two rebuildings, since any
/// member that may draw can make a rebuilding necessary.
struct Rebuilding: Sendable {
  /// The uptime since which a rebuilding is wanted.
  private var wantedAt: Uptime?
  private var isReading = false
  private var endedAt: Uptime?
  private var arrivals: [Entry] = []
  /// The number of the last read of the file.
  private var reading = 0

  /// Milliseconds between the end of one rebuilding and the beginning of the next.
  static let rest: Int64 = 10_000

  mutating func want(at now: Uptime) { wantedAt = wantedAt ?? now }

  /// Whether a rebuilding is wanted or under way.
  var isPending: Bool { wantedAt != nil || isReading }

  /// The uptime at which the next rebuilding begins; nil if no rebuilding is wanted, or one is
  /// under way.
  var due: Uptime? {
    guard let wantedAt, !isReading else { return nil }
    return endedAt.map { max($0.advanced(by: Self.rest), wantedAt) } ?? wantedAt
  }

  /// - Returns: a number that identifies this read of the file when `end` is called.
  mutating func begin() -> Int {
    (wantedAt, isReading, arrivals) = (nil, true, [])
    reading += 1
    return reading
  }

  /// Notes entries that are recorded or merged while the file is read.
  mutating func note(_ entries: [Entry]) { if isReading { arrivals += entries } }

  /// - Returns: the entries recorded and merged since the rebuilding began; nil if the rebuilding
  ///   was cancelled.
  mutating func end(_ reading: Int, at now: Uptime) -> [Entry]? {
    guard isReading, reading == self.reading else { return nil }
    (isReading, endedAt) = (false, now)
    defer { arrivals = [] }
    return arrivals
  }

  /// Cancels the rebuilding, because another board is open.
  mutating func cancel() { (wantedAt, isReading, endedAt, arrivals) = (nil, false, nil, []) }
}
