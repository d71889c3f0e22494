import Crypto
import EaselPlatform

/// The file that holds an identity's secret: 32 bytes that only its owner may read.
public enum IdentityFile {
  /// Reads the file, or creates it from `seed` if there is none. If two processes start at once,
  /// one of them creates the file and both get the same identity.
  ///
  /// An empty file counts as missing: it holds no identity, and a power cut may leave one.
  ///
  /// `seed` returns 32 random bytes and is called only to create a file. A new file is on the disk
  /// before it appears at `path`.
  public static func load(
    orCreateAt path: String, seed: () -> [UInt8]
  ) throws(IdentityFileError) -> Identity {
    if let identity = try load(at: path) { return identity }
    try create(at: path, seed: seed())
    guard let identity = try load(at: path) else {
      throw IdentityFileError(path: path, fault: .cannotOpen(errno: ENOENT))
    }
    return identity
  }

  /// Returns nil if the file is missing or empty.
  static func load(at path: String) throws(IdentityFileError) -> Identity? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      let fault: IdentityFileError.Fault = errno == ELOOP ? .notAFile : .cannotOpen(errno: errno)
      throw IdentityFileError(path: path, fault: fault)
    }
    defer { close(file) }
    if let fault = fault(of: file) {
      if fault == .wrongLength(0) { return nil }
      throw IdentityFileError(path: path, fault: fault)
    }
    var seed = [UInt8](repeating: 0, count: Identity.seedLength)
    let count = read(file, &seed, seed.count)
    guard count >= 0 else { throw IdentityFileError(path: path, fault: .cannotOpen(errno: errno)) }
    guard count == seed.count, let identity = Identity(seed: seed) else {
      throw IdentityFileError(path: path, fault: .wrongLength(count))
    }
    return identity
  }

  /// Returns the reason not to trust an open file, or nil.
  private static func fault(of file: Int32) -> IdentityFileError.Fault? {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { return .cannotOpen(errno: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .notAFile }
    guard facts.st_uid == geteuid() else { return .wrongOwner(facts.st_uid) }
    guard facts.st_size > 0 else { return .wrongLength(0) }
    guard facts.st_mode & 0o077 == 0 else { return .wrongMode(facts.st_mode & 0o777) }
    guard facts.st_size == Identity.seedLength else { return .wrongLength(facts.st_size) }
    return nil
  }

  /// Writes a draft beside the path and links it into place. The link fails if another process was
  /// faster. So no process ever sees a half-written file, and only an empty file is ever replaced.
  private static func create(at path: String, seed: [UInt8]) throws(IdentityFileError) {
    guard Identity(seed: seed) != nil else {
      throw IdentityFileError(path: path, fault: .wrongLength(seed.count))
    }
    let name = SHA256.hash(data: seed).prefix(8).map { String($0, radix: 16) }.joined()
    let draft = "\(path).\(name)"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw IdentityFileError(path: path, fault: .cannotCreate(errno: errno)) }
    defer { unlink(draft) }
    errno = 0
    let isWritten =
      fchmod(file, 0o600) == 0 && write(file, seed, seed.count) == seed.count && fsync(file) == 0
    let error = errno
    close(file)
    guard isWritten else {
      let fault = IdentityFileError.Fault.cannotCreate(errno: error == 0 ? EIO : error)
      throw IdentityFileError(path: path, fault: fault)
    }
    if link(draft, path) == 0 { return }
    guard errno == EEXIST, replaceEmptyFile(at: path, by: draft) else {
      throw IdentityFileError(path: path, fault: .cannotCreate(errno: errno))
    }
  }

  /// Replaces an empty file by the draft. A lock on the empty file lets only one process do that;
  /// the other processes then find the identity of that process.
  ///
  /// - Returns: false, with `errno`, if the system refuses.
  private static func replaceEmptyFile(at path: String, by draft: String) -> Bool {
    let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0, flock(file, LOCK_EX) == 0 else {
      let error = errno
      if file >= 0 { close(file) }
      errno = error
      return false
    }
    defer { close(file) }
    var (opened, named) = (stat(), stat())
    guard fstat(file, &opened) == 0, lstat(path, &named) == 0 else { return false }
    let isInPlace = opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    guard isInPlace, opened.st_size == 0 else { return true }
    return rename(draft, path) == 0
  }
}
