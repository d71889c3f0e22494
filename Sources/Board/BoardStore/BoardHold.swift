import EaselPlatform

/// The right to write a board, held by locking a file beside it.
///
/// The lock is never on the board's own file: closing any descriptor of that file would drop
/// SQLite's locks. The system releases the lock when the process ends in any way, so no lock is
/// ever stale.
final class BoardHold: Sendable {
  private let file: Int32
  private let path: String

  private init(file: Int32, path: String) {
    self.file = file
    self.path = path
  }

  /// - Throws: `.held` with the holder's own description, or the reason why no lock can be made.
  static func acquire(board: String, as holder: Holder) throws(BoardError) -> BoardHold {
    let path = board + ".lock"
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw BoardError(board, .making(errno)) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let error = errno
        defer { close(file) }
        throw BoardError(
          board, error == EWOULDBLOCK ? .held(by: read(file)) : .system(reason(error)))
      }
      // The last holder may have removed the file between its opening and its locking here.
      if isStill(file, at: path) {
        let lines = Array(holder.lines.utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, lines, lines.count, 0) == lines.count else {
          let error = errno
          unlink(path)
          close(file)
          throw BoardError(board, .making(error))
        }
        return BoardHold(file: file, path: path)
      }
      close(file)
    }
  }

  deinit {
    // A user may have removed the lock, and another process may have made a new lock.
    if isInPlace { unlink(path) }
    close(file)
  }

  /// Whether the lock is still at the path where other processes look for it.
  var isInPlace: Bool { Self.isStill(file, at: path) }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }

  private static func read(_ file: Int32) -> Holder {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = pread(file, &bytes, bytes.count, 0)
    return Holder(reading: String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }
}

/// Returns the system's text for an error.
func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }

extension BoardError.Fault {
  /// Returns the fault for an error that prevented the making of a file.
  static func making(_ error: Int32) -> Self {
    switch error {
    case EACCES, EPERM, EROFS: .readOnlyFolder
    case ENOSPC, EDQUOT: .diskFull
    case ENOENT: .missing
    case EEXIST: .exists
    default: .system(reason(error))
    }
  }
}
