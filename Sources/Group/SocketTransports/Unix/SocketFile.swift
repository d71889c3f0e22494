import EaselPlatform
import GroupCore
import SystemFiles

/// A socket in the file system that this process made.
///
/// A process holds the lock beside the socket while it makes, replaces or removes the socket, or
/// checks whether another process listens there. So no process treats a socket as abandoned while
/// another process is about to listen there. If several processes come at once, one listens and the
/// others connect to it.
struct SocketFile: Sendable {
  private let socket: UnixSocket
  private let file: FileIdentity

  /// The result of a search at a socket.
  enum Found {
    /// A process listens there, and this process is connected to it. The caller owns the
    /// descriptor.
    case neighbour(Int32)
    /// No process listened there; now this process does.
    case nobody(ListeningSocket)
  }

  /// Connects if another process listens at the socket, and listens otherwise. Replaces an
  /// abandoned socket. Throws `.occupied`, and changes nothing, if the file is not a socket.
  ///
  /// - Parameters:
  ///   - mode: the mode of the socket's file; users who may write to the file may connect.
  ///   - agree: runs while this process holds the lock, so that no other process can come; its
  ///     argument tells whether this process is the first.
  static func find(
    _ socket: UnixSocket, mode: mode_t,
    agree: (_ isFirst: Bool) throws(TransportFault) -> Void = { _ in }
  ) throws(TransportFault) -> Found {
    let lock = try socket.lock()
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
    if let mode = FileSystem.mode(of: socket.path) {
      guard mode & S_IFMT == S_IFSOCK else { throw TransportFault(socket.address, .occupied) }
      guard unlink(socket.path) == 0 else { throw systemFault(socket.address) }
    }
    let descriptor = try socket.listen(mode: mode)
    guard let file = FileIdentity(socket.path) else {
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

  /// Removes the socket, so that no process finds it. A socket that another process has made there
  /// since stays. Does nothing if another process holds the lock at this moment; that process then
  /// finds the socket abandoned.
  func remove() {
    guard let lock = try? socket.lock(waits: false) else { return }
    if FileIdentity(socket.path) == file { unlink(socket.path) }
    lock.remove()
  }
}

extension UnixSocket {
  /// Locks the file beside this socket. A process holds this lock only for moments.
  ///
  /// - Parameter waits: whether to wait for the present holder.
  func lock(waits: Bool = true) throws(TransportFault) -> FileLock {
    do throws(FileError) {
      return try FileLock(at: path + ".lock", waits: waits, isOwn: true)
    } catch {
      switch error.code {
      case .noSuchFileOrDirectory, .notDirectory: throw TransportFault(address, .noFolder)
      case .readOnlyFileSystem: throw TransportFault(address, .forbidden)
      default: throw TransportFault(address, .init(error))
      }
    }
  }
}

extension TransportFault.Cause {
  init(_ error: FileError) {
    self =
      switch error {
      case .system(let code): .init(errno: code.rawValue)
      case .symbolicLink, .wrongType: .occupied
      case .wrongOwner, .wrongMode: .stranger
      case .held: .busy
      case .tooLong: .unreadable
      }
  }
}

extension TransportFault.FolderFlaw {
  init(_ error: FileError) {
    self =
      switch error {
      case .symbolicLink: .link
      case .wrongType: .noFolder
      case .wrongOwner: .foreign
      case .wrongMode(let mode): .open(mode: mode)
      case .system(let code): .system(code.description)
      case .held, .tooLong: .system(error.reason)
      }
  }
}
