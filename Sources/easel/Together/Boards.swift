import BoardStore
import Log
import Trust
import Vocabulary
import Whiteboard

/// Where fresh boards come from.
protocol Boards {
  /// A board that nobody has seen yet.
  ///
  /// - Parameter name: nil is a name made of the date.
  func fresh(_ name: SafeText?, _ beginning: Beginning?) -> Desk.Opened
}

/// Which of a board's entries lie in some ranges, asked in the order in which they were written.
/// What answers for them comes along: the next signature behind a range.
struct EntryPicking {
  /// Nil takes all.
  private let ranges: [ReplicaID: EntryRange]?
  /// Replicas whose last entry was taken without a signature.
  private var open: Set<ReplicaID> = []

  init(_ ranges: [EntryRange]?) {
    self.ranges = ranges.map { ranges in
      Dictionary(ranges.map { ($0.replica, $0) }) { first, second in
        EntryRange(
          replica: first.replica, first: min(first.first, second.first),
          last: max(first.last, second.last))
      }
    }
  }

  func mayTake(_ replica: ReplicaID) -> Bool { ranges.map { $0[replica] != nil } ?? true }

  mutating func takes(_ entry: Entry) -> Bool {
    guard let ranges else { return true }
    guard let range = ranges[entry.id.replica], entry.id.sequence >= range.first else {
      return false
    }
    let isOpen = open.contains(entry.id.replica)
    guard entry.id.sequence <= range.last || isOpen else { return false }
    if entry.signature.isEmpty {
      open.insert(entry.id.replica)
    } else {
      open.remove(entry.id.replica)
    }
    return true
  }
}

/// When to look whether all have made the same of the same entries: after a pause, for it costs as
/// much as painting.
struct StateHashing {
  /// Milliseconds after the last change.
  static let pause: Int64 = 2_000
  /// By the uptime; nil while nothing changed.
  private(set) var due: Int64?

  mutating func changed(at now: Int64) { due = now + Self.pause }

  /// True once when it is time.
  mutating func isDue(at now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
