import BoardLog
import BoardModel
import EaselBase

// Merges the entries of other members.
extension BoardReplica {
  /// Verifies entries of other members and shows them in the picture. If pending entries waited for
  /// these entries, they are shown too.
  ///
  /// - Parameter entries: the entries in any order; repeated entries do no harm.
  package mutating func merge(_ entries: [Entry], from source: Log.Source) -> Received {
    var received = Received()
    guard let decode = coding.decode else { return received }
    let merged = log.merge(entries, from: source, verify: coding.verify)
    (received.change.overdrawn, received.refused) = (merged.overdrawn, merged.refused)
    received.entries = merged.applied + merged.forks.flatMap(\.proof) + merged.evidence
    guard !received.entries.isEmpty else { return received }
    for entry in merged.applied where entry.purpose != .revoke {
      if let operation = operation(of: entry, reading: decode) {
        received.change.operations.append((entry.stamp, operation))
      } else {
        received.change.unreadable.append(entry.stamp.author)
      }
    }
    received.change.damage = picture.apply(received.change.operations)
    received.advanced = Set(merged.applied.map(\.id.replica) + merged.forks.map(\.replica)).sorted()
    (received.applied, received.forks) = (merged.applied, merged.forks)
    received.mustReread = merged.mustReread
    if case .untouched = saving { saving = .saved }
    return received
  }

  /// Returns the operation of an entry; nil for an entry that draws nothing, or that this version
  /// cannot read.
  private func operation(
    of entry: Entry, reading decode: ([UInt8]) -> Operation?
  ) -> Operation? {
    guard entry.purpose != .revoke, let operation = decode(entry.payload),
      operation.isAllowed(for: entry.purpose)
    else { return nil }
    return operation
  }

  /// Continues with a log and a picture that were rebuilt from the board's file.
  ///
  /// - Parameter entries: the entries that were recorded and merged after the file was read.
  /// - Returns: the pending entries of the previous log, which the caller merges once more, and
  ///   whether the file has to be read again.
  package mutating func rebuild(
    _ log: Log, _ picture: Picture, since entries: [Entry]
  ) -> (waiting: [Entry], mustReread: Bool) {
    let waiting = self.log.waitingEntries
    (self.log, self.picture) = (log, picture)
    // Own entries that are not in the file yet. `entries` may contain them too.
    let unsaved = unkept + held
    let own = Set(unsaved.map(\.id))
    let others = entries.filter { !own.contains($0.id) && $0.id.replica != replica }
    let recorded = (entries.filter { $0.id.replica == replica } + unsaved)
      .sorted { $0.id < $1.id }
    var counted = recorded.filter { self.log.readopt($0) }
    let merged = self.log.merge(others, verify: coding.verify)
    counted += merged.applied
    let operations = counted.compactMap { entry in
      coding.decode.flatMap { operation(of: entry, reading: $0) }.map { (entry.stamp, $0) }
    }
    _ = self.picture.apply(operations)
    return (waiting, merged.mustReread)
  }
}
