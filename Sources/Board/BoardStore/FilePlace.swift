import EaselPlatform

/// Which file a path leads to.
struct FilePlace: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Nil where there is none.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = facts.st_dev
    number = facts.st_ino
  }
}
