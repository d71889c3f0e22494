import Glibc
import Sharing

/// A folder that nobody but this user can enter or change.
enum PrivateFolder {
  /// Makes it where it is not there. Nothing is mended that somebody else may have laid out: a link,
  /// another user's folder or an open one is refused.
  static func make(_ path: String) throws(TransportFault.FolderFlaw) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .system(String(cString: strerror(errno)))
    }
    try check(path)
  }

  /// - Throws: why it is none.
  static func check(_ path: String) throws(TransportFault.FolderFlaw) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw .system(String(cString: strerror(errno))) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw .link
    default: throw .noFolder
    }
    guard facts.st_uid == geteuid() else { throw .foreign }
    guard facts.st_mode & 0o077 == 0 else { throw .open(mode: facts.st_mode & 0o777) }
  }
}
