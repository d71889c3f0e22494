import Foundation
import Glibc
import Testing

@testable import SystemFiles

/// A file, link, device or pipe at the path stays what it is. Each test removes its own folder.
final class NamedOutputTests {
  private let folder = NSTemporaryDirectory() + "output-" + UUID().uuidString
  private var path: String { folder + "/file" }

  init() throws { try FileSystem.makeFolder(folder) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func mode(_ path: String) -> mode_t? { FileSystem.mode(of: path).map { $0 & 0o777 } }

  private func type(_ path: String) -> mode_t? { FileSystem.mode(of: path).map { $0 & S_IFMT } }

  private func content(_ path: String) throws -> [UInt8] {
    try FileSystem.read(path, limit: 1 << 20)
  }

  @Test("A file keeps its mode and its identity, and has the new bytes and no other")
  func keepsFile() throws {
    try NamedOutput(path).write([1, 2, 3])
    chmod(path, 0o640)
    let identity = FileIdentity(path)
    for bytes: [UInt8] in [[4], [5, 6, 7, 8, 9], [], Array(repeating: 1, count: 100_000)] {
      try NamedOutput(path).write(bytes, newMode: .ownerOnly)
      #expect(try content(path) == bytes && mode(path) == 0o640 && FileIdentity(path) == identity)
    }
  }

  @Test("A new file has the mode that the mask leaves, and one for tickets only its owner's")
  func newMode() throws {
    let mask = umask(0o027)
    defer { umask(mask) }
    try NamedOutput(path).write([1])
    try NamedOutput(path + "-own").write([1], newMode: .ownerOnly)
    try NamedOutput(path + "-new").writeNew([1])
    #expect(mode(path) == 0o640 && mode(path + "-own") == 0o600 && mode(path + "-new") == 0o640)
  }

  @Test("A link stays a link, also one to a file that is not there yet, and a hard link one")
  func links() throws {
    symlink("real", folder + "/link")
    try NamedOutput(folder + "/link").write([1])
    #expect(try names == ["link", "real"] && type(folder + "/link") == S_IFLNK)
    link(folder + "/real", folder + "/second")
    try NamedOutput(folder + "/second").write([2])
    #expect(try content(folder + "/real") == [2])
    #expect(FileIdentity(folder + "/real") == FileIdentity(folder + "/second"))
  }

  @Test("The reader of a named pipe gets the bytes, and the pipe stays one")
  func pipe() throws {
    try #require(mkfifo(path, 0o600) == 0)
    let end = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    try NamedOutput(path).write([1, 2, 3])
    var bytes = [UInt8](repeating: 0, count: 9)
    #expect(read(end, &bytes, 9) == 3 && bytes.prefix(3) == [1, 2, 3])
    #expect(type(path) == S_IFIFO)
  }

  @Test("Writing to a named pipe waits for a reader only if asked to")
  func pipeWithoutReader() throws {
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: FileError.system(.noSuchAddressOrDevice)) {
      try NamedOutput(self.path).write([1], waits: false)
    }
    #expect(type(path) == S_IFIFO)
  }

  @Test("A device stays a device, and a device without room is an error")
  func devices() throws {
    // Only a superuser makes devices.
    guard geteuid() == 0, mknod(path, S_IFCHR | 0o666, makedev(1, 3)) == 0 else { return }
    try NamedOutput(path).write([1, 2, 3])
    #expect(type(path) == S_IFCHR && mode(path) == FileSystem.mode(of: path).map { $0 & 0o777 })
    let full = folder + "/full"
    try #require(mknod(full, S_IFCHR | 0o666, makedev(1, 7)) == 0)
    #expect(throws: FileError.system(.noSpace)) { try NamedOutput(full).write([1]) }
    #expect(type(full) == S_IFCHR)
    #expect(try names == ["file", "full"])
  }

