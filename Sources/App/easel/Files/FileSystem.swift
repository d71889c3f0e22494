import EaselPlatform

/// A system call that failed, and why.
struct SystemError: Error, Hashable {
  let code: Int32

  init(_ code: Int32 = errno) { self.code = code }

  /// In the system's words, without its capital.
  var reason: String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The few things that are done to files outside the board file, on plain system calls: Foundation
/// costs more at the start than all of them together.
enum FileSystem {
  /// The whole of a file, or of whatever the descriptor gives, up to `limit` bytes.
  /// EFBIG where there is more.
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

  /// The whole of a file that nobody else can read or write; nil where there is none, EACCES of any other.
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

  /// Makes a file that was not there, readable by its owner only; follows no link, replaces nothing.
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

  /// Puts new content in a file's place all at once: whoever reads it finds the old or the new.
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

  /// Gives a file another name, never one that is taken: EEXIST then.
  static func move(_ path: String, to target: String) throws(SystemError) {
    // A second name first, since rename would replace what is there without a word.
    if link(path, target) == 0 {
      guard unlink(path) == 0 else {
        let error = SystemError()
        unlink(target)
        throw error
      }
    } else {
      guard errno == EPERM || errno == EOPNOTSUPP else { throw SystemError() }
      // A file system without second names.
      guard !exists(target) else { throw SystemError(EEXIST) }
      guard rename(path, target) == 0 else { throw SystemError() }
    }
    syncFolder(of: target)
    // Else both names may be there after a power cut.
    if folder(of: path) != folder(of: target) { syncFolder(of: path) }
  }

  /// A folder and those above it, for the owner only.
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

  /// The folder that a path leads into.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path that leads there from anywhere, through no link; as it was where nothing is there.
  static func whole(_ path: String) -> String {
    let whole = realpath(path, nil)
    defer { free(whole) }
    return whole.map { String(cString: $0) } ?? path
  }

  /// The names in a folder and when each file was last changed, in milliseconds since 1970. Empty
  /// where there is no such folder.
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
      // A file may claim any time.
      let seconds = min(max(Int64(status.st_mtim.tv_sec), -timeMax), timeMax)
      let changed = seconds * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
      files.append((name, changed))
    }
    return files
  }

  /// The end of the year 9999, in seconds since 1970.
  private static let timeMax: Int64 = 253_402_300_799

  /// Makes a rename in this file's folder last through a power cut; where the file system cannot,
  /// the rename stands all the same.
  static func syncFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
