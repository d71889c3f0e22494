import EaselPlatform
import GroupCore

/// A socket in the file system that this process made.
///
/// A process holds the lock beside the socket while it makes, replaces or removes the socket, or
/// checks whether another process listens there. So no process treats a socket as abandoned that
/// another one is about to listen at. If several processes come at once, one listens and the others
/// find it listening.
struct SocketFile: Sendable {
  private let socket: UnixSocket
  private let file: FileNumber

  /// The result of a search at a socket.
  enum Found {
    /// A process listens there, and this process is connected to it. The caller owns the
    /// descriptor.
    case neighbour(Int32)
    /// No process listened there; now this process does.
    case nobody(ListeningSocket)
  }

  /// Connects if another process listens at the socket, and listens otherwise. Replaces an
  /// abandoned socket; leaves a file alone that is not a socket.
  ///
  /// - Parameters:
  ///   - mode: the mode of the socket's file; users who may write to the file may connect.
  ///   - agree: runs before any other process can come; its argument tells whether this process is
  ///     the first.
  static func find(
    _ socket: UnixSocket, mode: mode_t,
    agree: (_ isFirst: Bool) throws(TransportFault) -> Void = { _ in }
  ) throws(TransportFault) -> Found {
    let lock = try SocketLock(beside: socket)
    defer { lock.release() }
    if let descriptor = try neighbour(at: socket) {
      do {
        try agree(false)
        return .neighbour(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
    try agree(true)
    if let mode = FileNumber.mode(of: socket.path) {
      guard mode & S_IFMT == S_IFSOCK else { throw TransportFault(socket.address, .occupied) }
      guard unlink(socket.path) == 0 else { throw systemFault(socket.address) }
    }
    let descriptor = try socket.listen(mode: mode)
    guard let file = FileNumber(socket.path) else {
      close(descriptor)
      throw TransportFault(socket.address, .noFolder)
    }
    var listening = ListeningSocket(descriptor: descriptor, addresses: [socket.address])
    listening.isPrivate = mode & 0o077 == 0
    listening.file = SocketFile(socket: socket, file: file)
    return .nobody(listening)
  }

  private static func neighbour(at socket: UnixSocket) throws(TransportFault) -> Int32? {
    do {
      return try socket.connect()
    } catch {
      guard error.cause == .nobody else { throw error }
      return nil
    }
  }

  /// Removes the socket, so that no process finds it. Leaves a socket alone that another process
  /// has put there since. Does nothing if another process holds the lock at this moment; that
  /// process then finds the socket abandoned.
  func remove() {
    guard let lock = try? SocketLock(beside: socket, isPatient: false) else { return }
    if FileNumber(socket.path) == file { unlink(socket.path) }
    lock.remove()
  }
}

/// The identity of the file at a path; for a symbolic link, of the link itself.
struct FileNumber: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  init?(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  init(_ facts: stat) { (device, number) = (facts.st_dev, facts.st_ino) }

  static func mode(of path: String) -> mode_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode : nil
  }
}
