import EaselBase

/// How safely the drawing is stored.
package enum SaveState: Hashable, Sendable {
  /// Nothing has been drawn, so there is nothing to save.
  case untouched
  /// Entries are on their way to the disk.
  case saving
  case saved
  /// The entries are kept in memory and tried again; the writer gives the reason.
  case failed(SafeText)
  /// The board cannot be written at all.
  case readOnly(SafeText)

  package var isTrouble: Bool {
    switch self {
    case .failed, .readOnly: true
    case .untouched, .saving, .saved: false
    }
  }
}
