import BoardLog
import EaselBase

// How safe it is: what is on its way to the disk, and what arrived there.
extension BoardReplica {
  public var isReadOnly: Bool { if case .readOnly = saving { true } else { false } }

  /// Whether leaving now would lose something for good.
  public var wouldLose: Bool {
    switch saving {
    case .failed: true
    case .readOnly: !unkept.isEmpty
    case .untouched, .saving, .saved: false
    }
  }

  /// Returns the entries to write, this one last. They count as unsaved until `kept`.
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

  /// Hands over what waits for the first gesture, to be stored although there is none.
  public mutating func handHeld() -> [Entry] {
    guard let last = held.last, !isReadOnly else { return [] }
    unkept += held
    if case .failed = saving {} else { saving = .saving }
    lastHanded = last.stamp.id
    defer { held = [] }
    return held
  }

  /// Own entries up to this one are on disk.
  ///
  /// - Returns: whether this ends a failure.
  public mutating func kept(_ id: EntryID) -> Bool {
    let hadFailed = if case .failed = saving { true } else { false }
    unkept.removeAll { $0.id.replica == id.replica && $0.id.sequence <= id.sequence }
    guard let last = lastHanded, id.replica == last.replica, id.sequence >= last.sequence else {
      // Some of it; what failed before is being written again.
      if case .failed = saving { saving = .saving }
      return hadFailed
    }
    saving = .saved
    return hadFailed
  }

  /// Entries could not be written; they stay queued and are tried again.
  ///
  /// - Returns: whether that, or its reason, is new.
  public mutating func keepingFailed(_ reason: SafeText) -> Bool {
    if case .failed(let known) = saving, known == reason { return false }
    saving = .failed(reason)
    return true
  }

  /// The entries that failed before are written: the user's own, and those of other members.
  ///
  /// - Returns: whether this ends a failure.
  public mutating func keepingRecovered() -> Bool {
    guard case .failed = saving else { return false }
    saving = unkept.isEmpty ? .saved : .saving
    return true
  }
}
