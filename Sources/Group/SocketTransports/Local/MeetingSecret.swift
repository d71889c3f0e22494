import EaselPlatform
import GroupCore
import GroupSecurity

/// The keys that the processes at one meeting place share. The first process writes them to a
/// folder that only their user can enter, and the last one removes them.
///
/// The caller holds the lock of the place while it reads or writes them.
struct MeetingSecret {
  let path: String

  /// Returns the keys; nil if there is no file that can be trusted.
  func read() -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0
    else { return nil }
    // The buffer has one byte more than the keys, so that a longer file is rejected.
    var bytes = [UInt8](repeating: 0, count: CallRootKeys.length + 1)
    let count = EaselPlatform.read(file, &bytes, bytes.count)
    return count == CallRootKeys.length ? Array(bytes.prefix(count)) : nil
  }

  func write(_ bytes: [UInt8]) throws(TransportFault) {
    let draft = path + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw systemFault(path) }
    let isWritten = EaselPlatform.write(file, bytes, bytes.count) == bytes.count
    let error = isWritten ? 0 : max(errno, EIO)
    close(file)
    guard isWritten, rename(draft, path) == 0 else {
      let fault = TransportFault(path, .init(errno: isWritten ? errno : error))
      unlink(draft)
      throw fault
    }
  }

  func remove() { unlink(path) }
}
