import EaselPlatform
import GroupCore
import NIOCore

/// A socket that others can connect to, before anybody is let in.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// Where it can be dialled by those who know the call.
  var addresses: [String]
  /// What each connection is set to.
  var options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = []
  /// Whether only processes of this user are let in.
  var isPrivate = false
  /// Where it stands in the file system.
  var file: SocketFile?

  /// As many as the system lets wait to be let in.
  static let backlog: Int32 = 128

  func admits(_ channel: any Channel) -> Bool {
    !isPrivate || PeerCredentials(of: channel)?.user == geteuid()
  }

  /// Where nobody was ever let in.
  func discard() {
    remove()
    EaselPlatform.close(descriptor)
  }

  /// Nobody finds it any more. While it is open still, since the system may give the number by which
  /// the file is known to another as soon as it is not.
  func remove() { file?.remove() }
}

/// Who is at the other end of a Unix socket, as the kernel writes it down.
struct PeerCredentials {
  private(set) var process: pid_t = 0
  private(set) var user: uid_t = 0
  private(set) var group: gid_t = 0

  /// Of a channel, on its own thread; nil where it is over no socket.
  init?(of channel: any Channel) {
    let credentials: (NIOBSDSocket.Handle) -> PeerCredentials? = { PeerCredentials(of: $0) }
    let peer = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self, credentials)
    guard let peer, let peer else { return nil }
    self = peer
  }

  /// Nil where the kernel does not say.
  init?(of socket: Int32) {
    let whole = socklen_t(MemoryLayout<Self>.size)
    var size = whole
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0, size == whole else {
      return nil
    }
  }
}

/// What the system says was wrong with the call before.
func systemFault(_ address: String?) -> TransportFault {
  TransportFault(address, .init(errno: errno))
}
