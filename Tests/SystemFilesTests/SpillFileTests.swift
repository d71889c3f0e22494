import Foundation
import Testing

@testable import SystemFiles

@Suite struct SpillFileTests {
  @Test("a spill file has no name, and no other user may open it")
  func nameless() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try SpillFile(in: folder.path)
    try file.write([1, 2, 3], at: 100)
    #expect(file.facts.links == 0)
    #expect(file.facts.permissions & 0o077 == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("bytes are read at the offset at which they were written, and missing bytes are an error")
  func reading() throws {
    let file = try SpillFile()
    try file.write([9, 8, 7, 6][1...], at: 1_000_000)
    #expect(try file.read(3, at: 1_000_000) == [8, 7, 6])
    #expect(try file.read(2, at: 0) == [0, 0])
    #expect(throws: FileError.self) { try file.read(4, at: 1_000_000) }
    #expect(file.truncate(to: 0))
    #expect(throws: FileError.self) { try file.read(1, at: 0) }
    #expect(try #require(file.freeBytes) > 0)
  }

  @Test("a folder that is not there is an error")
  func missing() {
    #expect(throws: FileError.system(.noSuchFileOrDirectory)) {
      try SpillFile(in: "/nonexistent/folder")
    }
  }
}
