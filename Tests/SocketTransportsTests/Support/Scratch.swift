import Glibc
import Synchronization

/// A folder of a test's own, that goes with it.
final class ScratchFolder: Sendable {
  let path: String

  struct Unmade: Error {
    let reason: String
  }

  init() throws {
    // Short, so that sockets have room in it, and not where a build may have a long way to.
    var name = Array("/tmp/easel-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Unmade(reason: String(cString: strerror(errno)))
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { removeAll(path) }
}

private func removeAll(_ path: String) {
  if let folder = opendir(path) {
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { removeAll("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
  unlink(path)
}

/// 1, 2, 3 …
final class Numbers: Sendable {
  private let last = Mutex<UInt64>(0)

  func next() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// Leaves a socket as a killed process does. Closing alone is not enough: a program that another test
/// starts at this moment has everything open until it is itself.
func abandon(_ listening: Int32) {
  shutdown(listening, Int32(SHUT_RDWR))
  close(listening)
}
