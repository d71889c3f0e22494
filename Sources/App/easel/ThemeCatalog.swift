import ArgumentParser
import CellFrame
import EaselBase
import EaselPlatform
import Synchronization

/// The themes there are: those in the binary, and the user's own, which may stand in for them.
struct ThemeCatalog {
  private let folder: String
  private let ownFiles: [String]
  private let readings = Readings()

  private typealias Reading = (theme: Theme?, complaints: [String])

  /// The themes that were read, and what is wrong with each. A file is read at most once in a run, since
  /// the parser leaks some memory with each error.
  private final class Readings: Sendable {
    let known = Mutex<[String: Reading]>([:])
  }

  /// Looks only what files there are; a theme is read when somebody wants it.
  init(_ places: Places) {
    folder = places.themes
    // No folder, or one that cannot be listed, holds no themes of one's own.
    let files = (try? FileSystem.list(places.themes)) ?? []
    ownFiles = files.map(\.name).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
  }

  static var completion: CompletionKind { .shellCommand("easel themes --names") }

  private var ownNames: [String] { ownFiles.map { String($0.dropLast(".toml".count)) } }

  var names: [String] { Theme.builtInNames + ownNames.filter { !Theme.builtInNames.contains($0) } }

  /// Where nobody chose one.
  var plain: Theme { Theme.builtInNames.first.flatMap(Theme.builtIn) ?? .terminal }

  /// Every theme, and what is wrong with those of the user's own that are wrong.
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

  /// A theme that was asked for by name, and what is wrong with it. One that cannot be understood
  /// at all gives the default.
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

  /// The theme of the settings, or the default and why.
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
    guard ownNames.contains(name) else { return (Theme.builtIn(name), []) }
    let path = "\(folder)/\(name).toml"
    do {
      let bytes = try FileSystem.read(path, limit: Theme.bytesMax)
      let (theme, complaints) = try Theme.read(bytes, name: name, file: path)
      return (theme, complaints.map { "\($0)" })
    } catch let error as SystemError {
      return (Theme.builtIn(name), ["\(UserError.shown(path)): cannot be read: \(error.reason)"])
    } catch {
      return (Theme.builtIn(name), ["\(error)"])
    }
  }
}
