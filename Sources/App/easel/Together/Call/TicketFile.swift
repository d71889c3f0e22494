import BoardClient
import EaselPlatform

/// Writes tickets into a file that only its owner can read, one per line.
enum TicketFile {
  /// Replaces the file in one step; a reader never sees a half-written file.
  static func write(_ text: String, to path: String) throws(UserError) {
    let draft = "\(path).\(getpid())"
    do throws(SystemError) {
      unlink(draft)
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw SystemError(errno) }
      defer { close(file) }
      try FileSystem.writeAll(Array(text.utf8), to: file)
      guard rename(draft, path) == 0 else { throw SystemError(errno) }
    } catch {
      unlink(draft)
      throw .cannot("write", path, error)
    }
  }
}
