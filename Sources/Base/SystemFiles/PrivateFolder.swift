import EaselPlatform

/// A folder that only one user can change, and that other users cannot enter or can only pass
/// through.
package enum PrivateFolder {
  /// The action that the folder's permissions prevent for other users.
  package enum Closed: mode_t {
    case toEnter = 0o077
    case toChange = 0o022
  }

  /// Makes a folder of this user if it is missing. Does not repair a folder that another user may
  /// have prepared: refuses a symbolic link, another user's folder, and an open folder.
  package static func make(_ path: String, closed: Closed = .toEnter) throws(FileError) {
    let mode: mode_t = closed == .toEnter ? 0o700 : 0o711
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .current }
    try check(path, closed: closed)
    // The process's mask may have removed the permission to pass through.
    if closed == .toChange, chmod(path, mode) != 0 { throw .current }
  }

  /// - Throws: the flaw, if the folder is not private.
  package static func check(
    _ path: String, of user: uid_t = geteuid(), closed: Closed = .toEnter
  ) throws(FileError) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw .current }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw .symbolicLink
    default: throw .wrongType
    }
    guard facts.st_uid == user else { throw .wrongOwner(facts.st_uid) }
    guard facts.st_mode & closed.rawValue == 0 else { throw .wrongMode(facts.st_mode & 0o777) }
  }
}
