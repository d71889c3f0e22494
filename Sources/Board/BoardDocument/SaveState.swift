import EaselBase

/// How safe the drawing is.
public enum SaveState: Hashable, Sendable {
  /// Nothing has been drawn, so there is nothing to save.
  case untouched
  /// Something is on its way to the disk.
  case saving
  case saved
  /// Kept in memory and tried again; the reason comes from whoever writes.
  case failed(SafeText)
  /// The board cannot be written at all.
  case readOnly(SafeText)

  public var isTrouble: Bool {
    switch self {
    case .failed, .readOnly: true
    case .untouched, .saving, .saved: false
    }
  }
}
