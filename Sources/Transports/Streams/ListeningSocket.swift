import Glibc
import NIOCore
import Sharing

/// A socket that others can connect to, before anybody is let in.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// Where it can be dialled.
  let addresses: [String]
  /// What each connection is set to.
  var options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = []
  /// Whether only processes of this user are let in.
  var isPrivate = false
  /// Where it stands in the file system.
  var file: SocketFile?

  /// As many as the system lets wait to be let in.
  static let backlog: Int32 = 128

  func admits(_ channel: any Channel) -> Bool {
    guard isPrivate else { return true }
    let user = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self, peer(of:))
    return user == geteuid()
  }

  /// Where nobody was ever let in.
  func discard() {
    Glibc.close(descriptor)
    remove()
  }

  /// Nobody finds it any more.
  func remove() { file?.remove() }
}

/// As the kernel writes down who is at the other end of a Unix socket.
private struct PeerCredentials {
  var process: pid_t = 0
  var user: uid_t = 0
  var group: gid_t = 0
}

/// Which user the process at the other end of a Unix socket is of; nil where the kernel does not say.
func peer(of socket: Int32) -> uid_t? {
  var credentials = PeerCredentials()
  let whole = socklen_t(MemoryLayout<PeerCredentials>.size)
  var size = whole
  let isSaid = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
  return isSaid && size == whole ? credentials.user : nil
}

/// What the system says was wrong with the call before.
func systemFault(_ address: String?) -> TransportFault {
  TransportFault(address, .init(errno: errno))
}
