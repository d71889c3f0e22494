import EaselPlatform
import GroupCore

/// A socket in the file system that this process made.
///
/// Whoever makes, replaces or removes it, or has to know whether anybody listens there, holds the
/// lock beside it for that long. So nobody takes a socket for abandoned that is about to be listened
/// at, and of several who come at once one listens and the others find it listening.
struct SocketFile: Sendable {
  private let socket: UnixSocket
  private let file: FileNumber

  /// Who stands at a socket.
  enum Found {
    /// Connected to; the descriptor is the caller's.
    case neighbour(Int32)
    /// Nobody did; now this process listens there.
    case nobody(ListeningSocket)
  }

  /// Connects where somebody listens, and listens where nobody does. An abandoned socket is replaced;
  /// a file that is no socket is left alone.
  ///
  /// - Parameters:
  ///   - mode: of the socket's file; who may write to it may connect.
  ///   - agree: what has to be done before anybody else comes; told whether somebody listens.
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

  /// Nobody finds it any more. One that somebody else has put there since is left alone; so is this
  /// one where somebody holds the lock just now, who then finds it abandoned.
  func remove() {
    guard let lock = try? SocketLock(beside: socket, isPatient: false) else { return }
    if FileNumber(socket.path) == file { unlink(socket.path) }
    lock.remove()
  }
}

/// Which file a path names, itself and not what it may point to.
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
