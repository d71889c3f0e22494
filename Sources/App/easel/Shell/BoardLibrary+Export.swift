import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import EaselPlatform
import PictureFormats
import ScreenContract
import SystemFiles
import ThemeFiles
import WhiteboardUI

/// Carries out commands that need a picture of the board or the settings.
extension BoardLibrary {
  func remember(_ setting: Setting) throws(UserError) {
    try SettingsFile(path: folder.paths.configuration).remember(setting)
  }

  /// Remembers people with whom a session has ended.
  func remember(_ met: [KnownPerson]) throws(UserError) {
    try PeopleFile(path: folder.paths.people).change { $0.note(met) }
  }

  /// Exports the picture of a board into the current folder, as a new file. May be called on any
  /// thread.
  ///
  /// - Returns: sentences about the file and about what it leaves out.
  func export(
    _ picture: Picture, of name: SafeText, cell: BoardCell, _ format: ExportFormat,
    with exporter: BoardExporter
  ) throws(UserError) -> String {
    let (bytes, notices) = try exporter.bytes(of: picture, name: name, cell: cell, format: format)
    let fileName = ExportFileName(of: picture, name: name)
    for number in 1...Self.filesMax {
      let file = fileName.string(number: number, ending: format.ending)
      do throws(FileError) {
        try NamedOutput("./" + file).writeNew(bytes)
        let sentences = ["Exported to \(Self.shownPath(of: file))."]
        return (sentences + notices.map { SafeText($0).sentence }).joined(separator: " ")
      } catch {
        guard error.code == .fileExists else { throw .cannot("write", file, error) }
        if Self.isFile(file, with: bytes) {
          return "\(Self.shownPath(of: file)) is there already."
        }
      }
    }
    let first = fileName.string(number: 1, ending: format.ending)
    throw UserError("there are \(Self.filesMax) files such as “\(first)” already.")
  }

  /// The largest number in the name of an export.
  private static let filesMax = 9_999

  /// Whether a file has exactly these bytes. A file that cannot be read has others.
  private static func isFile(_ path: String, with bytes: [UInt8]) -> Bool {
    guard FileSystem.mode(of: path).map({ $0 & S_IFMT == S_IFREG }) == true else { return false }
    do { return try FileSystem.read("./" + path, limit: bytes.count) == bytes } catch {
      return false
    }
  }

  /// Returns the whole path of a file in the current folder, as the user writes it.
  private static func shownPath(of file: String) -> String {
    shownPath(
      of: file, in: FileSystem.resolved("."),
      home: FileSystem.resolved(Environment["HOME"] ?? User.home ?? "/"))
  }

  /// Returns the whole path of a file in a folder, with `~` for the user's home folder.
  static func shownPath(of file: String, in folder: String, home: String) -> String {
    let path = (folder.hasSuffix("/") ? folder : folder + "/") + file
    let home = home.hasSuffix("/") ? home : home + "/"
    guard home != "/", path.hasPrefix(home) else { return path }
    return "~/" + path.dropFirst(home.count)
  }
}

extension ExportFormat {
  fileprivate var ending: String { endings.first ?? rawValue }
}
