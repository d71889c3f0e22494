import EaselBase
import EaselPlatform
import SystemFiles

/// Moves boards between Easel's folder and its trash. A board is a single file only while no
/// process has it open; the caller must make sure of that.
struct BoardMover {
  let paths: AppPaths

  /// Renames a board in its folder.
  func rename(_ path: String, to name: BoardFileName) throws(UserError) -> String {
    let target = folder(of: path) + "/" + name.fileName
    guard target != path else { return path }
    try move(path, to: target)
    return target
  }

  func trash(_ path: String) throws(UserError) -> String {
    do {
      try FileSystem.makeFolder(paths.trash)
    } catch {
      throw .cannot("make", paths.trash, error)
    }
    return try moveToFree(path, in: paths.trash)
  }

  func untrash(_ path: String) throws(UserError) -> String {
    try moveToFree(path, in: paths.data)
  }

  private func moveToFree(_ path: String, in folder: String) throws(UserError) -> String {
    let wanted = BoardFileName(near: BoardFileName.shown(path: path).string)
    let free = wanted?.free { BoardFolder(paths).exists(.file(folder + "/" + $0.fileName)) }
    guard let free else { throw UserError("there is no free name left in \(folder).") }
    let target = folder + "/" + free.fileName
    try move(path, to: target)
    return target
  }

  static func isTaken(_ path: String) -> UserError {
    UserError("there is a board “\(BoardFileName.shown(path: path).string)” already.")
  }

  private func move(_ path: String, to target: String) throws(UserError) {
    do {
      try FileSystem.move(path, to: target)
    } catch {
      if error == .system(.fileExists) {
        throw Self.isTaken(target)
      }
      throw .cannot("move", path, error)
    }
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
