import BoardLog
import EaselBase

// Tracks how safely the board is stored: which entries are being written, and which are on the
// disk.
extension BoardReplica {
  package var isReadOnly: Bool { if case .readOnly = saving { true } else { false } }

  /// Whether closing the program now would lose entries for good.
  package var wouldLose: Bool {
    switch saving {
    case .failed: true
    case .readOnly: !unkept.isEmpty
    case .untouched, .saving, .saved: false
    }
  }

  /// Marks the held entries and this entry as unsaved, until ``kept(_:)`` reports that they are on
  /// the disk.
  ///
  /// - Returns: the entries that the caller has to write, in this order; none if the board is
  ///   read-only.
  mutating func markUnsaved(_ entry: Entry) -> [Entry] {
    unkept += held + [entry]
    if case .readOnly = saving {
      held = []
      return []
    }
    if case .failed = saving {} else { saving = .saving }
    lastToWrite = entry.stamp.id
    defer { held = [] }
    return held + [entry]
  }

  /// Marks the held entries as unsaved, so that they are stored although no gesture follows them.
  ///
  /// - Returns: the entries that the caller has to write, in this order; none if the board is
  ///   read-only.
  package mutating func markHeldUnsaved() -> [Entry] {
    guard let last = held.last, !isReadOnly else { return [] }
    unkept += held
    if case .failed = saving {} else { saving = .saving }
    lastToWrite = last.stamp.id
    defer { held = [] }
    return held
  }

  /// Notes that own entries up to this one are on the disk.
  ///
  /// - Returns: whether writing had failed before, and works again.
  package mutating func kept(_ id: EntryID) -> Bool {
    let hadFailed = if case .failed = saving { true } else { false }
    unkept.removeAll { $0.id.replica == id.replica && $0.id.sequence <= id.sequence }
    guard let last = lastToWrite, id.replica == last.replica, id.sequence >= last.sequence else {
      // Only a part is on the disk. Entries that failed before are being written again.
      if case .failed = saving { saving = .saving }
      return hadFailed
    }
    saving = .saved
    return hadFailed
  }

  /// Notes that entries could not be written. They stay queued, and the writer tries again.
  ///
  /// - Returns: whether the failure is new, or has another reason than before.
  package mutating func keepingFailed(_ reason: SafeText) -> Bool {
    if case .failed(let known) = saving, known == reason { return false }
    saving = .failed(reason)
    return true
  }

  /// Notes that all entries that failed before are on the disk: the user's own, and the entries of
  /// other members.
  ///
  /// - Returns: whether writing had failed before, and works again.
  package mutating func keepingRecovered() -> Bool {
    guard case .failed = saving else { return false }
    saving = unkept.isEmpty ? .saved : .saving
    return true
  }
}
