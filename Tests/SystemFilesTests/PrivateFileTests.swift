import Foundation
import Glibc
import Testing

@testable import SystemFiles

/// Each test has a folder of its own, which goes with it.
final class PrivateFileTests {
  private let folder = NSTemporaryDirectory() + "private-" + UUID().uuidString
  private var path: String { folder + "/file" }

  init() throws { try FileSystem.makeFolder(folder) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var names: [String] {
    get throws { try FileSystem.list(folder).map(\.name).sorted() }
  }

  @Test("a reader finds the old content or the new one: a replaced file is another file")
  func replaces() throws {
    try PrivateFile.replace(path, with: [1])
    let old = FileIdentity(path)
    try PrivateFile.replace(path, with: [2, 3])
    #expect(try PrivateFile.read(path, limit: 9) == [2, 3] && FileIdentity(path) != old)
    #expect(FileSystem.mode(of: path).map { $0 & 0o777 } == 0o600)
    #expect(try names == ["file"])
  }

  @Test("a write that fails leaves no file behind, and the old file unchanged")
  func fails() throws {
    try PrivateFile.create(path, with: [1])
    #expect(throws: FileError.system(.fileExists)) { try PrivateFile.create(self.path, with: [2]) }
    #expect(try PrivateFile.read(path, limit: 9) == [1])
    #expect(try names == ["file"])
    #expect(throws: FileError.system(.noSuchFileOrDirectory)) {
      try PrivateFile.replace(self.folder + "/none/file", with: [1])
    }
  }

  @Test("an empty file counts as none where the caller says so")
  func empty() throws {
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    chmod(path, 0o644)
    #expect(try PrivateFile.read(path, limit: 9, ignoresEmpty: true) == nil)
    try PrivateFile.create(path, with: [1], replacesEmpty: true)
    try PrivateFile.create(path, with: [2], replacesEmpty: true)
    #expect(try PrivateFile.read(path, limit: 9) == [1])
    #expect(try names == ["file"])
  }

  @Test("a private file is read only if no other user can read it, and it is a plain file")
  func refuses() throws {
    #expect(try PrivateFile.read(path, limit: 9) == nil)
    try PrivateFile.create(path, with: [1, 2, 3])
    #expect(throws: FileError.tooLong(3)) { try PrivateFile.read(self.path, limit: 2) }
    chmod(path, 0o640)
    #expect(throws: FileError.wrongMode(0o640)) { try PrivateFile.read(self.path, limit: 9) }
    symlink(path, path + "-link")
    #expect(throws: FileError.symbolicLink) {
      try PrivateFile.read(self.path + "-link", limit: 9)
    }
    #expect(throws: FileError.wrongType) { try PrivateFile.read(self.folder, limit: 9) }
  }

  @Test("at most one process holds a lock, and the others find what it wrote")
  func locks() throws {
    let lock = try FileLock(at: path, waits: false)
    try lock.write([7])
    #expect(throws: FileError.held(by: [7])) { try FileLock(at: self.path, waits: false) }
    try FileManager.default.removeItem(atPath: path)
    #expect(!lock.isInPlace)
    let next = try FileLock(at: path, waits: false)
    lock.remove()
    #expect(next.isInPlace)
    next.remove()
    #expect(try names.isEmpty)
  }
}
