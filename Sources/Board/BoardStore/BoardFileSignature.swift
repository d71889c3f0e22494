import EaselPlatform

/// Tells boards from other files by their first bytes.
package enum BoardFileSignature {
  /// Returns whether a board is at the path, or at the end of a link there. Do not call it for a board
  /// that this process has open: the end of the call would release the locks of SQLite.
  package static func isBoard(at path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Schema.applicationIDOffset + 4)
    guard read(file, &bytes, bytes.count) == bytes.count else { return false }
    return isBoard(bytes)
  }

  /// Returns whether a file that begins with these bytes is a board.
  package static func isBoard(_ bytes: [UInt8]) -> Bool {
    RawPages.isDatabase(bytes, of: Schema.applicationID)
  }
}
