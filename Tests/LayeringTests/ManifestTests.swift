import Foundation
import Testing

/// The layers, the imports and the manifest.
@Suite(.enabled(if: Manifest.isWritten, "swift package dump-package > .build/manifest.json"))
struct ManifestTests {
  private let manifest = Result { try Manifest.read() }

  private var targets: [String: Manifest.Target] {
    get throws {
      Dictionary(try manifest.get().targets.map { ($0.name, $0) }) { first, _ in first }
    }
  }

  @Test("the file with the manifest is not older than the manifest")
  func age() throws {
    func changed(_ path: String) throws -> Date {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.modificationDate] as? Date)
    }
    #expect(
      try changed(Manifest.path) >= changed(packageRoot + "/Package.swift"),
      "run: swift package dump-package > .build/manifest.json")
  }

  @Test("every folder of a layer is a target, and every target in Sources lies in a layer")
  func folders() throws {
    let declared = Set(
      try manifest.get().targets.map(\.folder).filter { $0.hasPrefix("Sources/") })
    var found: Set<String> = []
    for layer in Layer.allCases {
      let folder = "Sources/\(layer.rawValue)"
      let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/" + folder)
      found.formUnion(names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" })
    }
    #expect(found == declared)
  }

  @Test("a module depends on modules of its own layer and of lower ones")
  func layers() throws {
    let targets = try targets
    for target in targets.values {
      guard let layer = target.layer else { continue }
      for dependency in target.dependencies {
        guard let other = targets[dependency.name] else { continue }
        let isLower = other.layer.map { $0 <= layer } ?? false
        #expect(isLower, "\(target.name) is below \(other.name)")
      }
    }
  }

  @Test("each target declares the modules that it imports, and imports those that it declares")
  func imports() throws {
    let targets = try targets
    for target in targets.values {
      let files = try files(of: target)
      var imported: Set<String> = []
      let declared = Set(target.dependencies.map { Manifest.module($0.name) })
      for file in files {
        for (name, line) in file.imports where name != target.module {
          let module = Manifest.aliases[name] ?? name
          imported.insert(module)
          #expect(
            declared.contains(module) || SourceRules.system.contains(module),
            "\(file.path):\(line): \(target.name) does not declare \(module)")
        }
      }
      for name in declared.subtracting(imported) {
        // A test declares a program so that it is built.
        let isProgram = targets.values.contains { $0.module == name && $0.type == "executable" }
        #expect(files.isEmpty || isProgram, "\(target.name) declares \(name) without importing it")
      }
    }
  }

  @Test("the session client reaches no screen and no store, and the simulator no network")
  func client() throws {
    let client = try reached(from: "SessionCore")
    #expect(client.isDisjoint(with: ["WhiteboardUI", "CellFrame", "TerminalIO", "BoardStore"]))
    let simulator = try reached(from: "easel-sim")
    #expect(simulator.isDisjoint(with: ["NIOCore", "NIOPosix", "GRDB", "OpenCombine"]))
  }

  @Test("sessions on boards need no screen")
  func sessions() throws {
    let sessions = try reached(from: "BoardSessions")
    #expect(
      sessions.isDisjoint(with: ["WhiteboardUI", "CellFrame", "BoardRendering", "TerminalIO"]))
  }

  @Test("no part of Easel reaches invitations that prove no identity")
  func unverified() throws {
    let parts = try manifest.get().targets.filter { target in
      target.layer != nil && target.name != "OpenMultipeerConnectivity"
    }
    #expect(parts.count > 40)
    for part in parts {
      #expect(try !reached(from: part.name).contains("OpenMultipeerConnectivity"), "\(part.name)")
    }
  }

  @Test("a golden of a frame needs no theme file, no picture file and no board")
  func goldens() throws {
    let goldens = try reached(from: "FrameTesting")
    #expect(goldens.isDisjoint(with: ["TOMLKit", "CEaselPNG", "BoardModel"]))
  }

  @Test("A package that turns the trait Program off resolves no other package")
  func traits() throws {
    let targets = try targets
    #expect(try reached(from: "FrameTesting").allSatisfy { targets[$0] != nil })
    for target in targets.values {
      for dependency in target.dependencies where targets[dependency.name] == nil {
        #expect(dependency.traits == ["Program"], "\(target.name): \(dependency.name)")
      }
    }
  }

  /// The files of a target, also those in folders that it shares with another target by a link.
  private func files(of target: Manifest.Target) throws -> [SourceFile] {
    let folder = packageRoot + "/" + target.folder
    let links = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type]
      return type as? FileAttributeType == .typeSymbolicLink
    }
    return try swiftFiles(under: target.folder)
      + links.flatMap { try swiftFiles(under: "\(target.folder)/\($0)/") }
  }

  /// All that a target depends on, and what that depends on.
  private func reached(from name: String) throws -> Set<String> {
    let targets = try targets
    var (reached, next): (Set<String>, [String]) = ([], [name])
    while let name = next.popLast() {
      for dependency in targets[name]?.dependencies ?? []
      where reached.insert(dependency.name).inserted {
        next.append(dependency.name)
      }
    }
    return reached
  }
}
