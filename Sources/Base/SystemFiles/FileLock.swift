import EaselPlatform
import SystemPackage

/// The lock that one process holds on a file. The system releases the lock when the process ends in
/// any way, so no lock is ever stale.
package struct FileLock: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// - Parameters:
  ///   - creates: whether to make the file if it is missing.
  ///   - waits: whether to wait for the present holder.
  ///   - isOwn: whether to refuse the file of another user, who could hold its lock for any length
  ///     of time.
  /// - Throws: `held` if another process holds the lock and this call does not wait.
  package init(
    at path: String, creates: Bool = true, waits: Bool = true, isOwn: Bool = false
  ) throws(FileError) {
    var options: FileDescriptor.OpenOptions = [.noFollow, .closeOnExec, .nonBlocking]
    if creates { options.insert(.create) }
    while true {
      let file = try attempt {
        try FileDescriptor.open(
          path, .readWrite, options: options, permissions: creates ? .ownerReadWrite : nil)
      }
      do throws(FileError) {
        try Self.lock(file, waits: waits, isOwn: isOwn)
      } catch {
        close(file.rawValue)
        throw error
      }
      // The last holder may have removed the file after this process opened it and before this
      // process locked it.
      if Self.isStill(file, at: path) {
        (self.path, self.file) = (path, file)
        return
      }
      close(file.rawValue)
    }
  }

  private static func lock(
    _ file: FileDescriptor, waits: Bool, isOwn: Bool
  ) throws(FileError) {
    if isOwn {
      var facts = stat()
      guard fstat(file.rawValue, &facts) == 0 else { throw .current }
      guard facts.st_uid == geteuid() else { throw .wrongOwner(facts.st_uid) }
    }
    while flock(file.rawValue, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .current }
      var bytes = [UInt8](repeating: 0, count: 1_024)
      let count = pread(file.rawValue, &bytes, bytes.count, 0)
      throw .held(by: Array(bytes.prefix(max(count, 0))))
    }
  }

  /// Whether the locked file is still at the path where other processes look for it. A user may
  /// have removed it, and another process may have made a new one.
  package var isInPlace: Bool { Self.isStill(file, at: path) }

  private static func isStill(_ file: FileDescriptor, at path: String) -> Bool {
    var facts = stat()
    return fstat(file.rawValue, &facts) == 0 && FileIdentity(facts) == FileIdentity(path)
  }

  /// The size of the locked file in bytes; nil if the system does not know it.
  var size: Int? {
    var facts = stat()
    return fstat(file.rawValue, &facts) == 0 ? Int(facts.st_size) : nil
  }

  /// Writes into the locked file, for processes that find it locked.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard ftruncate(file.rawValue, 0) == 0,
      pwrite(file.rawValue, bytes, bytes.count, 0) == bytes.count
    else { throw .current }
  }

  /// Releases the lock even if a program that is starting at this moment has a copy of the
  /// descriptor.
  package func release() {
    flock(file.rawValue, LOCK_UN)
    close(file.rawValue)
  }

  /// Removes the locked file if it is still in place, and releases the lock.
  package func remove() {
    if isInPlace { unlink(path) }
    release()
  }
}
