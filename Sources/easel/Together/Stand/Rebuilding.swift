import Log

/// When log and picture are made anew from the file, and what comes meanwhile: at most once in ten
/// seconds, since any member who may draw can make it necessary.
struct Rebuilding {
  private var isWanted = false
  private var isReading = false
  private var endedAt: Int64?
  private var arrivals: [Entry] = []

  /// Milliseconds between the end of one and the beginning of the next.
  static let rest: Int64 = 10_000

  mutating func want() { isWanted = true }

  /// The uptime at which the next one begins; nil where none is wanted, or one is under way.
  func due(at now: Int64) -> Int64? {
    isWanted && !isReading ? max(endedAt.map { $0 + Self.rest } ?? now, now) : nil
  }

  mutating func begin() { (isWanted, isReading, arrivals) = (false, true, []) }

  /// Notes what is recorded or merged while the file is read.
  mutating func note(_ entries: [Entry]) { if isReading { arrivals += entries } }

  /// - Returns: what was recorded and merged since it began.
  mutating func end(at now: Int64) -> [Entry] {
    (isReading, endedAt) = (false, now)
    defer { arrivals = [] }
    return arrivals
  }

  /// Another board is open.
  mutating func cancel() { self = Rebuilding() }
}
