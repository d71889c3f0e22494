import EaselPlatform
import SystemFiles

/// The right to write a board. A process holds it by locking a file beside the board.
///
/// The board's own file is never locked: closing any descriptor of that file would drop SQLite's
/// locks.
final class BoardHold: Sendable {
  private let lock: FileLock

  private init(_ lock: FileLock) { self.lock = lock }

  /// - Throws: `.held` with the description that the holder wrote, or the reason why no lock can be
  ///   made.
  static func acquire(board: String, as holder: Holder) throws(BoardFileError) -> BoardHold {
    do throws(FileError) {
      let lock = try FileLock(at: board + ".lock", waits: false)
      do throws(FileError) {
        try lock.write(Array(holder.lines.utf8))
      } catch {
        lock.remove()
        throw error
      }
      return BoardHold(lock)
    } catch {
      throw BoardFileError(board, .making(error))
    }
  }

  deinit { lock.remove() }

  /// Whether the lock file is still at the path where other processes look for it.
  var isInPlace: Bool { lock.isInPlace }
}

/// Returns the system's text for an error.
func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }

extension BoardFileError.Fault {
  /// Returns the fault for an error that prevented a file from being made.
  static func making(_ error: Int32) -> Self {
    switch error {
    case EACCES, EPERM, EROFS: .readOnlyFolder
    case ENOSPC, EDQUOT: .diskFull
    case ENOENT: .missing
    case EEXIST: .exists
    default: .system(reason(error))
    }
  }

  static func making(_ error: FileError) -> Self {
    switch error {
    case .system(let code): making(code.rawValue)
    case .symbolicLink: making(ELOOP)
    case .held(let bytes):
      .held(by: Holder(reading: String(decoding: bytes, as: UTF8.self)))
    default: .system(error.reason)
    }
  }
}
