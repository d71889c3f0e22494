extension RawPages {
  /// Returns the number of entries that were committed according to the `-wal`, even if SQLite no
  /// longer trusts the `-wal`. Nil without a `-wal`.
  ///
  /// SQLite silently skips everything after a damaged frame, because it cannot distinguish it from
  /// the unfinished work of a killed process. But the last frame of a finished commit is marked as
  /// such. If the tally up to this frame is greater than the tally that SQLite reads, entries would
  /// be lost.
  ///
  /// Call it before SQLite reads, because another program may write meanwhile.
  static func committedTally(besides path: String) throws(BoardFileError) -> Int? {
    guard let wal = try read(path + "-wal"), wal.count > walHeader + frameHeader else { return nil }
    let salts = [wal[16..<24], wal[walHeader + 8..<walHeader + 16]]
    var (committed, pending): (Int?, Int?) = (nil, nil)
    for start in stride(
      from: walHeader, to: wal.count - frameHeader, by: frameHeader + Schema.pageSize)
    {
      let page = start + frameHeader
      // Frames of an earlier use of the `-wal`, which are not overwritten yet, have other salts.
      guard salts.contains(where: { $0.elementsEqual(wal[start + 8..<start + 16]) }) else {
        continue
      }
      let end = min(page + Schema.pageSize, wal.count)
      if let tally = Salvage.tally(in: wal[page..<end]) { pending = max(pending ?? 0, tally) }
      let isCommit = number(wal, at: start + 4) != 0
      if isCommit { committed = pending }
    }
    return committed
  }
}
