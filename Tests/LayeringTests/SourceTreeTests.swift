import Foundation
import Testing

@Suite struct SourceTreeTests {
  @Test("every target imports only what its room may know of")
  func imports() throws {
    let complaints = try Tree.sources.get().flatMap { Walls.trespasses($0, rooms: Room.all) }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("no file is longer than 400 lines and no function longer than 60")
  func lengths() throws {
    let files = try Tree.sources.get() + swiftFiles(under: "Tests")
    let complaints = files.flatMap(Walls.tooLong)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("nothing in Sources forces, gives up or puts off")
  func surrenders() throws {
    let complaints = try Tree.sources.get().flatMap(Walls.surrenders)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("the table of rooms makes no ring")
  func rings() {
    for name in Room.all.keys { #expect(!reached(from: name).contains(name), "\(name)") }
  }

  /// All targets that one imports, and those that they import.
  private func reached(from name: String) -> Set<String> {
    var reached = Room.all[name]?.ours ?? []
    var before: Set<String> = []
    while reached != before {
      before = reached
      for other in before { reached.formUnion(Room.all[other]?.ours ?? []) }
    }
    return reached
  }

  @Test("the session client knows no screen and no store, and its simulator no network beside")
  func client() {
    let reached = reached(from: "BoardClient")
    #expect(reached.isDisjoint(with: ["Whiteboard", "Rendering", "Terminal", "BoardStore"]))
    let foreign = self.reached(from: "easel-sim").flatMap { Room.all[$0]?.foreign ?? [] }
    #expect(Set(foreign).isDisjoint(with: ["NIOCore", "NIOPosix", "GRDB", "OpenCombine"]))
  }

  @Test("every target has a room")
  func targets() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Sources").path)
    #expect(folders.filter { !$0.hasPrefix(".") && Room.all[$0] == nil } == [])
  }
}

private let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Read and blanked once, for all who look at it.
private enum Tree {
  static let sources = Result { try swiftFiles(under: "Sources") }
}

private func swiftFiles(under folder: String) throws -> [SourceFile] {
  let names = try FileManager.default.subpathsOfDirectory(
    atPath: root.appendingPathComponent(folder).path)
  return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
    let path = "\(folder)/\(name)"
    let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    return SourceFile(path: path, text: text)
  }
}
