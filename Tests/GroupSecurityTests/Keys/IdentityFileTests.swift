import Foundation
import Testing

@testable import GroupSecurity

/// Each test has a folder of its own, which goes with it.
final class IdentityFileTests {
  private let folder = NSTemporaryDirectory() + "identity-" + UUID().uuidString
  private var path: String { folder + "/identity" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func seed(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

  private func fault() -> IdentityFileError.Fault? {
    do {
      _ = try IdentityFile.load(orCreateAt: path) { seed(9) }
      return nil
    } catch {
      #expect(error.path == path)
      return error.fault
    }
  }

  /// The first load makes the file, the second one reads it.
  private func expectMadeOnce() throws {
    let made = try IdentityFile.load(orCreateAt: path) { seed(1) }
    let read = try IdentityFile.load(orCreateAt: path) { seed(2) }
    #expect(made.publicKey == read.publicKey)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600 && facts.st_size == 32)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["identity"])
  }

  @Test("the first start makes the file, later ones read it")
  func makesAndReads() throws {
    try expectMadeOnce()
  }

  @Test("a file without a byte counts as none, whatever its mode, and is written anew")
  func empty() throws {
    for mode: mode_t in [0o600, 0o644] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      chmod(path, mode)
      try expectMadeOnce()
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test(
    "when many start at once one makes the identity, and all are the same person",
    arguments: [false, true])
  func race(isEmptyFileThere: Bool) async throws {
    let path = path
    if isEmptyFileThere {
      #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      chmod(path, 0o600)
    }
    let keys = await withTaskGroup(of: [UInt8]?.self) { group in
      for byte in UInt8(1)...16 {
        group.addTask {
          let seed = [UInt8](repeating: byte, count: 32)
          return try? IdentityFile.load(orCreateAt: path) { seed }.publicKey
        }
      }
      return await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
    }
    #expect(keys.count == 1 && keys.first != [UInt8]?.none)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["identity"])
  }

  @Test("a file that others may read, of another length or not a file is refused")
  func refuses() throws {
    for count in [31, 33] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data(count: count)))
      chmod(path, 0o600)
      #expect(fault() == .wrongLength(count))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(FileManager.default.createFile(atPath: path, contents: Data(seed(1))))
    chmod(path, 0o640)
    #expect(fault() == .wrongMode(0o640))
    chmod(path, 0o600)
    #expect(fault() == nil)
    symlink(path, path + "-link")
    rename(path + "-link", path)
    #expect(fault() == .notAFile)
    try FileManager.default.removeItem(atPath: path)
    mkdir(path, 0o700)
    #expect(fault() == .notAFile)
    rmdir(path)
    mkfifo(path, 0o600)
    #expect(fault() == .notAFile)
  }

  @Test("another's file is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
  func anothers() {
    #expect(FileManager.default.createFile(atPath: path, contents: Data(seed(1))))
    chmod(path, 0o600)
    chown(path, 12_345, 0)
    #expect(fault() == .wrongOwner(12_345))
  }

  @Test("if no file can be made, the error says so")
  func cannotCreate() throws {
    try FileManager.default.removeItem(atPath: folder)
    #expect(fault() == .cannotCreate(errno: ENOENT))
  }
}
