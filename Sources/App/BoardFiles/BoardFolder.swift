import BoardDocument
import BoardStore
import EaselBase
import EaselPlatform
import SystemFiles

/// Easel's folder of boards: lists its boards, and finds the file of a board by its name.
package struct BoardFolder: Sendable {
  package let paths: AppPaths

  package init(_ paths: AppPaths) { self.paths = paths }

  /// Returns the names of the boards, the last changed first.
  package func names() -> [String] { known.map(\.name.string) }

  /// Returns the board that was changed last, without opening any board.
  package func last() -> BoardSummary? { known.first }

  /// Empty if the folder cannot be read; listing or opening boards then reports the reason.
  private var known: [BoardSummary] {
    do { return try files(in: paths.data) } catch { return [] }
  }

  /// Returns all boards, and then all boards in the trash, the last changed first. Opens none of them.
  package func listing() throws(UserError) -> [BoardSummary] {
    try files(in: paths.data) + files(in: paths.trash)
  }

  /// Returns all boards, or all boards in the trash, the last changed first. Opens each of them.
  package func summaries(trashed: Bool) throws(UserError) -> [BoardSummary] {
    try files(in: trashed ? paths.trash : paths.data).map { summary in
      var summary = summary
      do throws(BoardFileError) {
        let (header, entries) = try BoardFile.summary(at: summary.path)
        summary.entries = entries
        summary.people = header.contributors.map(\.name)
      } catch {
        summary.trouble = SafeText(error.inAWord)
      }
      return summary
    }
  }

  /// Returns the path of a board. Names are equal if they look the same: other systems write accents in
  /// file names in another form, and some signs have no ink.
  package func path(of reference: BoardReference) -> String {
    let path = reference.path(in: paths)
    guard !FileSystem.exists(path) else { return path }
    switch reference {
    case .named(let name):
      let known = known
      let same = known.first { $0.name.string == name.string }
      return (same ?? known.first { $0.name.string.nameKey == name.string.nameKey })?.path ?? path
    case .file: return Self.file(lookingLike: path) ?? path
    }
  }

  /// Returns the file whose name looks like that of a path, or else the path that a new file of this
  /// look gets. Returns nil for a name that nobody sees.
  private static func file(lookingLike path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let visible = BoardFileName.visible(fileName: name)
    guard !visible.isEmpty else { return nil }
    let files: [(name: String, changed: Int64)]
    // If the folder cannot be read, opening the file reports the reason.
    do { files = try FileSystem.list(FileSystem.folder(of: path)) } catch { files = [] }
    let same = files.first {
      BoardFileName.visible(fileName: $0.name).nameKey == visible.nameKey
    }
    return path.dropLast(name.count) + (same?.name ?? visible)
  }

  /// Whether there is a file of this board.
  package func exists(_ reference: BoardReference) -> Bool {
    FileSystem.exists(path(of: reference))
  }

  /// Returns the file of an existing board.
  package func existing(_ reference: BoardReference) throws(UserError) -> String {
    let path = path(of: reference)
    guard FileSystem.exists(path) else {
      guard case .named(let name) = reference else {
        throw UserError("there is no file \(UserError.shown(path)).")
      }
      throw .noBoard(name.string, among: names())
    }
    return path
  }

  /// Returns the file of a board in the trash.
  package func trashed(_ name: String) throws(UserError) -> String {
    let boards = try files(in: paths.trash)
    guard
      let board = boards.first(where: { $0.name.string == name })
        ?? boards.first(where: { $0.name.string.nameKey == name.nameKey })
    else {
      let near = nearest(to: name, among: boards.map(\.name.string))
      let hint = near.map { " Did you mean “\($0)”?" } ?? ""
      throw UserError("there is no board “\(UserError.shown(name))” in the trash.\(hint)")
    }
    return board.path
  }

  /// Returns a free path in the folder, for a board without a name.
  func freshPath(at milliseconds: Int64) throws(UserError) -> String {
    let name = BoardFileName.dated(WallClock(milliseconds: milliseconds))
    return try freePath(name)
  }

  /// Returns a free name for a board without a name; nil if none is left.
  func freeName(at milliseconds: Int64) -> BoardFileName? {
    BoardFileName.dated(WallClock(milliseconds: milliseconds))?.free { exists(.named($0)) }
  }

  /// Returns a free path: this name, or the first free name of "name 2", "name 3" …
  ///
  /// - Parameter folder: nil means Easel's own folder.
  func freePath(_ name: BoardFileName?, in folder: String? = nil) throws(UserError) -> String {
    if folder == nil { try makeFolder() }
    let folder = folder ?? paths.data
    guard let free = name?.free(where: { exists(.file(folder + "/" + $0.fileName)) }) else {
      throw UserError("there is no free name left in \(folder).")
    }
    return folder + "/" + free.fileName
  }

  package func makeFolder() throws(UserError) {
    do {
      try FileSystem.makeFolder(paths.data)
    } catch {
      throw .cannot("make the folder", paths.data, error)
    }
  }

  private func files(in folder: String) throws(UserError) -> [BoardSummary] {
    let isTrashed = folder == paths.trash
    let files: [(name: String, changed: Int64)]
    do {
      files = try FileSystem.list(folder)
    } catch {
      throw .cannot("read the folder", folder, error)
    }
    let times = Dictionary(files.map { ($0.name, $0.changed) }) { first, _ in first }
    return files.compactMap { file, changed in
      guard file.hasSuffix(BoardFileName.ending), !file.hasPrefix(".") else { return nil }
      // SQLite's log beside the file may hold the last changes.
      return BoardSummary(
        path: folder + "/" + file, name: BoardFileName.shown(path: file),
        changed: max(changed, times[file + "-wal"] ?? 0), entries: 0, isTrashed: isTrashed)
    }.sorted { ($0.changed, $1.name.string) > ($1.changed, $0.name.string) }
  }
}

extension BoardFileError {
  /// A short reason for a list; opening the board gives more detail.
  var inAWord: String {
    switch fault {
    case .notABoard: BoardFile.isEmpty(at: path) ? "empty file" : "damaged"
    case .newerVersion: "of a newer Easel"
    case .unreleasedVersion: "of an unreleased version"
    default: "cannot be read"
    }
  }
}
