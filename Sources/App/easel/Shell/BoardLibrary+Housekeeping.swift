import BoardDocument
import BoardRendering
import CellFrame
import EaselBase
import FrameExport
import EaselPlatform
import ThemeFiles
import WhiteboardUI
import SystemFiles

/// Carries out commands of the board list and the menu; each returns a sentence about its result.
extension BoardLibrary {
  /// Renames a board that is not open.
  func rename(_ path: String, to text: SafeText) throws(UserError) -> String {
    let target = try folder.rename(path, to: try Self.name(text))
    return "renamed to “\(BoardName.shown(path: target).string)”"
  }

  /// Renames the open board, whose entry writer has stopped. If that fails, the board keeps its old
  /// name. Either way, a new entry writer goes on with it.
  func renameClosed(
    _ path: String, to text: SafeText
  ) -> (path: String, writer: EntryWriter, refusal: UserError?) {
    do throws(UserError) {
      let target = try folder.rename(path, to: try Self.name(text))
      return (target, writer(reopening: target), nil)
    } catch {
      return (path, writer(reopening: path), error)
    }
  }

  static func name(_ text: SafeText) throws(UserError) -> BoardName {
    guard let name = BoardName(near: text.string) else {
      throw UserError("a board's name needs a letter or a digit")
    }
    return name
  }

  func duplicate(_ path: String) throws(UserError) -> String {
    let copy = try folder.duplicate(path)
    return "copied to “\(BoardName.shown(path: copy).string)”"
  }

  func trash(_ path: String) throws(UserError) -> String {
    let target = try folder.trash(path)
    return "“\(BoardName.shown(path: target).string)” is in the trash"
  }

  func untrash(_ path: String) throws(UserError) -> String {
    let target = try folder.untrash(path)
    return "“\(BoardName.shown(path: target).string)” is back"
  }

  func remember(_ setting: Setting) throws(UserError) {
    try SettingsFile(path: folder.places.configuration).remember(setting)
  }

  /// Exports the board into the current folder, as a new file.
  func export(_ picturing: BoardExporter, _ board: BoardReplica, _ format: ExportFormat)
    throws(UserError) -> String
  {
    let (bytes, notice) = try picturing.bytes(
      of: board.picture, name: board.name, format: format)
    let name = BoardName(near: board.name.string)?.string ?? "board"
    let file = "\(name)-\(Self.shortHash(bytes)).\(format.ending)"
    do throws(FileError) {
      try PrivateFile.create(file, with: bytes)
      return ["exported to \(file)", notice].compactMap { $0 }.joined(separator: "; ")
    } catch {
      // The hash in the name shows that the file has the same content.
      guard error != .system(.fileExists) else { return "\(file) is there already" }
      throw .cannot("write", file, error)
    }
  }

  /// Returns eight hexadecimal digits of FNV-1a: enough to distinguish one state of a board from
  /// the next.
  static func shortHash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension ExportFormat {
  fileprivate var ending: String {
    switch self {
    case .text: "txt"
    case .ansi: "ans"
    case .svg: "svg"
    case .png: "png"
    }
  }
}
