import BoardDocument
import EaselBase
import SystemFiles

/// Carries out commands of the board list; each returns a sentence about its result.
extension BoardLibrary {
  /// Renames a board that is not open.
  package func rename(_ path: String, to text: SafeText) throws(UserError) -> String {
    let target = try folder.rename(path, to: try Self.name(text))
    return "Renamed to “\(BoardFileName.shown(path: target).string)”."
  }

  /// Renames the open board, whose entry writer has stopped. If the renaming fails, the board keeps
  /// its old name. In both cases the result holds a new entry writer for the board.
  package func renameClosed(
    _ path: String, to text: SafeText
  ) -> (path: String, writer: EntryWriter, refusal: UserError?) {
    do throws(UserError) {
      let target = try folder.rename(path, to: try Self.name(text))
      return (target, writer(reopening: target), nil)
    } catch {
      return (path, writer(reopening: path), error)
    }
  }

  package static func name(_ text: SafeText) throws(UserError) -> BoardFileName {
    guard let name = BoardFileName(near: text.string) else {
      throw UserError("a board's name needs a letter or a digit")
    }
    return name
  }

  package func duplicate(_ path: String) throws(UserError) -> String {
    let copy = try folder.duplicate(path)
    return "Copied to “\(BoardFileName.shown(path: copy).string)”."
  }

  package func trash(_ path: String) throws(UserError) -> String {
    let target = try folder.trash(path)
    return "“\(BoardFileName.shown(path: target).string)” is in the trash."
  }

  /// Returns this user's file of a board; nil if there is none in Easel's own folder.
  package func file(of name: SafeText) -> String? {
    let path = BoardFileName(near: name.string).map { folder.paths.data + "/" + $0.fileName }
    return path.flatMap { FileSystem.exists($0) ? $0 : nil }
  }

  package func untrash(_ path: String) throws(UserError) -> String {
    let target = try folder.untrash(path)
    return "“\(BoardFileName.shown(path: target).string)” is back."
  }
}
