import EaselPlatform
import SystemPackage

/// An output that the user named: a file, a device, a pipe, or `-` for standard output.
///
/// An output is opened and written through. Links, second names, devices and pipes stay what they
/// are, and a file keeps its mode. ``PrivateFile`` is the other writer, for the files that are
/// Easel's own.
package struct NamedOutput: Hashable, Sendable {
  /// As the user wrote it.
  package let name: String

  package init(_ name: String) { self.name = name }

  /// The mode of a new file, before the process's mask takes its part away.
  package enum NewMode: mode_t, Sendable {
    /// The mask alone decides, as for the files of other programs.
    case byMask = 0o666
    /// Only the owner can read and write the file.
    case ownerOnly = 0o600
  }

  /// Whether the output is this process's standard output.
  package var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

  /// Whether the output is open already, because the name means a descriptor of this process.
  package var isOpen: Bool { descriptor != nil }

  /// The descriptor that the name means. Opening such a name could fail, or cut off what another
  /// program has written to the same file.
  private var descriptor: Int32? {
    switch name {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: name.hasPrefix)
      return folder.flatMap { Int32(name.dropFirst($0.count)) }
    }
  }

  /// Writes all bytes. They replace the content of a file.
  ///
  /// If the disk has too little room, a file keeps its content, and no new file is left.
  ///
  /// - Parameter waits: whether to wait until another program reads from a pipe that has a name.
  package func write(
    _ bytes: [UInt8], newMode: NewMode = .byMask, waits: Bool = true
  ) throws(FileError) {
    try write(bytes, newMode: newMode, waits: waits, followsLinks: true) { _ throws(FileError) in }
  }

  /// Writes a secret. A new file is for its owner alone.
  ///
  /// Only outputs that no other user prepared get the secret: files, pipes and devices of this user or
  /// of the system, behind links of this user or of the system. If another user made the file, the
  /// pipe, a link on the way or a second name of the file, this method throws before it writes a byte.
  ///
  /// - Parameter waits: whether to wait until another program reads from a pipe that has a name.
  package func writeSecret(_ bytes: [UInt8], waits: Bool = true) throws(FileError) {
    let output = descriptor == nil ? NamedOutput(try pathForSecret()) : self
    try output.write(
      bytes, newMode: .ownerOnly, waits: waits, followsLinks: false, check: Self.checkOwn)
  }

  /// Follows the links of the path one by one, and checks what stands at its end. Opening the pipe of
  /// another user would wait for that user.
  ///
  /// - Returns: the path of the output, whose last name is no link. Another user may put a link there
  ///   at any time, so it has to be opened without following one.
  private func pathForSecret() throws(FileError) -> String {
    var (path, links) = (name.hasPrefix("/") ? "" : ".", 0)
    var names = Array(name.split(separator: "/").reversed())
    while let next = names.popLast() {
      let step = "\(path)/\(next)"
      var facts = stat()
      guard lstat(step, &facts) == 0 else {
        guard names.isEmpty, errno == ENOENT else { throw .current }
        return step
      }
      guard facts.st_mode & S_IFMT == S_IFLNK else {
        if names.isEmpty { try Self.checkOwn(facts) }
        path = step
        continue
      }
      links += 1
      guard links <= Self.linksMax, facts.st_uid == geteuid() || facts.st_uid == 0 else {
        throw .symbolicLink
      }
      let target = try Self.target(ofLink: step)
      if target.hasPrefix("/") { path = "" }
      names += target.split(separator: "/").reversed()
    }
    return path
  }

  private static func target(ofLink path: String) throws(FileError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count >= 0 else { throw .current }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Linux follows as many links in one path.
  private static let linksMax = 40

  private static func checkOwn(_ facts: stat) throws(FileError) {
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      guard facts.st_uid == geteuid() else { throw .wrongOwner(facts.st_uid) }
      // Another user may have given a second name to a file that others can read.
      guard facts.st_nlink <= 1 || facts.st_mode & 0o077 == 0 else {
        throw .wrongMode(facts.st_mode)
      }
    case S_IFIFO: guard facts.st_uid == geteuid() else { throw .wrongOwner(facts.st_uid) }
    default:
      // A device: the terminal of another user is as much theirs as a file.
      guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .wrongOwner(facts.st_uid) }
    }
  }

  private func write(
    _ bytes: [UInt8], newMode: NewMode, waits: Bool, followsLinks: Bool,
    check: (stat) throws(FileError) -> Void
  ) throws(FileError) {
    if let descriptor { return try Self.writeAll(bytes, to: descriptor) }
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    // Linux refuses to open the pipes and files of other users in shared folders if the call may
    // also make a file.
    do throws(FileError) {
      let file = try Self.open(name, flags | (waits ? 0 : O_NONBLOCK))
      defer { close(file) }
      try Self.replaceContent(of: file, with: bytes, check: check)
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      try create(bytes, newMode, flags: flags, check: check)
    }
  }

  /// Writes to an open descriptor. A file that has too little room gets no part of the bytes.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    var (old, new) = (stat(), stat())
    let isPlainFile = fstat(descriptor, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
    do throws(FileError) { try FileSystem.writeAll(bytes, to: descriptor) } catch {
      if isPlainFile, fstat(descriptor, &new) == 0, new.st_size > old.st_size {
        ftruncate(descriptor, old.st_size)
      }
      throw error
    }
  }

  /// Makes a new file with these bytes. Throws `fileExists` if the name is taken, by a link too.
  package func writeNew(_ bytes: [UInt8]) throws(FileError) {
    try draft(bytes, .byMask)
  }

  /// Makes a new file. It appears with its whole content, so that a program which waits for the file
  /// reads no part of it.
  private func create(
    _ bytes: [UInt8], _ newMode: NewMode, flags: Int32, check: (stat) throws(FileError) -> Void
  ) throws(FileError) {
    do throws(FileError) { try draft(bytes, newMode) } catch {
      guard error.code == .fileExists else { throw error }
      // A link that led nowhere, or another program was faster.
      let file = try Self.open(name, flags | O_CREAT, newMode.rawValue)
      defer { close(file) }
      try Self.replaceContent(of: file, with: bytes, check: check)
      FileSystem.syncFolder(of: FileSystem.resolved(name))
    }
  }

  private func draft(_ bytes: [UInt8], _ newMode: NewMode) throws(FileError) {
    let permissions = FilePermissions(rawValue: newMode.rawValue)
    let draft = try DraftFile(beside: name, permissions: permissions)
    try draft.write(bytes)
    try draft.move(to: name)
  }

  private static func open(
    _ path: String, _ flags: Int32, _ mode: mode_t = 0
  ) throws(FileError) -> Int32 {
    while true {
      let file = EaselPlatform.open(path, flags, mode)
      if file >= 0 { return file }
      guard errno == EINTR else { throw .current }
    }
  }

  private static func replaceContent(
    of file: Int32, with bytes: [UInt8], check: (stat) throws(FileError) -> Void
  ) throws(FileError) {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .current }
    try check(facts)
    let isPlainFile = facts.st_mode & S_IFMT == S_IFREG
    if isPlainFile { try reserve(off_t(bytes.count), in: file, beyond: facts.st_size) }
    try FileSystem.writeAll(bytes, to: file)
    guard isPlainFile else { return }
    guard ftruncate(file, off_t(bytes.count)) == 0, fsync(file) == 0 else { throw .current }
  }

  /// Gets room on the disk before the content of the file changes.
  private static func reserve(
    _ size: off_t, in file: Int32, beyond old: off_t
  ) throws(FileError) {
    guard size > old else { return }
    #if !canImport(Darwin)
      let code = posix_fallocate(file, old, size - old)
      guard code == ENOSPC || code == EDQUOT || code == EFBIG else { return }
      ftruncate(file, old)
      throw FileError(code: code)
    #endif
  }
}
