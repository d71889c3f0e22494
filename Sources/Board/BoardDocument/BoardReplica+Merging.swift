import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import EaselBase

// Merges the entries of other members.
extension BoardReplica {
  /// Verifies entries of other members and shows the first slice of them in the picture. If pending
  /// entries waited for these entries, they are shown too. ``showMore()`` shows the next slices.
  ///
  /// - Parameter entries: the entries in any order; repeated entries do no harm.
  package mutating func merge(_ entries: [Entry], from source: Log.Source) -> Received {
    var received = Received()
    guard coding.decode != nil else { return received }
    let merged = log.merge(entries, from: source, verify: coding.verify)
    received.refused = merged.refused
    received.entries = merged.applied + merged.forks.flatMap(\.proof) + merged.evidence
    backlog.append(merged.applied)
    if !received.entries.isEmpty { received.change = showMore() }
    received.change.overdrawn = merged.overdrawn
    guard !received.entries.isEmpty else { return received }
    received.advanced = Set(merged.applied.map(\.id.replica) + merged.forks.map(\.replica)).sorted()
    (received.applied, received.forks) = (merged.applied, merged.forks)
    received.mustReread = merged.mustReread
    if case .untouched = saving { saving = .saved }
    return received
  }

  /// Whether the log has merged entries that the picture does not show yet.
  package var hasBacklog: Bool { !backlog.isEmpty }

  /// Shows the next slice of the merged entries in the picture.
  package mutating func showMore() -> BoardChange {
    var change = BoardChange()
    guard let decode = coding.decode else { return change }
    var isUnknown = false
    change.operations = backlog.next(within: sliceLimit, of: picture) {
      Self.operation(of: $0, reading: decode, noting: &isUnknown)
    }
    change.hasFirstUnreadable = isUnknown && !hasUnreadable
    hasUnreadable = hasUnreadable || isUnknown
    change.damage = picture.apply(change.operations)
    return change
  }

  /// Returns the operations of entries that count, and notes whether only a newer version can read
  /// one of them. Entries that draw nothing in any version are left out.
  private mutating func operations(
    of entries: [Entry], reading decode: ([UInt8]) -> OperationReading
  ) -> [(stamp: Stamp, operation: Operation)] {
    entries.compactMap { entry in
      Self.operation(of: entry, reading: decode, noting: &hasUnreadable).map { (entry.stamp, $0) }
    }
  }

  private static func operation(
    of entry: Entry, reading decode: ([UInt8]) -> OperationReading, noting isUnknown: inout Bool
  ) -> Operation? {
    guard entry.purpose != .revoke else { return nil }
    let reading = decode(entry.payload)
    if case .unknown = reading { isUnknown = true }
    return reading.operation.flatMap { $0.isAllowed(for: entry.purpose) ? $0 : nil }
  }

  /// Continues with a log and a picture that were rebuilt from the board's file.
  ///
  /// - Parameters:
  ///   - hasUnreadable: whether the picture lacks operations that only a newer version can read.
  ///   - entries: the entries that were recorded and merged after the file was read.
  /// - Returns: the pending entries of the previous log, which the caller merges once more, and
  ///   whether the file has to be read again.
  package mutating func rebuild(
    _ log: Log, _ picture: Picture, hasUnreadable: Bool, since entries: [Entry]
  ) -> (waiting: [Entry], mustReread: Bool) {
    let waiting = self.log.waitingEntries
    (self.log, self.picture, self.hasUnreadable) = (log, picture, hasUnreadable)
    // The file or `entries` holds these entries.
    backlog.removeAll()
    // Own entries that are not in the file yet. `entries` may contain them too.
    let unsaved = unkept + held
    let own = Set(unsaved.map(\.id))
    let others = entries.filter { !own.contains($0.id) && $0.id.replica != replica }
    let recorded = (entries.filter { $0.id.replica == replica } + unsaved)
      .sorted { $0.id < $1.id }
    var counted = recorded.filter { self.log.readopt($0) }
    let merged = self.log.merge(others, verify: coding.verify)
    counted += merged.applied
    if let decode = coding.decode {
      _ = self.picture.apply(operations(of: counted, reading: decode))
    }
    return (waiting, merged.mustReread)
  }
}
