import Foundation
import Testing
import TestThreads

/// The public and package declarations of each module, one a line in `__API__`. The test fails if one is
/// added, removed or changed, except for `async`, `mutating`, `inout` and generic constraints, which are not
/// listed. With `RECORD=1` in the environment the files are written, and the test fails all the same. Another
/// version of the compiler may list other conformances; then record.
@Suite(.besidePool) struct PublicAPITests {
  private static let modules = [
    "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardScript", "BoardSync",
    "GroupCore", "GroupJournal", "GroupPlayback", "GroupWire", "GroupSecurity",
    "SecureTransports", "SocketTransports", "OpenGroupActivities", "OpenCoordinatedPlayback",
    "OpenMultipeerConnectivity", "CellFrame", "BoardRendering",
    "ThemeFiles", "PictureFormats", "FrameTesting", "GroupTesting",
  ]
  private static let digester = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swift-api-digester" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "each product offers what its file says",
    .enabled(if: digester != nil, "swift-api-digester comes with the toolchain"),
    arguments: modules)
  func isKnown(module: String) throws {
    let now = try PublicAPI(of: module, digester: try #require(Self.digester)).lines
    let file = packageRoot + "/Tests/LayeringTests/__API__/\(module).txt"
    if !(ProcessInfo.processInfo.environment["RECORD"] ?? "").isEmpty {
      try (now.joined(separator: "\n") + "\n").write(
        toFile: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file): run again without RECORD")
    }
    let known = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let changed = now.difference(from: known).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(changed.isEmpty, "\(module):\n\(changed.joined(separator: "\n"))")
  }
}

/// The public declarations of a module, as the compiler's `swift-api-digester` reads them out of what was
/// built beside the test runner.
private struct PublicAPI {
  private(set) var lines: [String] = []

  private struct Node: Decodable {
    var kind: String
    var printedName: String
    var declKind: String?
    var `static`: Bool?
    var throwing: Bool?
    var hasDefaultArg: Bool?
    var implicit: Bool?
    var children: [Node]?
    var accessors: [Node]?
    var accessorKind: String?
    var conformances: [Node]?
  }

  private struct Dump: Decodable {
    var ABIRoot: Node
  }

  init(of module: String, digester: String) throws {
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("api-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: digester)
    process.arguments =
      ["-dump-sdk", "-module", module, "-sdk", "/", "-o", output.path] + (try Self.searchPaths())
    let messages = Pipe()
    process.standardError = messages
    try process.run()
    let said = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let messagesText = String(decoding: said, as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(messagesText)")
    let root = try JSONDecoder().decode(Dump.self, from: try Data(contentsOf: output)).ABIRoot
    for child in root.children ?? [] { add(child, in: module) }
    lines.sort()
    #expect(!lines.isEmpty, "\(messagesText)")
  }

  /// The search paths of the Swift and C modules.
  private static func searchPaths() throws -> [String] {
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let files = FileManager.default
    let maps = try files.contentsOfDirectory(atPath: built.path).sorted()
      .filter { $0.hasSuffix(".build") }
      .map { built.appendingPathComponent($0 + "/module.modulemap").path }
      // The module map of a removed target may still be there.
      .filter { path in
        guard let map = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        let folder = map.split(separator: "\"").first { $0.hasPrefix("/") }
        return folder.map { files.fileExists(atPath: String($0)) } ?? true
      }
    let packages = built.appendingPathComponent("../../checkouts")
    let includes = try files.contentsOfDirectory(atPath: packages.path).flatMap { package in
      let sources = packages.path + "/\(package)/Sources"
      return ((try? files.contentsOfDirectory(atPath: sources)) ?? [])
        .map { "\(sources)/\($0)/include" }
        .filter { files.fileExists(atPath: $0 + "/module.modulemap") }
    }
    let ours = ["CEaselPNG"].map { packageRoot + "/Sources/Base/" + $0 }
    return ([built.path + "/Modules"] + ours + includes.sorted()).flatMap { ["-I", $0] }
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
  }

  /// - Parameter place: the names around it.
  private mutating func add(_ node: Node, in parent: String) {
    guard let declaration = node.declKind, declaration != "Import", node.implicit != true else {
      return
    }
    let name = "\(parent).\(node.printedName)"
    let types = (node.children ?? []).filter { $0.declKind == nil }.map { type in
      type.printedName + (type.hasDefaultArg == true ? " = …" : "")
    }
    var line = "\(name)  \(node.static == true ? "static " : "")\(declaration)"
    if node.kind == "TypeDecl" {
      let protocols = (node.conformances ?? []).map(\.printedName)
        .filter { $0 != "Copyable" && $0 != "Escapable" }.sorted()
      if !protocols.isEmpty { line += " : " + protocols.joined(separator: ", ") }
    } else if let result = types.first {
      let parameters = types.dropFirst().joined(separator: ", ")
      line += node.kind == "Var" ? " \(result)" : " (\(parameters)) -> \(result)"
    }
    if node.throwing == true { line += " throws" }
    if node.accessors?.contains(where: { $0.accessorKind == "set" }) == true { line += " { set }" }
    lines.append(line)
    for child in node.children ?? [] { add(child, in: name) }
  }
}
