import EaselPlatform
import Synchronization
import SystemPackage

/// One of Easel's own files: no other user can read or write it, and no reader ever sees it
/// half-written. ``NamedOutput`` writes the files that the user names.
package enum PrivateFile {
  /// Reads a file of this user. Returns nil if there is none.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes; a larger file throws `tooLong`.
  ///   - ignoresEmpty: whether an empty file counts as missing. A power cut may leave an empty
  ///     file.
  package static func read(
    _ path: String, limit: Int, ignoresEmpty: Bool = false
  ) throws(FileError) -> [UInt8]? {
    let file: FileDescriptor
    do {
      file = try attempt {
        try FileDescriptor.open(
          path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
      }
    } catch {
      if error.code == .noSuchFileOrDirectory { return nil }
      throw error
    }
    defer { close(file.rawValue) }
    var facts = stat()
    guard fstat(file.rawValue, &facts) == 0 else { throw .current }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .wrongType }
    guard facts.st_uid == geteuid() else { throw .wrongOwner(facts.st_uid) }
    if ignoresEmpty, facts.st_size == 0 { return nil }
    guard facts.st_mode & 0o077 == 0 else { throw .wrongMode(facts.st_mode & 0o777) }
    return try FileSystem.read(file.rawValue, limit: limit)
  }

  /// Replaces the content of a file, durably and in one step: a reader finds the old content or the
  /// new content.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let draft = try DraftFile(beside: path)
    try draft.write(bytes)
    try draft.replace(path)
  }

  /// Makes a new file, durably and in one step. Throws `fileExists` if there is a file.
  ///
  /// - Parameter replacesEmpty: whether to replace an empty file, which a power cut may leave. A
  ///   lock on the empty file lets only one process replace it; if another process was faster, that
  ///   process's file stays.
  package static func create(
    _ path: String, with bytes: [UInt8], replacesEmpty: Bool = false
  ) throws(FileError) {
    let draft = try DraftFile(beside: path)
    try draft.write(bytes)
    do throws(FileError) {
      try draft.move(to: path)
    } catch {
      guard replacesEmpty, error.code == .fileExists else { throw error }
      let lock = try FileLock(at: path, creates: false)
      defer { lock.release() }
      if lock.size == 0 { try draft.replace(path) }
    }
  }
}

/// A file under a temporary name. It gets its final name when it is complete; otherwise it is
/// removed.
package struct DraftFile: ~Copyable {
  package let path: String
  private let file: FileDescriptor

  /// Makes an empty file that only its owner can read and write. Follows no link, and replaces an
  /// older draft at this path.
  package init(at path: String) throws(FileError) {
    try self.init(at: path, permissions: .ownerReadWrite)
    // The process's mask may have removed a permission of the owner.
    fchmod(file.rawValue, 0o600)
  }

  /// - Parameter permissions: those of the file, before the process's mask takes its part away.
  private init(at path: String, permissions: FilePermissions) throws(FileError) {
    unlink(path)
    file = try attempt {
      try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: permissions)
    }
    self.path = path
  }

  /// Makes a draft under a name that no other process and no other thread uses.
  init(beside path: String) throws(FileError) { try self.init(at: Self.name(beside: path)) }

  /// Makes a draft of a file that the user names. The process's mask takes its part of the
  /// permissions away.
  init(beside path: String, permissions: FilePermissions) throws(FileError) {
    try self.init(at: Self.name(beside: path), permissions: permissions)
  }

  private static func name(beside path: String) -> String {
    let number = draftCount.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(path).\(getpid())-\(number).new"
  }

  deinit {
    unlink(path)
    close(file.rawValue)
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.writeAll(bytes, to: file.rawValue)
  }

  /// Gives the draft its final name, durably. Replaces the file that has this name.
  package func replace(_ target: String) throws(FileError) {
    try sync()
    guard rename(path, target) == 0 else { throw .current }
    FileSystem.syncFolder(of: target)
  }

  /// Gives the draft its final name, durably. Throws `fileExists` if the name is taken.
  package func move(to target: String) throws(FileError) {
    try sync()
    try FileSystem.move(path, to: target)
  }

  private func sync() throws(FileError) {
    guard fsync(file.rawValue) == 0 else { throw .current }
  }
}

private let draftCount = Atomic<UInt64>(0)
