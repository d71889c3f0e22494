import EaselPlatform
import GroupCore

/// A lock beside a socket. A process holds it only for moments, and the system releases it when the
/// process ends, in whatever way it ends.
struct SocketLock {
  private let descriptor: Int32
  private let path: String

  /// - Parameter isPatient: whether to wait for the present holder.
  init(beside socket: UnixSocket, isPatient: Bool = true) throws(TransportFault) {
    path = socket.path + ".lock"
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw Self.fault(socket) }
      var facts = stat()
      // Another user could hold the lock of their own file for any length of time.
      guard fstat(file, &facts) == 0, facts.st_uid == geteuid() else {
        close(file)
        throw TransportFault(socket.address, .stranger)
      }
      while flock(file, isPatient ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
        guard errno == EINTR else {
          let fault = systemFault(socket.address)
          close(file)
          throw fault
        }
      }
      // The last holder may have removed the file after this process opened it and before this
      // process locked it.
      if FileNumber(path) == FileNumber(facts) {
        descriptor = file
        return
      }
      close(file)
    }
  }

  /// Releases the lock even if a program that is starting at this moment has a copy of the
  /// descriptor.
  func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the lock file of a socket that no longer exists, and releases the lock.
  func remove() {
    unlink(path)
    release()
  }

  private static func fault(_ socket: UnixSocket) -> TransportFault {
    switch errno {
    case ENOENT, ENOTDIR: TransportFault(socket.address, .noFolder)
    case ELOOP: TransportFault(socket.address, .occupied)
    case EROFS: TransportFault(socket.address, .forbidden)
    case let error: TransportFault(socket.address, .init(errno: error))
    }
  }
}
