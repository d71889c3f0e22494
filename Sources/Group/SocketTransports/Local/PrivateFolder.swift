import EaselPlatform
import GroupCore

/// A folder that nobody but one user can enter or change; or pass, but not change.
enum PrivateFolder {
  /// What others may not do there.
  enum Closed: mode_t {
    case toEnter = 0o077
    case toChange = 0o022
  }

  /// Makes one of this user's where it is not there. Nothing is mended that somebody else may have laid
  /// out: a link, another user's folder or an open one is refused.
  static func make(
    _ path: String, closed: Closed = .toEnter
  ) throws(TransportFault.FolderFlaw) {
    let mode: mode_t = closed == .toEnter ? 0o700 : 0o711
    guard mkdir(path, mode) == 0 || errno == EEXIST else {
      throw .system(String(cString: strerror(errno)))
    }
    try check(path, closed: closed)
    // Passing may have been taken away by the mask.
    if closed == .toChange, chmod(path, mode) != 0 {
      throw .system(String(cString: strerror(errno)))
    }
  }

  /// - Throws: why it is none.
  static func check(
    _ path: String, of user: uid_t = geteuid(), closed: Closed = .toEnter
  ) throws(TransportFault.FolderFlaw) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw .system(String(cString: strerror(errno))) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw .link
    default: throw .noFolder
    }
    guard facts.st_uid == user else { throw .foreign }
    guard facts.st_mode & closed.rawValue == 0 else { throw .open(mode: facts.st_mode & 0o777) }
  }
}
