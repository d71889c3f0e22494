/// The medium that carries the bytes of a link.
public enum LinkMedium: Hashable, Sendable, CustomStringConvertible {
  /// Both ends are parts of this process.
  case memory
  /// A Unix socket.
  case unixSocket
  /// The Unix socket at which other users of this machine ask for admission.
  case door
  /// A network.
  case tcp
  /// A network; messages that may be lost, such as ink in progress, go as UDP datagrams.
  case tcpWithDatagrams
  /// Another program, such as ssh, to which this process is connected by pipes.
  case program

  /// Whether both ends are processes of this machine.
  public var isOfThisMachine: Bool {
    switch self {
    case .memory, .unixSocket, .door: true
    case .tcp, .tcpWithDatagrams, .program: false
    }
  }

  /// The medium in a word for users.
  public var description: String {
    switch self {
    case .memory: "memory"
    case .unixSocket: "Unix socket"
    case .door: "the door"
    case .tcp: "TCP"
    case .tcpWithDatagrams: "TCP, ink by UDP"
    case .program: "ssh"
    }
  }
}
