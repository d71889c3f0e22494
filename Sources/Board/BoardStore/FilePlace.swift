import EaselPlatform

/// The identity of the file at a path.
struct FilePlace: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Nil if there is no file at the path.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = facts.st_dev
    number = facts.st_ino
  }
}
