import EaselPlatform
import GroupCore
import NIOCore

/// A socket that others can connect to, before any connection is accepted.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The addresses that other members of the call can dial.
  var addresses: [String]
  /// The options of each accepted connection.
  var options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = []
  /// Whether only processes of this user may connect.
  var isPrivate = false
  /// The file of the socket; nil if it has none.
  var file: SocketFile?

  /// The maximum number of connections that the system lets wait for acceptance.
  static let backlog: Int32 = 128

  func admits(_ channel: any Channel) -> Bool {
    !isPrivate || PeerCredentials(of: channel)?.user == geteuid()
  }

  /// Removes and closes a socket that has never accepted a connection.
  func discard() {
    remove()
    EaselPlatform.close(descriptor)
  }

  /// Removes the socket's file, so that no process finds it. Call this before the socket is closed:
  /// afterwards the system may give the number that identifies the file to another file.
  func remove() { file?.remove() }
}

/// The process at the other end of a Unix socket. The fields have the order in which the kernel
/// writes them.
struct PeerCredentials {
  private(set) var process: pid_t = 0
  private(set) var user: uid_t = 0
  private(set) var group: gid_t = 0

  /// Reads the credentials of a channel, on the channel's thread; nil if the channel is not over a
  /// socket.
  init?(of channel: any Channel) {
    let credentials: (NIOBSDSocket.Handle) -> PeerCredentials? = { PeerCredentials(of: $0) }
    let peer = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self, credentials)
    guard let peer, let peer else { return nil }
    self = peer
  }

  /// Reads the credentials of a socket; nil if the kernel does not know them.
  init?(of socket: Int32) {
    let whole = socklen_t(MemoryLayout<Self>.size)
    var size = whole
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0, size == whole else {
      return nil
    }
  }
}

/// Returns the error of the previous system call as a fault.
func systemFault(_ address: String?) -> TransportFault {
  TransportFault(address, .init(errno: errno))
}
