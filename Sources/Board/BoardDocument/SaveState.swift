import EaselBase

/// How safely the board is stored.
package enum SaveState: Hashable, Sendable {
  /// The user has drawn nothing, so there is nothing to save.
  case untouched
  /// Entries are being written to the disk.
  case saving
  case saved
  /// Writing failed, for this reason. The entries stay in memory, and the writer tries again.
  case failed(SafeText)
  /// The board cannot be written, for this reason.
  case readOnly(SafeText)

  package var isTrouble: Bool {
    switch self {
    case .failed, .readOnly: true
    case .untouched, .saving, .saved: false
    }
  }
}
