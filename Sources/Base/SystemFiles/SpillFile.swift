import EaselPlatform
import SystemPackage

/// A file without a name for data that is too large for memory. It disappears with the process, or
/// when it is closed.
///
/// Any thread may call it.
package final class SpillFile: Sendable {
  private let file: FileDescriptor

  /// Makes an empty file that only this process can open.
  ///
  /// - Parameter folder: an existing folder on a disk; by default the one that `TMPDIR` names, or
  ///   `/var/tmp`, since `/tmp` may be in memory.
  package init(
    in folder: String = Environment["TMPDIR"] ?? "/var/tmp"
  ) throws(FileError) {
    do {
      file = try attempt { try Self.openNameless(in: folder) }
    } catch {
      // Some file systems make no file without a name.
      file = try Self.openAndUnlink(in: folder)
    }
  }

  deinit { close(file.rawValue) }

  #if os(Linux)
    private static func openNameless(in folder: String) throws -> FileDescriptor {
      // The C header's macro is not imported: the bit of this flag, and O_DIRECTORY.
      let nameless = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
      return try FileDescriptor.open(
        folder, .readWrite, options: [nameless, .closeOnExec], permissions: .ownerReadWrite)
    }
  #else
    private static func openNameless(in folder: String) throws -> FileDescriptor {
      throw Errno.notSupported
    }
  #endif

  /// Makes a file, and removes its name at once.
  private static func openAndUnlink(in folder: String) throws(FileError) -> FileDescriptor {
    let path = "\(folder)/easel-spill.\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let file = try attempt {
      try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
    }
    unlink(path)
    return file
  }

  /// Writes all bytes at an offset.
  package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(FileError) {
    _ = try attempt {
      try bytes.withUnsafeBytes { try file.writeAll(toAbsoluteOffset: Int64(offset), $0) }
    }
  }

  /// Reads this many bytes at an offset. Throws if there are fewer.
  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try attempt {
      try bytes.withUnsafeMutableBytes { buffer in
        var done = 0
        while done < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
          let read = try file.read(fromAbsoluteOffset: Int64(offset + done), into: rest)
          guard read > 0 else { throw Errno.ioError }
          done += read
        }
      }
    }
    return bytes
  }

  /// Cuts the file to this many bytes, and gives the rest back to the disk.
  ///
  /// - Returns: false if the file stays as it is.
  @discardableResult
  package func truncate(to bytes: Int) -> Bool { ftruncate(file.rawValue, off_t(bytes)) == 0 }

  /// The number of names that the file has, and its permissions.
  var facts: (links: Int, permissions: mode_t) {
    var facts = stat()
    guard fstat(file.rawValue, &facts) == 0 else { return (0, 0) }
    return (Int(facts.st_nlink), facts.st_mode & 0o777)
  }

  /// The bytes of the disk that this user can still write; nil if the system does not know them.
  package var freeBytes: Int? {
    var facts = statvfs()
    guard fstatvfs(file.rawValue, &facts) == 0 else { return nil }
    return Int(clamping: UInt64(facts.f_bavail) &* UInt64(facts.f_frsize))
  }
}
