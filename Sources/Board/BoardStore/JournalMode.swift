import CEaselSystem

/// The method by which SQLite protects a board while it writes to the board.
enum JournalMode: String {
  /// New pages go into a `-wal` file beside the board.
  case wal = "WAL"
  /// Old pages go into a `-journal` file beside the board, and each commit empties it.
  case truncate = "TRUNCATE"
  /// No journal; for a file that no other program can find before it is complete.
  case off = "OFF"

  /// Chooses the mode for a board at this path.
  ///
  /// In WAL mode, the readers and the writer share an index in memory. Two machines that use the
  /// same network file system share no memory, so one of them may read wrong pages. A rollback
  /// journal needs only file locks. Of the rollback modes, `TRUNCATE` is used: SQLite synchronises
  /// a journal that it empties, but not the folder of a journal that it deletes.
  init(for path: String) {
    var facts = statfs()
    let isKnown = statfs(path, &facts) == 0
    self.init(fileSystem: isKnown ? UInt32(truncatingIfNeeded: facts.f_type) : 0)
  }

  /// - Parameter type: the type from `statfs`; 0 if it is unknown.
  init(fileSystem type: UInt32) {
    self = Self.networkFileSystems.contains(type) ? .truncate : .wal
  }

  /// NFS, SMB, CIFS, SMB2 and 9P, as `linux/magic.h` defines them.
  private static let networkFileSystems: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997,
  ]
}