  @Test("If a file would be too large, the old content stays, and no new file is left")
  func noRoom() throws {
    var old = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    signal(SIGXFSZ, SIG_IGN)
    // Larger than any file that another test of this process writes meanwhile.
    var limit = rlimit(rlim_cur: 64 << 20, rlim_max: old.rlim_max)
    try NamedOutput(path).write([1, 2, 3])
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old) }
    let large = [UInt8](repeating: 7, count: 65 << 20)
    #expect(throws: FileError.system(.fileTooLarge)) { try NamedOutput(self.path).write(large) }
    #expect(throws: FileError.system(.fileTooLarge)) {
      try NamedOutput(self.path + "-new").write(large)
    }
    #expect(try content(path) == [1, 2, 3])
    #expect(try names == ["file"])
  }

  @Test("A new file replaces nothing, no link either")
  func newFile() throws {
    try NamedOutput(path).writeNew([1])
    symlink("nowhere", folder + "/link")
    for name in [path, folder + "/link"] {
      #expect(throws: FileError.system(.fileExists)) { try NamedOutput(name).writeNew([2]) }
    }
    #expect(try content(path) == [1])
    #expect(try names == ["file", "link"])
  }

  @Test("A secret goes into an own file, an own link, an own pipe or a device")
  func ownSecrets() throws {
    try NamedOutput(path).writeSecret([1])
    #expect(mode(path) == 0o600)
    symlink("file", folder + "/link")
    symlink("new", folder + "/dangling")
    for (name, target) in [("/link", "/file"), ("/dangling", "/new")] {
      try NamedOutput(folder + name).writeSecret([2])
      #expect(try content(folder + target) == [2] && mode(folder + target) == 0o600)
    }
    link(path, folder + "/second")
    try NamedOutput(path).writeSecret([3])
    #expect(try content(path) == [3])
    try NamedOutput("/dev/null").writeSecret([4])
    let pipe = folder + "/pipe"
    mkfifo(pipe, 0o600)
    let reader = Glibc.open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try NamedOutput(pipe).writeSecret([5])
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == 5)
  }

  @Test("A second name of a file that others can read gets no secret")
  func secondName() throws {
    try NamedOutput(path).write([1])
    chmod(path, 0o644)
    link(path, folder + "/second")
    for name in [path, folder + "/second"] {
      #expect(throws: FileError.wrongMode(S_IFREG | 0o644)) {
        try NamedOutput(name).writeSecret([2])
      }
    }
    #expect(try content(path) == [1])
  }

  @Test(
    "A file, pipe or link of another user gets no secret; other bytes are written",
    .enabled(if: geteuid() == 0, "only root can give files away"),
    arguments: ["file", "pipe", "link", "dangling", "second", "chain", "folder", "device"])
  func foreign(_ kind: String) throws {
    var (name, stranger) = (folder + "/output", uid_t(12_345))
    try NamedOutput(path).write([1])
    switch kind {
    case "pipe":
      mkfifo(name, 0o666)
      chown(name, stranger, stranger)
    case "link", "dangling":
      symlink(kind == "link" ? "file" : "nowhere", name)
      lchown(name, stranger, stranger)
    case "chain":
      symlink("theirs", name)
      symlink("file", folder + "/theirs")
      lchown(folder + "/theirs", stranger, stranger)
    case "folder":
      symlink(".", name)
      lchown(name, stranger, stranger)
      name += "/file"
    case "device":
      try #require(mknod(name, S_IFCHR | 0o666, makedev(1, 3)) == 0)
      chown(name, stranger, stranger)
    case "second":
      chmod(path, 0o666)
      chown(path, stranger, stranger)
      link(path, name)
    default:
      try NamedOutput(name).write([1])
      chmod(name, 0o666)
      chown(name, stranger, stranger)
    }
    let isLink = ["link", "dangling", "chain", "folder"].contains(kind)
    let error: FileError = isLink ? .symbolicLink : .wrongOwner(stranger)
    #expect(throws: error) { try NamedOutput(name).writeSecret([2]) }
    #expect(try content(path) == [1] && FileSystem.mode(of: folder + "/nowhere") == nil)
    if kind != "pipe" { try NamedOutput(name).write([3]) }
  }

  @Test(
    "A dash and the names of open descriptors are descriptors",
    arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func descriptors(name: String) {
    #expect(NamedOutput(name).isStandardOutput)
    #expect(
      !NamedOutput("./" + name).isStandardOutput && !NamedOutput("/dev/fd/x").isStandardOutput)
  }
}

private func makedev(_ major: UInt64, _ minor: UInt64) -> dev_t { dev_t(major << 8 | minor) }
