import EaselPlatform
import SystemPackage

/// Operations on files of any kind. They are plain system calls, since loading Foundation takes
/// longer than all of these calls together.
package enum FileSystem {
  /// Reads all bytes of a file or another descriptor. Throws `tooLong` if there are more than
  /// `limit`.
  ///
  /// - Parameter isWanted: judges the first bytes. If they are not wanted, only they are returned.
  package static func read(
    _ descriptor: Int32, limit: Int, ifStart isWanted: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    let file = FileDescriptor(rawValue: descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = try attempt { try buffer.withUnsafeMutableBytes { try file.read(into: $0) } }
      guard count > 0 else { return bytes }
      let isStart = bytes.isEmpty
      bytes.append(contentsOf: buffer[..<count])
      if isStart, !isWanted(bytes) { return bytes }
      guard bytes.count <= limit else { throw .tooLong(bytes.count) }
    }
  }

  package static func read(
    _ path: String, limit: Int, ifStart isWanted: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    let file = try attempt {
      try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    }
    defer { close(file.rawValue) }
    return try read(file.rawValue, limit: limit, ifStart: isWanted)
  }

  /// Writes all bytes, and waits if the descriptor has no room for them now.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    let file = FileDescriptor(rawValue: descriptor)
    var written = 0
    while written < bytes.count {
      do {
        written += try attempt {
          try bytes[written...].withUnsafeBytes { try file.write($0) }
        }
      } catch {
        guard error.code == .resourceTemporarilyUnavailable else { throw error }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      }
    }
  }

  /// Renames a file. Throws `fileExists` if the new name is taken.
  package static func move(_ path: String, to target: String) throws(FileError) {
    // First make a second link: rename would replace an existing file without an error.
    if link(path, target) == 0 {
      guard unlink(path) == 0 else {
        let error = FileError.current
        unlink(target)
        throw error
      }
    } else {
      guard errno == EPERM || errno == EOPNOTSUPP else { throw .current }
      // This file system has no second links.
      guard !exists(target) else { throw .system(.fileExists) }
      guard rename(path, target) == 0 else { throw .current }
    }
    syncFolder(of: target)
    // Otherwise both names may exist after a power cut.
    if folder(of: path) != folder(of: target) { syncFolder(of: path) }
  }

  /// Makes a folder and the folders above it, for the owner only.
  package static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .current
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
  }

  package static func exists(_ path: String) -> Bool { FileIdentity(path) != nil }

  /// Returns the permissions and the type of a file; nil if there is none.
  package static func mode(of path: String) -> mode_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode : nil
  }

  /// Whether there is a plain file at the path, or at the end of a link, that other users can read.
  package static func isSharedFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
      && facts.st_mode & 0o077 != 0
  }

  /// Returns the folder that contains the file at a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns an absolute path without links; returns the path unchanged if no file is there.
  package static func resolved(_ path: String) -> String {
    let whole = realpath(path, nil)
    defer { free(whole) }
    return whole.map { String(cString: $0) } ?? path
  }

  /// Returns the names of the files in a folder, and when each was last changed, in milliseconds
  /// since 1970. Returns an empty list if there is no such folder.
  ///
  /// - Parameter kind: the kind of the files; by default plain files.
  package static func list(
    _ folder: String, of kind: mode_t = S_IFREG
  ) throws(FileError) -> [(name: String, changed: Int64)] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else { throw .current }
      return []
    }
    defer { closedir(stream) }
    var files: [(name: String, changed: Int64)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard stat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == kind else {
        continue
      }
      // The time of a file can have any value.
      let seconds = min(max(Int64(status.st_mtim.tv_sec), -timeMax), timeMax)
      let changed = seconds * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
      files.append((name, changed))
    }
    return files
  }

  /// The end of the year 9999, in seconds since 1970.
  private static let timeMax: Int64 = 253_402_300_799

  /// Makes a new name in this file's folder durable through a power cut. If the file system cannot
  /// do that, the name stays valid.
  package static func syncFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// The identity of the file at a path: another file in its place has another identity.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Nil if there is no file at the path.
  ///
  /// - Parameter followsLinks: whether to follow a symbolic link at the path.
  package init?(_ path: String, followsLinks: Bool = false) {
    var facts = stat()
    guard (followsLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
    self.init(facts)
  }

  init(_ facts: stat) { (device, number) = (facts.st_dev, facts.st_ino) }
}
