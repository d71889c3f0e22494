import Log

/// When log and picture are made anew from the file, and what comes meanwhile: at most once in ten
/// seconds, since any member who may draw can make it necessary.
struct Rebuilding {
  private var isWanted = false
  private var isReading = false
  private var endedAt: Int64?
  private var arrivals: [Entry] = []
  /// Which reading of the file is the last one.
  private var reading = 0

  /// Milliseconds between the end of one and the beginning of the next.
  static let rest: Int64 = 10_000

  mutating func want() { isWanted = true }

  /// The uptime at which the next one begins; nil where none is wanted, or one is under way.
  func due(at now: Int64) -> Int64? {
    isWanted && !isReading ? max(endedAt.map { $0 + Self.rest } ?? now, now) : nil
  }

  /// - Parameter queued: what is recorded or merged already, and may not be in the file yet.
  /// - Returns: a number by which `end` knows the reading.
  mutating func begin(with queued: [Entry]) -> Int {
    (isWanted, isReading, arrivals) = (false, true, queued)
    reading += 1
    return reading
  }

  /// Notes what is recorded or merged while the file is read.
  mutating func note(_ entries: [Entry]) { if isReading { arrivals += entries } }

  /// - Returns: what was recorded and merged since it began; nil where the reading was cancelled.
  mutating func end(_ reading: Int, at now: Int64) -> [Entry]? {
    guard isReading, reading == self.reading else { return nil }
    (isReading, endedAt) = (false, now)
    defer { arrivals = [] }
    return arrivals
  }

  /// Another board is open.
  mutating func cancel() { (isWanted, isReading, endedAt, arrivals) = (false, false, nil, []) }
}
