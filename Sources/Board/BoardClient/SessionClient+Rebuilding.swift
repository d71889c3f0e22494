import BoardLog
import BoardModel
import EaselBase

// Rebuilds log and picture from the board's file.
extension SessionClient {
  /// Whether log and picture are provisional: a rebuilding is wanted or under way.
  package var willRebuild: Bool { rebuilding.isPending }

  /// Begins a rebuilding when it is due, only in a session on this board. Outside of it the result
  /// is useless, because the next opening of the file counts the entries anew as well.
  mutating func rebuildIfDue(at now: Uptime) -> [Output] {
    guard session?.hasBoard == true, let due = rebuilding.due, due <= now else { return [] }
    return [.rebuild(reading: rebuilding.begin())]
  }

  /// Continues with the log and picture that the caller has read from the board's file, as
  /// ``Output/rebuild(reading:)`` asked for.
  ///
  /// - Parameters:
  ///   - read: nil if the file could not be read. It is read again later, even if this member has
  ///     left the session meanwhile.
  ///   - queued: the entries that were not yet in the file when it was read.
  package mutating func rebuilt(
    _ read: (log: Log, picture: Picture)?, besides queued: [Entry], reading: Int, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    var outputs = mergeArrivals(at: now, using: &chance)
    guard let since = rebuilding.end(reading, at: now) else { return outputs }
    guard let read, session?.hasBoard == true else {
      rebuilding.want(at: now)
      return outputs
    }
    let (waiting, mustReread) = board.rebuild(read.log, read.picture, since: queued + since)
    outputs.append(.event(.rebuilt))
    outputs += merge(waiting, from: .file, at: now, using: &chance)
    // Some replicas may count less than before, or not at all.
    session?.shared.recounted()
    outputs += knows(board.heads, at: now, using: &chance)
    if mustReread { rebuilding.want(at: now) }
    return outputs
  }
}
