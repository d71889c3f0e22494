extension RawPages {
  /// How many entries the `-wal` says were committed, whether or not SQLite still believes it.
  ///
  /// SQLite passes over all that follows a damaged frame without a word, since it cannot know it
  /// from what a killed process left unfinished. But a commit that was finished ends in a frame
  /// that says so; if its tally is above SQLite's, entries would be lost. Nil without a `-wal`.
  ///
  /// Ask before SQLite reads, for a writer may go on meanwhile.
  static func committedTally(besides path: String) throws(BoardError) -> Int? {
    guard let wal = try read(path + "-wal"), wal.count > walHeader + frameHeader else { return nil }
    let salts = [wal[16..<24], wal[walHeader + 8..<walHeader + 16]]
    var (committed, pending): (Int?, Int?) = (nil, nil)
    for start in stride(
      from: walHeader, to: wal.count - frameHeader, by: frameHeader + Schema.pageSize)
    {
      let page = start + frameHeader
      // Frames of an earlier round, which this one has not overwritten yet, have other salts.
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
