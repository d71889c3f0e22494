import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import FrameExport
import SystemFiles
import ThemeFiles
import WhiteboardUI

/// Carries out commands that need a picture of the board or the settings.
extension BoardLibrary {
  func remember(_ setting: Setting) throws(UserError) {
    try SettingsFile(path: folder.places.configuration).remember(setting)
  }

  /// Exports the picture of a board into the current folder, as a new file. May be called on any
  /// thread.
  ///
  /// - Returns: sentences about the file and about what it leaves out.
  func export(
    _ picture: Picture, of name: SafeText, _ format: ExportFormat, with exporter: BoardExporter
  ) throws(UserError) -> String {
    let (bytes, notices) = try exporter.bytes(of: picture, name: name, format: format)
    let stem = BoardFileName(near: name.string)?.string ?? "board"
    let file = "\(stem)-\(Self.shortHash(bytes)).\(format.ending)"
    do throws(FileError) {
      try PrivateFile.create(file, with: bytes)
      let sentences = ["Exported to \(Self.shownPath(of: file))."]
      return (sentences + notices.map { SafeText($0).sentence }).joined(separator: " ")
    } catch {
      // The hash in the name shows that the file has the same content.
      guard error != .system(.fileExists) else {
        return "\(Self.shownPath(of: file)) is there already."
      }
      throw .cannot("write", file, error)
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
