import CEaselSystem

/// How SQLite keeps a board whole while it writes to it.
enum JournalMode: String {
  /// New pages go into a `-wal` file beside the board.
  case wal = "WAL"
  /// Old pages go into a `-journal` file beside the board, and each commit empties it.
  case truncate = "TRUNCATE"
  /// For a file that nobody finds before it is whole.
  case off = "OFF"

  /// The mode in which a board at this path is open.
  ///
  /// In WAL mode the readers and the writer share an index in memory. Two machines that use the same
  /// network file system share no memory, so one of them may read wrong pages. A rollback journal needs
  /// nothing but file locks. Of its kinds `TRUNCATE` is chosen because SQLite synchronises an emptied
  /// journal, but no folder from which it deleted one.
  init(for path: String) {
    var facts = statfs()
    let isKnown = statfs(path, &facts) == 0
    self.init(fileSystem: isKnown ? UInt32(truncatingIfNeeded: facts.f_type) : 0)
  }

  /// - Parameter type: as `statfs` tells it; 0 where it does not.
  init(fileSystem type: UInt32) {
    self = Self.networkFileSystems.contains(type) ? .truncate : .wal
  }

  /// NFS, SMB, CIFS, SMB2 and 9P, as `linux/magic.h` has them.
  private static let networkFileSystems: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997,
  ]
}
