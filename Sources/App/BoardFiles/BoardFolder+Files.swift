import BoardCodec
import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import EaselPlatform
import SystemFiles

/// Opens, makes and moves the files.
extension BoardFolder {
  static let decode: EntryDecoder = { bytes in
    do { return try Entry(decoding: bytes) } catch { return nil }
  }

  /// Reads a board that another process may be writing.
  package func read(_ reference: BoardReference) throws(UserError) -> VerifiedBoard {
    let path = try existing(reference)
    return try VerifiedBoard(path: path, try contents(path))
  }

  func contents(_ path: String) throws(UserError) -> BoardFileContents {
    do {
      return try BoardFile.read(at: path, decode: Self.decode)
    } catch {
      throw UserError("\(error)")
    }
  }

  /// Opens a board to draw on.
  func open(_ path: String) throws(BoardOpeningError) -> (VerifiedBoard, FileEntryStore) {
    do {
      let clock = WallClock(milliseconds: WallClock.now()).text
      let timestamp = String(clock.map { $0 == " " ? "-" : $0 == ":" ? "." : $0 })
      let (file, contents) = try BoardFile.open(
        at: path, holder: .own, timestamp: timestamp, decode: Self.decode)
      let board = try VerifiedBoard(path: path, contents)
      return (board, FileEntryStore(file, in: self))
    } catch let error as BoardFileError {
      throw .board(error)
    } catch {
      throw .refused(UserError(wording: error))
    }
  }

  func make(
    _ path: String, _ header: BoardHeader, _ entries: [Entry] = []
  ) throws(UserError) -> FileEntryStore {
    do {
      let kept = entries.map { KeptEntry($0, bytes: $0.encoded()) }
      return FileEntryStore(
        try BoardFile.create(at: path, header: header, entries: kept, holder: .own), in: self)
    } catch {
      throw UserError("\(error)")
    }
  }

  /// Opens the board of this name, or makes it if it is missing; without a name, makes a fresh
  /// board.
  ///
  /// - Parameter owner: the public key of the user who makes the board.
  package func openOrMake(
    _ reference: BoardReference?, owner: [UInt8]
  ) throws(UserError) -> (VerifiedBoard, any EntryStore) {
    guard let reference else { return try make(freshPath(at: WallClock.now()), owner) }
    if let made = try makeWhereMissing(reference, owner: owner) { return made }
    do throws(BoardOpeningError) {
      return try open(path(of: reference))
    } catch {
      throw error.refusal
    }
  }

  /// - Returns: the new board; nil if there is a board of this name already.
  func makeWhereMissing(
    _ reference: BoardReference, owner: [UInt8]
  ) throws(UserError) -> (VerifiedBoard, any EntryStore)? {
    let path = path(of: reference)
    guard !FileSystem.exists(path) || BoardFile.isEmpty(at: path) else { return nil }
    if case .named = reference { try makeFolder() }
    return try make(path, owner)
  }

  private func make(
    _ path: String, _ owner: [UInt8]
  ) throws(UserError) -> (VerifiedBoard, any EntryStore) {
    let board = VerifiedBoard(path: path, BoardBeginning(owner: owner))
    return (board, try make(path, board.header))
  }

  /// Makes a copy with further entries, under a free name that is similar to the board's own.
  package func duplicate(
    _ path: String, adding entries: [Entry] = [], into folder: String? = nil
  ) throws(UserError) -> String {
    let contents = try contents(path)
    return try copy(
      contents.header, contents.entries + entries, named: BoardFileName.shown(path: path).string,
      into: folder)
  }

  /// Makes a new file that holds all entries from the start.
  func copy(
    _ header: BoardHeader, _ entries: [Entry], named name: String, into folder: String? = nil
  ) throws(UserError) -> String {
    let target = try freePath(BoardFileName(near: name), in: folder)
    var header = header
    header.name = BoardFileName.shown(path: target).string
    // An entry appears twice here if the entry writer wrote it to the old file after all. Two
    // different entries with the same number are both stored: they prove that their author
    // contradicted themselves.
    var known: Set<Entry> = []
    // The file gets all entries in one step, so that no partial copy remains if this process ends
    // meanwhile.
    try make(target, header, entries.filter { known.insert($0).inserted }).close()
    return target
  }

  /// Renames a board in its folder.
  package func rename(_ path: String, to name: BoardFileName) throws(UserError) -> String {
    let taken = self.path(of: .file(FileSystem.folder(of: path) + "/" + name.fileName))
    if let other = FileIdentity(taken), other != FileIdentity(path) {
      throw BoardMover.isTaken(taken)
    }
    try close(path, renaming: name)
    let target = try BoardMover(paths: paths).rename(path, to: name)
    CallStateFile.move(from: path, to: target)
    return target
  }

  package func trash(_ path: String) throws(UserError) -> String {
    try close(path)
    let target = try BoardMover(paths: paths).trash(path)
    CallStateFile.forget(of: path)
    BoardTicketFile.forget(beside: path)
    return target
  }

  /// Removes the file at `path` if the file at `other` holds all of its entries.
  ///
  /// - Returns: false if one of the files cannot be read, if another process has the first one open, or
  ///   if both paths lead to the same file.
  package func remove(_ path: String, heldAlsoBy other: String) -> Bool {
    let files = [path, other].map { FileIdentity($0, followsLinks: true) }
    guard files[0] != files[1] else { return false }
    do {
      let known = Set(try contents(other).entries.map(\.digest))
      let own = try contents(path).entries
      guard !own.isEmpty, own.allSatisfy({ known.contains($0.digest) }) else { return false }
      try close(path)
      CallStateFile.forget(of: path)
      BoardTicketFile.forget(beside: path)
      return unlink(path) == 0
    } catch {
      // Then both files stay, and nothing is lost.
      return false
    }
  }

  package func untrash(_ path: String) throws(UserError) -> String {
    try BoardMover(paths: paths).untrash(path)
  }

  /// Makes sure that no process has a board open, and that the board is a single file. In Easel's
  /// own folder, a file that is no longer a valid board counts as a single file. Elsewhere such a
  /// file may be anything, so this method throws.
  private func close(_ path: String, renaming name: BoardFileName? = nil) throws(UserError) {
    do {
      let (_, entryStore) = try open(path)
      defer { entryStore.close() }
      if let name { try entryStore.rename(to: name) }
      guard try entryStore.closeToMove() else {
        throw UserError("another program is reading it; try again in a moment.")
      }
    } catch let error as BoardOpeningError {
      if case .board(let fault) = error, fault.fault == .notABoard,
        path.hasPrefix(paths.data + "/")
      {
        return
      }
      throw error.refusal
    } catch {
      throw UserError("\(error)")
    }
  }
}

/// The reason for which a board did not open.
enum BoardOpeningError: Error {
  case board(BoardFileError)
  case refused(UserError)

  var refusal: UserError {
    switch self {
    case .board(let error):
      var refusal = UserError("\(error)")
      if case .held = error.fault { refusal.isHeld = true }
      return refusal
    case .refused(let refusal): return refusal
    }
  }
}
