import EaselPlatform

/// The error of a failed system call.
struct SystemError: Error, Hashable {
  let code: Int32

  init(_ code: Int32 = errno) { self.code = code }

  /// The system's message, without a capital at the start.
  var reason: String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The few operations on files other than the board file, by plain system calls: Foundation takes
/// longer to load than all of them together.
enum FileSystem {
  /// Reads all bytes of a file or another descriptor, up to `limit` bytes. Throws EFBIG if there
  /// are more.
  static func read(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = EaselPlatform.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError() }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= limit else { throw SystemError(EFBIG) }
    }
  }

  static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// Reads a file that no other user can read or write. Returns nil if there is none; throws EACCES
  /// for any other file.
  static func readOwn(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError()
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0
    else { throw SystemError(EACCES) }
    return try read(file, limit: limit)
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        EaselPlatform.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
        continue
      }
      guard count > 0 else { throw SystemError() }
      written += count
    }
  }

  /// Makes a new file that only its owner can read. Follows no link and replaces no file.
  static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw SystemError() }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Replaces the content of a file in one step: a reader finds the old content or the new.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    try create(temporary, bytes)
    guard rename(temporary, path) == 0 else {
      let error = SystemError()
      unlink(temporary)
      throw error
    }
    syncFolder(of: path)
  }

  /// Renames a file. Throws EEXIST if the new name is taken.
  static func move(_ path: String, to target: String) throws(SystemError) {
    // First make a second link: rename would replace an existing file without an error.
    if link(path, target) == 0 {
      guard unlink(path) == 0 else {
        let error = SystemError()
        unlink(target)
        throw error
      }
    } else {
      guard errno == EPERM || errno == EOPNOTSUPP else { throw SystemError() }
      // This file system has no second links.
      guard !exists(target) else { throw SystemError(EEXIST) }
      guard rename(path, target) == 0 else { throw SystemError() }
    }
    syncFolder(of: target)
    // Otherwise both names may exist after a power cut.
    if folder(of: path) != folder(of: target) { syncFolder(of: path) }
  }

  /// Makes a folder and the folders above it, for the owner only.
  static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError()
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError() }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the folder that contains the file at a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns an absolute path without links; returns the path unchanged if no file is there.
  static func whole(_ path: String) -> String {
    let whole = realpath(path, nil)
    defer { free(whole) }
    return whole.map { String(cString: $0) } ?? path
  }

  /// Returns the names of the files in a folder, and when each was last changed, in milliseconds
  /// since 1970. Returns an empty list if there is no such folder.
  static func list(_ folder: String) throws(SystemError) -> [(name: String, changed: Int64)] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else { throw SystemError() }
      return []
    }
    defer { closedir(stream) }
    var files: [(name: String, changed: Int64)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard stat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
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

  /// Makes a rename in this file's folder durable through a power cut. If the file system cannot do
  /// that, the rename stays valid.
  static func syncFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
