import BoardFiles
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

/// The settings file on disk.
struct SettingsFile {
  let path: String

  /// Reads the settings. A missing file means no settings. If the file cannot be read or
  /// understood, returns a complaint, and Easel goes on without it.
  func read() -> (Settings, complaints: [String]) {
    let notice = WaitNotice.reading(path)
    defer { notice.end() }
    do {
      let bytes = try FileSystem.read(path, limit: SettingsText.bytesMax)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw SettingsNoText() }
      let (settings, complaints) = SettingsText.read(text)
      return (settings, complaints.map { "\(UserError.shown(path)): \($0)" })
    } catch is SettingsNoText {
      return (Settings(), ["\(UserError.shown(path)): this is no text in UTF-8"])
    } catch {
      let error = error as? FileError ?? .system(.ioError)
      guard error != .system(.noSuchFileOrDirectory) else { return (Settings(), []) }
      return (Settings(), ["\(UserError.shown(path)): cannot be read: \(error.reason)"])
    }
  }

  /// Returns the bytes of the file; none if there is no file, or a link that leads to none.
  private func content() throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try FileSystem.read(path, limit: SettingsText.bytesMax)
    } catch {
      guard error == .system(.noSuchFileOrDirectory) else { throw error }
      return []
    }
  }

  /// Writes one setting; all else in the file stays unchanged.
  func remember(_ setting: Setting) throws(UserError) {
    let (key, value) = setting.words
    do {
      let old = try content()
      guard let text = String(validating: old, as: UTF8.self),
        let new = SettingsText.changing(text, key, to: value)
      else {
        throw SettingsNotUnderstood()
      }
      try FileSystem.makeFolder(String(path.dropLast("/config.toml".count)))
      // The file may be a link into a folder in which the user keeps all settings.
      try NamedOutput(path).write(Array(new.utf8), newMode: .ownerOnly)
    } catch let error as FileError {
      throw .cannot("write", path, error)
    } catch {
      throw UserError(
        "“\(key)” is not remembered, since \(UserError.shown(path)) has a mistake in it.")
    }
  }
}

private struct SettingsNotUnderstood: Error {}
private struct SettingsNoText: Error {}

extension Setting {
  fileprivate var words: (key: String, value: String) {
    switch self {
    case .theme(let name): ("theme", name)
    case .raster(let choice): ("ink", choice.name)
    }
  }
}
