import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import SystemFiles

/// Works on boards that are files: finds, makes, opens, moves and exports them.
package struct BoardLibrary: Boards {
  package let folder: BoardFolder
  package let localAuthor: LocalAuthor

  package init(folder: BoardFolder, localAuthor: LocalAuthor) {
    (self.folder, self.localAuthor) = (folder, localAuthor)
  }

  package var owner: [UInt8] { localAuthor.identity.publicKey }

  package var sessions: SessionBoards? { SessionBoards(folder.paths) }

  /// Opens the board that the user named, or a fresh board if the user named none. Throws if
  /// another process has the board open, or if it cannot be read.
  package func start(_ reference: BoardReference?) throws(UserError) -> OpenBoardFile {
    guard let reference else { return fresh() }
    let path = folder.path(of: reference)
    if FileSystem.exists(path) { return try open(path) }
    try checkFolder(of: path)
    return fresh(path: path)
  }

  /// Throws if a board at this path would have no folder. Easel makes its own folder with the first
  /// board in it.
  private func checkFolder(of path: String) throws(UserError) {
    let parent = FileSystem.folder(of: path)
    guard parent == folder.paths.data || FileSystem.exists(parent) else {
      throw UserError("there is no folder \(UserError.shown(parent)) for the board.")
    }
  }

  /// Opens a board that a host shares. The board gets its file at once: otherwise another run of
  /// this user could join and give the board's name to its own copy. Also, a call can only be saved
  /// beside a board's file.
  package func startHosted(_ reference: BoardReference?) throws(UserError) -> OpenBoardFile {
    if let reference {
      try checkFolder(of: reference.path(in: folder.paths))
      try folder.makeWhereMissing(reference, owner: localAuthor.identity.publicKey)?.1.close()
    }
    return try start(reference)
  }

  /// Returns a board that has no file until the first entry is written.
  ///
  /// - Parameters:
  ///   - path: the path of the file that the first entry makes. If another program has made a board
  ///     at this path by then, a file in Easel's own folder gets a similar name. Nil chooses a free
  ///     path that fits the name.
  ///   - name: nil means a name made of the date.
  package func fresh(
    path: String? = nil, named name: SafeText? = nil, from beginning: BoardBeginning? = nil
  ) -> OpenBoardFile {
    let shown = path.map(BoardFileName.shown) ?? name ?? BoardTitle.fresh
    let beginning = beginning ?? BoardBeginning(owner: localAuthor.identity.publicKey)
    let header = beginning.header(named: shown.string)
    let board = LoadedBoard(
      named: shown, from: beginning, replicaGenesis: localAuthor.replicaGenesis())
    let folder = folder
    let wanted = (name ?? path.map(BoardFileName.shown)).flatMap { BoardFileName(near: $0.string) }
    let pending = wanted == nil ? PendingBoardName(in: folder) : nil
    let writer = writer(
      .made { entries, people, report in
        let isTaken = path.map { FileSystem.exists($0) && !BoardFile.isEmpty(at: $0) } ?? false
        let isOwn = path?.hasPrefix(folder.paths.data + "/") ?? false
        let path =
          try (isTaken && isOwn ? nil : path)
          ?? (wanted ?? pending?.chosen).map { try folder.freePath($0) }
          ?? folder.freshPath(at: WallClock.now())
        if path.hasPrefix(folder.paths.data + "/") { try folder.makeFolder() }
        var header = header
        header.name = BoardFileName.shown(path: path).string
        header.introduce(people)
        let entryStore = try folder.make(path, header, entries)
        report(.filed(path: path, name: BoardFileName.shown(path: path)))
        return entryStore
      })
    return OpenBoardFile(board: board, writer: writer, header: header, pendingName: pending)
  }

  package func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> OpenBoardFile {
    fresh(named: name, from: beginning)
  }

  /// Opens a board that has a file. A board that can be read but not written is opened read-only.
  package func open(_ path: String) throws(UserError) -> OpenBoardFile {
    if BoardFile.isEmpty(at: path) { return fresh(path: path) }
    return try read(path)
  }

  private func read(_ path: String) throws(UserError) -> OpenBoardFile {
    do throws(BoardOpeningError) {
      let (stored, entryStore) = try folder.open(path)
      BoardTicketFile.forget(beside: path)
      return opened(stored, readOnly: nil, .open(entryStore))
    } catch {
      guard case .board(let fault) = error, fault.allowsReading else {
        throw error.refusal.isHeld ? held(path) ?? error.refusal : error.refusal
      }
      let stored = try VerifiedBoard(path: path, try folder.contents(path))
      let reason = SafeText("\(fault)")
      return opened(stored, readOnly: reason, Self.refusing(UserError(reason.string)))
    }
  }

  /// Opens a board only to look at it. Another process may be drawing on it.
  package func openToLook(_ reference: BoardReference) throws(UserError) -> OpenBoardFile {
    opened(
      try folder.read(reference), readOnly: nil,
      Self.refusing(UserError("this board is open only to look at it.")))
  }

  /// Returns an error that tells the user how to join, if a host without a screen that belongs to
  /// this user may have the board open; otherwise nil.
  private func held(_ path: String) -> UserError? {
    guard CallStateFile.hasHost(of: path, madeBy: localAuthor.identity) else { return nil }
    let isNamed = FileSystem.folder(of: path) == folder.paths.data
    let name = isNamed ? BoardFileName.shown(path: path).string : path
    let shown = UserError.shown(name)
    var refusal = UserError("“\(shown)” is open already: `easel \(shown)` in a shell leads there.")
    refusal.isHeld = true
    return refusal
  }

  private func opened(
    _ stored: VerifiedBoard, readOnly: SafeText?, _ origin: sending EntryWriter.Origin
  ) -> OpenBoardFile {
    var board = LoadedBoard(
      path: stored.path, name: stored.name, log: stored.log,
      replicaGenesis: localAuthor.replicaGenesis(),
      picture: stored.picture, people: stored.people, readOnly: readOnly,
      notice: stored.notice.map { SafeText($0) })
    board.credits = stored.credits
    board.hasUnreadable = stored.hasUnreadable
    return OpenBoardFile(board: board, writer: writer(origin), header: stored.header)
  }

  /// Opens the file of a board that is in memory already, and returns a new entry writer for it. If
  /// the file cannot be opened, the entry writer writes nothing and reports the reason.
  package func writer(reopening path: String) -> EntryWriter {
    do throws(BoardOpeningError) {
      return writer(.open(try folder.open(path).1))
    } catch {
      return writer(Self.refusing(error.refusal))
    }
  }

  /// Opens the file of a board that is in memory already, as ``writer(reopening:)`` does.
  ///
  /// - Throws: the reason why the file cannot be opened.
  package func writer(goingOnWith path: String) throws(UserError) -> EntryWriter {
    do throws(BoardOpeningError) {
      return writer(.open(try folder.open(path).1))
    } catch { throw error.refusal }
  }

  /// Returns an origin that makes no entry store, and throws the reason instead.
  private static func refusing(_ refusal: UserError) -> EntryWriter.Origin {
    .made { _, _, _ throws(UserError) in throw refusal }
  }

  private func writer(_ origin: sending EntryWriter.Origin) -> EntryWriter {
    let localAuthor = localAuthor
    let writer = EntryWriter(
      sign: { try localAuthor.sign($0) }, sentence: { SafeText(UserError(wording: $0).sentence) },
      origin: origin)
    writer.introduce(Contributor(localAuthor.person()))
    return writer
  }

  /// Makes a copy of the open board, and opens the copy. It also holds the entries that could not
  /// be written to the board's own file.
  package func copy(
    of board: BoardReplica, _ header: BoardHeader, adding entries: [Entry]
  ) throws(UserError) -> OpenBoardFile {
    try open(
      try saveElsewhere(entries, of: board, header, named: board.name.string))
  }

  /// Saves in another place the entries that could not be written to the board's file. Returns a
  /// sentence that names the place, or says that the entries are lost.
  package func rescue(_ entries: [Entry], of board: BoardReplica, _ header: BoardHeader) -> String {
    let lost = isWhole(entries, of: board) ? board.unkept.count : entries.count
    let count = lost == 1 ? "the last change" : "the last \(lost) changes"
    do {
      let path = try saveElsewhere(
        entries, of: board, header, named: "\(board.name.string) rescued")
      return "\(count) could not be saved in their place; the whole board is at "
        + "\(UserError.shown(path)) instead. Move it somewhere safe."
    } catch {
      return "\(count) could not be saved and \(lost == 1 ? "is" : "are") lost: \(error.sentence)"
    }
  }

  /// Writes the whole board to the first folder that accepts it: Easel's own folder, then the
  /// folder for temporary files, then the current folder. Easel's own folder may lie on the full
  /// disk.
  private func saveElsewhere(
    _ entries: [Entry], of board: BoardReplica, _ header: BoardHeader, named name: String
  ) throws(UserError) -> String {
    // If memory holds the whole board, the board's file is not read, since the file may be gone or
    // replaced.
    let path = isWhole(entries, of: board) ? nil : board.path
    let old = try path.map { path throws(UserError) in try folder.contents(path) }
    let kept = old?.entries ?? []
    // The entry writer may have written some of these entries just now. Compare hashes, not
    // numbers: two different entries with the same number prove that their author contradicted
    // themselves, and the copy needs both.
    let known = Set(kept.map(\.digest))
    let all = kept + (try signed(entries.filter { !known.contains($0.digest) }))
    var copied = old?.header ?? header
    copied.introduce([Contributor(localAuthor.person())])
    let temporary = Environment["TMPDIR"] ?? "/tmp"
    var first: UserError?
    for folderPath in [nil, temporary, "."] {
      do throws(UserError) {
        return try folder.copy(copied, all, named: name, into: folderPath)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? UserError("there is no folder to save in.")
  }

  private func isWhole(_ entries: [Entry], of board: BoardReplica) -> Bool {
    let counts = Dictionary(grouping: Set(entries.map(\.id)), by: \.replica).mapValues(\.count)
    return board.log.sortedHeads.allSatisfy {
      UInt64(counts[$0.replica] ?? 0) >= $0.sequence.raw
    }
  }

  /// Signs the user's own entries; entries of other members stay unchanged.
  private func signed(_ entries: [Entry]) throws(UserError) -> [Entry] {
    let me = localAuthor.person().author
    do {
      return try entries.map { $0.stamp.author == me ? try localAuthor.sign($0) : $0 }
    } catch {
      throw UserError(wording: error)
    }
  }
}

extension BoardFileError {
  /// Whether the board can be opened read-only despite the error.
  fileprivate var allowsReading: Bool {
    switch fault {
    case .readOnlyFile, .readOnlyFolder, .diskFull: true
    case .missing, .exists, .notABoard, .newerVersion, .unreleasedVersion, .tooLarge, .held,
      .forbidden, .system, .closed:
      false
    }
  }
}
