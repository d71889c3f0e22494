import BoardDocument
import BoardStore
import EaselBase
import EaselPlatform
import WhiteboardUI

/// Easel's folder of boards: what is in it, and where a board is that somebody named.
struct BoardFolder: Sendable {
  let places: Places

  init(_ places: Places) { self.places = places }

  /// The names of the boards, the last changed first.
  func names() -> [String] { known.map(\.name.string) }

  /// The board that was changed last, found without opening any.
  func last() -> BoardSummary? { known.first }

  /// Where the folder cannot be read nothing is known; whoever lists or opens boards is told why.
  private var known: [BoardSummary] {
    do { return try files(in: places.data) } catch { return [] }
  }

  /// Every board, or every one in the trash, the last changed first; opens each.
  func summaries(trashed: Bool) throws(UserError) -> [BoardSummary] {
    try files(in: trashed ? places.trash : places.data).map { summary in
      var summary = summary
      do throws(BoardError) {
        let (header, entries) = try BoardFile.summary(at: summary.path)
        summary.entries = entries
        summary.people = header.participants.map(\.name)
      } catch {
        summary.trouble = SafeText(error.inAWord)
      }
      return summary
    }
  }

  /// The file of a board that is there.
  func existing(_ reference: BoardReference) throws(UserError) -> String {
    let path = reference.path(in: places)
    guard FileSystem.exists(path) else {
      guard case .named(let name) = reference else {
        throw UserError("there is no file \(UserError.shown(path)).")
      }
      throw .noBoard(name.string, among: names())
    }
    return path
  }

  /// The file of a board in the trash.
  func trashed(_ name: String) throws(UserError) -> String {
    let boards = try files(in: places.trash)
    guard let board = boards.first(where: { $0.name.string == name }) else {
      let near = nearest(to: name, among: boards.map(\.name.string))
      let hint = near.map { " Did you mean “\($0)”?" } ?? ""
      throw UserError("there is no board “\(UserError.shown(name))” in the trash.\(hint)")
    }
    return board.path
  }

  /// A path in the folder that no file has, for a board that nobody named.
  func freshPath(at milliseconds: Int64) throws(UserError) -> String {
    let name = BoardName.dated(WallClock(milliseconds: milliseconds))
    return try freePath(name)
  }

  /// A path for this name, or the first of "name 2", "name 3" … that is free.
  ///
  /// - Parameter folder: nil for Easel's own.
  func freePath(_ name: BoardName?, in folder: String? = nil) throws(UserError) -> String {
    if folder == nil { try makeFolder() }
    let folder = folder ?? places.data
    guard let free = name?.free(where: { FileSystem.exists(folder + "/" + $0.fileName) }) else {
      throw UserError("there is no free name left in \(folder).")
    }
    return folder + "/" + free.fileName
  }

  func makeFolder() throws(UserError) {
    do {
      try FileSystem.makeFolder(places.data)
    } catch {
      throw .cannot("make the folder", places.data, error)
    }
  }

  private func files(in folder: String) throws(UserError) -> [BoardSummary] {
    let isTrashed = folder == places.trash
    let files: [(name: String, changed: Int64)]
    do {
      files = try FileSystem.list(folder)
    } catch {
      throw .cannot("read the folder", folder, error)
    }
    let times = Dictionary(files.map { ($0.name, $0.changed) }) { first, _ in first }
    return files.compactMap { file, changed in
      guard file.hasSuffix(BoardName.ending), !file.hasPrefix(".") else { return nil }
      // What was written last may still be in SQLite's log beside the file.
      return BoardSummary(
        path: folder + "/" + file, name: BoardName.shown(path: file),
        changed: max(changed, times[file + "-wal"] ?? 0), entries: 0, isTrashed: isTrashed)
    }.sorted { ($0.changed, $1.name.string) > ($1.changed, $0.name.string) }
  }
}

extension BoardError {
  /// For a list; opening the board tells more.
  fileprivate var inAWord: String {
    switch fault {
    case .notABoard: BoardFile.isEmpty(at: path) ? "empty file" : "damaged"
    case .newerVersion: "of a newer Easel"
    default: "cannot be read"
    }
  }
}
