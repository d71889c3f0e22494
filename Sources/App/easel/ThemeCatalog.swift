import ArgumentParser
import BoardFiles
import BoardSessions
import CellFrame
import EaselBase
import EaselPlatform
import Synchronization
import SystemFiles

/// The available themes: those in the binary, and the user's own, which may replace them.
struct ThemeCatalog {
  private let folder: String
  private let ownFiles: [String]
  private let readings = Readings()

  private typealias Reading = (theme: Theme?, complaints: [String])

  /// The themes that were read, and the faults of each. A file is read at most once in a run, since
  /// the parser leaks some memory with each error.
  private final class Readings: Sendable {
    let known = Mutex<[String: Reading]>([:])
  }

  /// Only lists the files; a theme is read when it is needed.
  init(_ paths: AppPaths) {
    folder = paths.themes
    // If there is no folder, or it cannot be listed, the user has no own themes.
    let files = (try? FileSystem.list(paths.themes)) ?? []
    ownFiles = files.map(\.name).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
  }

  static var completion: CompletionKind { .shellCommand("easel themes --names") }

  private var ownNames: [String] { ownFiles.map { String($0.dropLast(".toml".count)) } }

  var names: [String] { Theme.builtInNames + ownNames.filter { !Theme.builtInNames.contains($0) } }

  /// The theme where no other one can be used: the terminal's own colours.
  var plain: Theme { Theme.builtInNames.first.flatMap(Theme.builtIn) ?? .terminal }

  /// The name of the theme that a screen with a dark background has, if the user has chosen none.
  static let screenName = "dusk"

  /// Returns every theme, and the faults of the user's own themes.
  func all() -> (themes: [Theme], complaints: [String]) {
    var themes: [Theme] = []
    var complaints: [String] = []
    for name in names {
      let (theme, wrong) = read(name)
      complaints += wrong
      if let theme { themes.append(theme) }
    }
    return (themes, complaints)
  }

  /// Returns a theme by its name, and its faults. Returns the default theme if the file cannot be
  /// understood at all.
  func theme(_ name: String) throws(UserError) -> (Theme, complaints: [String]) {
    guard names.contains(name) else {
      let hint =
        nearest(to: name, among: names).map { "Did you mean “\($0)”?" }
        ?? "`easel themes` lists those there are."
      throw UserError(
        "there is no theme “\(UserError.shown(name))”. \(hint)", code: UserError.usage)
    }
    let (theme, complaints) = read(name)
    return (theme ?? plain, complaints)
  }

  /// The themes of a user who has chosen none, for the backgrounds of the terminal.
  static let namesForBackground = (dark: "dusk", light: "light")

  /// Returns the theme to start with: the chosen one; else Dusk on a terminal with enough colours for
  /// it, and the terminal's own colours elsewhere.
  func starting(_ chosen: String?, depth: ColorDepth) -> (Theme, complaints: [String]) {
    themeOrDefault(chosen ?? (depth.hasManyColors ? Self.namesForBackground.dark : nil))
  }

  /// Returns the theme of an export: the one that the user names, or else that of the screen, which is
  /// the theme of the settings or the one for a dark background. Tells the faults of the theme.
  func exportTheme(_ name: String?, _ paths: AppPaths) throws(UserError) -> Theme {
    let (theme, complaints): (Theme, complaints: [String])
    if let name {
      (theme, complaints) = try self.theme(name)
    } else {
      let (file, _) = SettingsFile(path: paths.configuration).read()
      let settings = file.overridden { Environment[$0] }.0
      (theme, complaints) = themeOrDefault(settings.theme ?? Self.screenName)
    }
    for complaint in complaints { Report.notice(complaint) }
    return theme
  }

  /// Returns the theme of the settings; or the default theme, and the reason for it.
  func themeOrDefault(_ name: String?) -> (Theme, complaints: [String]) {
    guard let name else { return (plain, []) }
    do {
      return try theme(name)
    } catch {
      return (plain, [error.sentence])
    }
  }

  private func read(_ name: String) -> Reading {
    readings.known.withLock { known in
      if let reading = known[name] { return reading }
      let reading = readAnew(name)
      known[name] = reading
      return reading
    }
  }

  private func readAnew(_ name: String) -> Reading {
    // The name of the file may have another form of an accent.
    guard let own = ownNames.first(where: { $0 == name }) else { return (Theme.builtIn(name), []) }
    let path = "\(folder)/\(own).toml"
    do {
      let bytes = try FileSystem.read(path, limit: Theme.bytesMax)
      let (theme, complaints) = try Theme.read(bytes, name: name, file: path)
      return (theme, complaints.map { "\($0)" })
    } catch let error as FileError {
      return (Theme.builtIn(name), ["\(UserError.shown(path)): cannot be read: \(error.reason)"])
    } catch {
      return (Theme.builtIn(name), ["\(error)"])
    }
  }
}
