import BoardLog
import BoardModel
import EaselBase

// Rebuilds log and picture from the board's file.
extension SessionClient {
  /// Whether log and picture are provisional, because a rebuilding is wanted or under way.
  package var willRebuild: Bool { rebuilding.isPending }

  /// Begins a rebuilding when it is due, but only in a session on this board. Outside of a session
  /// a rebuilding would be useless, because the next opening of the file counts all entries anew.
  mutating func rebuildIfDue(at now: Uptime) -> [Output] {
    guard session?.hasBoard == true, let due = rebuilding.due, due <= now else { return [] }
    return [.rebuild(reading: rebuilding.begin())]
  }

  /// Continues with the log and picture that the caller has read from the board's file, after
  /// ``Output/rebuild(reading:)`` requested it.
  ///
  /// - Parameters:
  ///   - read: nil if the file could not be read. Then the client schedules another read, even if
  ///     this member has left the session meanwhile.
  ///   - queued: the entries that were not in the file yet when it was read.
  package mutating func rebuilt(
    _ read: RebuiltBoard?, besides queued: [Entry], reading: Int, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    var outputs = mergeArrivals(at: now, using: &chance)
    guard let since = rebuilding.end(reading, at: now) else { return outputs }
    guard let read, session?.hasBoard == true else {
      rebuilding.want(at: now)
      return outputs
    }
    let (waiting, mustReread) = board.rebuild(
      read.log, read.picture, hasUnreadable: read.hasUnreadable, since: queued + since)
    outputs.append(.event(.rebuilt))
    outputs += merge(waiting, from: .file, at: now, using: &chance)
    // Fewer entries of a replica may count than before, or none.
    session?.shared.recounted()
    outputs += knows(board.heads, at: now, using: &chance)
    if mustReread { rebuilding.want(at: now) }
    return outputs
  }
}

/// A board's log and picture, as read from the board's file.
package struct RebuiltBoard: Sendable {
  package let log: Log
  package let picture: Picture
  /// Whether the picture lacks operations that only a newer version can read.
  package let hasUnreadable: Bool

  package init(_ log: Log, _ picture: Picture, hasUnreadable: Bool) {
    (self.log, self.picture, self.hasUnreadable) = (log, picture, hasUnreadable)
  }
}
