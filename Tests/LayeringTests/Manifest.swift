import Foundation

/// The package's manifest, as `swift package dump-package` prints it.
///
/// `swift package` must not run inside `swift test`: it may wait for the lock that the test run holds. So
/// `.ci/run` writes the file before.
struct Manifest: Decodable {
  let targets: [Target]

  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]

    /// From the package's root.
    var folder: String { path ?? (type == "test" ? "Tests/\(name)" : "Sources/\(name)") }

    /// The name by which other targets import it.
    var module: String { Manifest.module(name) }

    /// Nil for a target outside of `Sources`.
    var layer: Layer? {
      let parts = folder.split(separator: "/")
      return parts.first == "Sources" ? parts.dropFirst().first.flatMap { Layer("\($0)") } : nil
    }
  }

  /// A dependency: `{"byName": ["BoardLog", null]}`, `{"product": ["Crypto", "swift-crypto", …]}`.
  struct Dependency: Decodable {
    let name: String
    /// The traits of the package that turn the dependency on; empty for an unconditional one.
    let traits: [String]

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
      let parts = kinds.values.first ?? []
      guard case .text(let name)? = parts.first else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a dependency without a name"))
      }
      self.name = name
      traits = parts.flatMap { (part) -> [String] in
        if case .condition(let traits) = part { traits } else { [] }
      }
    }

    private enum Part: Decodable {
      case text(String)
      case condition(traits: [String])
      case other

      private struct Condition: Decodable { let traits: [String]? }

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          self = .text(text)
        } else if let condition = try? container.decode(Condition.self) {
          self = .condition(traits: condition.traits ?? [])
        } else {
          self = .other
        }
      }
    }
  }

  static let path = packageRoot + "/.build/manifest.json"

  static var isWritten: Bool { FileManager.default.fileExists(atPath: path) }

  static func read() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The other names under which some tests import modules, as users' manifests may give them.
  static let aliases = [
    "AVFoundation": "OpenCoordinatedPlayback", "GroupActivities": "OpenGroupActivities",
    "Combine": "OpenCombine", "MultipeerConnectivity": "OpenMultipeerConnectivity",
  ]

  static func module(_ target: String) -> String {
    target.replacingOccurrences(of: "-", with: "_")
  }
}

/// The layers of `Sources`, from the lowest to the highest.
enum Layer: String, CaseIterable, Comparable {
  case base = "Base"
  case board = "Board"
  case group = "Group"
  case activities = "Activities"
  case screen = "Screen"
  case testing = "Testing"
  case app = "App"

  init?(_ folder: String) { self.init(rawValue: folder) }

  static func < (left: Layer, right: Layer) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
