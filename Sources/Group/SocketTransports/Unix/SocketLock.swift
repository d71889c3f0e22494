import EaselPlatform
import GroupCore

/// A lock beside a socket, held for moments only and given up by the system when its holder ends,
/// however it ends.
struct SocketLock {
  private let descriptor: Int32
  private let path: String

  /// - Parameter isPatient: whether whoever holds it is waited for.
  init(beside socket: UnixSocket, isPatient: Bool = true) throws(TransportFault) {
    path = socket.path + ".lock"
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw Self.fault(socket) }
      var facts = stat()
      // Another user's would be held for as long as that user likes.
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
      // Its last holder may have removed the file between our opening and our locking it.
      if FileNumber(path) == FileNumber(facts) {
        descriptor = file
        return
      }
      close(file)
    }
  }

  /// Given up even where a program that is just being started has a copy of it for a moment.
  func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// For a socket that is no more.
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
