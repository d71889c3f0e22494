import BoardLog
import BoardModel
import EaselBase

// Log and picture, made anew from the board's file.
extension SessionClient {
  /// Whether log and picture are provisional: they are to be made anew, or that is under way.
  public var willRebuild: Bool { rebuilding.isPending }

  /// Begins when it is due, in a session on this board only: elsewhere the result is of no use, because the
  /// next opening of the file counts anew as well.
  mutating func rebuildIfDue(at now: Uptime) -> [Output] {
    guard session?.hasBoard == true, let due = rebuilding.due, due <= now else { return [] }
    return [.rebuild(reading: rebuilding.begin())]
  }

  /// The caller has read the board's file, as ``Output/rebuild(reading:)`` asked for.
  ///
  /// - Parameters:
  ///   - read: nil where the file could not be read. It is read again later, also where this member has left
  ///     the session meanwhile.
  ///   - queued: the entries that were not yet in the file when it was read.
  public mutating func rebuilt(
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
