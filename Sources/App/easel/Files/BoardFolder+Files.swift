import BoardCodec
import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import EaselPlatform

/// Opening, making and moving the files.
extension BoardFolder {
  private static let decode: EntryDecoder = { bytes in
    do { return try Entry(decoding: bytes) } catch { return nil }
  }

  /// A board to look at, which anybody may be writing.
  func read(_ reference: BoardReference) throws(UserError) -> StoredBoard {
    let path = try existing(reference)
    return try StoredBoard(path: path, try contents(path))
  }

  func contents(_ path: String) throws(UserError) -> BoardContents {
    do {
      return try BoardFile.read(at: path, decode: Self.decode)
    } catch {
      throw UserError("\(error)")
    }
  }

  /// A board to draw on.
  func open(_ path: String) throws(BoardOpeningError) -> (StoredBoard, FileEntryStore) {
    do {
      let clock = WallClock(milliseconds: WallClock.now()).text
      let timestamp = String(clock.map { $0 == " " ? "-" : $0 == ":" ? "." : $0 })
      let (file, contents) = try BoardFile.open(
        at: path, holder: .own, timestamp: timestamp, decode: Self.decode)
      let board = try StoredBoard(path: path, contents)
      if board.isFromBeforeIDs {
        guard board.header.old.heads.count <= OldHeads.countMax else {
          throw UserError(
            "\(UserError.shown(path)) was drawn on in too many runs for this version.")
        }
        try file.begin(as: board.log.genesis, board.header.old)
      }
      return (board, FileEntryStore(file, in: self))
    } catch let error as BoardError {
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

  /// The board of this name, made where there is none; without a name, a fresh one.
  ///
  /// - Parameter owner: the public key of whoever makes it.
  func openOrMake(
    _ reference: BoardReference?, owner: [UInt8]
  ) throws(UserError) -> (StoredBoard, any EntryStore) {
    guard let reference else { return try make(freshPath(at: WallClock.now()), owner) }
    if let made = try makeWhereMissing(reference, owner: owner) { return made }
    do throws(BoardOpeningError) {
      return try open(reference.path(in: places))
    } catch {
      throw error.refusal
    }
  }

  /// - Returns: nil where there is one of this name.
  func makeWhereMissing(
    _ reference: BoardReference, owner: [UInt8]
  ) throws(UserError) -> (StoredBoard, any EntryStore)? {
    let path = reference.path(in: places)
    guard !FileSystem.exists(path) || BoardFile.isEmpty(at: path) else { return nil }
    if case .named = reference { try makeFolder() }
    return try make(path, owner)
  }

  private func make(
    _ path: String, _ owner: [UInt8]
  ) throws(UserError) -> (StoredBoard, any EntryStore) {
    let board = StoredBoard(path: path, BoardBeginning(owner: owner))
    return (board, try make(path, board.header))
  }

  /// A copy with further entries, under a free name near its own.
  func duplicate(
    _ path: String, adding entries: [Entry] = [], into folder: String? = nil
  ) throws(UserError) -> String {
    let contents = try contents(path)
    return try copy(
      contents.header, contents.entries + entries, named: BoardName.shown(path: path).string,
      into: folder)
  }

  /// A new file that holds all this from the start.
  func copy(
    _ header: BoardHeader, _ entries: [Entry], named name: String, into folder: String? = nil
  ) throws(UserError) -> String {
    let target = try freePath(BoardName(near: name), in: folder)
    var header = header
    header.name = BoardName.shown(path: target).string
    // An entry is here twice where the entry writer wrote it to the old file after all. Two different entries of
    // one number are both kept: they prove that their author contradicted themselves.
    var known: Set<Entry> = []
    // The file gets all entries at once, so that no half of a copy is left where this process ends
    // meanwhile.
    try make(target, header, entries.filter { known.insert($0).inserted }).close()
    return target
  }

  /// Gives a board another name in the folder it is in.
  func rename(_ path: String, to name: BoardName) throws(UserError) -> String {
    try close(path, renaming: name)
    return try BoardMover(places: places).rename(path, to: name)
  }

  func trash(_ path: String) throws(UserError) -> String {
    try close(path)
    let target = try BoardMover(places: places).trash(path)
    CallStateFile.forget(of: path)
    BoardTicketFile.forget(beside: path)
    return target
  }

  func untrash(_ path: String) throws(UserError) -> String {
    try BoardMover(places: places).untrash(path)
  }

  /// Makes sure that nobody has a board open and that it is one file. In Easel's own folder, what is
  /// no board any more is one file anyway; elsewhere it may be anything, and is not touched.
  private func close(_ path: String, renaming name: BoardName? = nil) throws(UserError) {
    do {
      let (_, entryStore) = try open(path)
      defer { entryStore.close() }
      if let name { try entryStore.rename(to: name) }
      guard try entryStore.closeToMove() else {
        throw UserError("another program reads it just now; try again in a moment.")
      }
    } catch let error as BoardOpeningError {
      if case .board(let fault) = error, fault.fault == .notABoard,
        path.hasPrefix(places.data + "/")
      {
        return
      }
      throw error.refusal
    } catch {
      throw UserError("\(error)")
    }
  }
}

/// Why a board did not open.
enum BoardOpeningError: Error {
  case board(BoardError)
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
