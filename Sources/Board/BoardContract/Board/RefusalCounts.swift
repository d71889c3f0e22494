import BoardLog

/// The number of refused entries, and of other refused messages, by cause.
package struct RefusalCounts: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The log refused the entry.
    case log(RefusedEntry.Reason)
    /// A run of entries cannot be read; the whole run counts as one entry.
    case unreadableRun
    /// The sender may pass on only the entries of certain authors, and the entry has another
    /// author.
    case wrongSender
    /// The sender of unfinished ink may only watch.
    case inkOfWatcher
    /// A message about the board cannot be read.
    case unreadableMessage
    /// A part of a message exceeds its limit.
    case tooLarge
    /// The sender of a message, other than entries, is not in the session.
    case unknownSender
    /// A message about what somebody did, such as “look here”, cannot be read.
    case unreadableNotice
    /// The name, the pointer or other presence of a participant cannot be read.
    case unreadablePresence
    /// A participant tells another author's identity as its own.
    case wrongIdentity
    /// The style of unfinished ink cannot be read.
    case unreadableInk
  }

  package private(set) var counts: [Cause: Int] = [:]

  package init() {}

  package init(_ cause: Cause) { add(cause) }

  package init(_ rejected: [RefusedEntry]) {
    for entry in rejected { add(.log(entry.reason)) }
  }

  package var isEmpty: Bool { counts.isEmpty }

  package mutating func add(_ cause: Cause, _ count: Int = 1) {
    if count > 0 { counts[cause, default: 0] += count }
  }

  package mutating func add(_ other: RefusalCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }
}
