import BoardLog
import EaselBase

// Tracks how safely the board is stored: which entries are on their way to the disk, and which have
// arrived.
extension BoardReplica {
  package var isReadOnly: Bool { if case .readOnly = saving { true } else { false } }

  /// Whether leaving now would lose entries for good.
  package var wouldLose: Bool {
    switch saving {
    case .failed: true
    case .readOnly: !unkept.isEmpty
    case .untouched, .saving, .saved: false
    }
  }

  /// Returns the entries to write, with this entry last. They count as unsaved until `kept`.
  mutating func hand(_ entry: Entry) -> [Entry] {
    unkept += held + [entry]
    if case .readOnly = saving {
      held = []
      return []
    }
    if case .failed = saving {} else { saving = .saving }
    lastHanded = entry.stamp.id
    defer { held = [] }
    return held + [entry]
  }

  /// Returns the entries that wait for the first gesture, to store them although there is none.
  package mutating func handHeld() -> [Entry] {
    guard let last = held.last, !isReadOnly else { return [] }
    unkept += held
    if case .failed = saving {} else { saving = .saving }
    lastHanded = last.stamp.id
    defer { held = [] }
    return held
  }

  /// Notes that own entries up to this one are on disk.
  ///
  /// - Returns: whether this ends a failure.
  package mutating func kept(_ id: EntryID) -> Bool {
    let hadFailed = if case .failed = saving { true } else { false }
    unkept.removeAll { $0.id.replica == id.replica && $0.id.sequence <= id.sequence }
    guard let last = lastHanded, id.replica == last.replica, id.sequence >= last.sequence else {
      // Only part is on disk; entries that failed before are being written again.
      if case .failed = saving { saving = .saving }
      return hadFailed
    }
    saving = .saved
    return hadFailed
  }

  /// Notes that entries could not be written; they stay queued and are tried again.
  ///
  /// - Returns: whether the failure, or its reason, is new.
  package mutating func keepingFailed(_ reason: SafeText) -> Bool {
    if case .failed(let known) = saving, known == reason { return false }
    saving = .failed(reason)
    return true
  }

  /// Notes that the entries that failed before are written: the user's own, and those of other
  /// members.
  ///
  /// - Returns: whether this ends a failure.
  package mutating func keepingRecovered() -> Bool {
    guard case .failed = saving else { return false }
    saving = unkept.isEmpty ? .saved : .saving
    return true
  }
}
