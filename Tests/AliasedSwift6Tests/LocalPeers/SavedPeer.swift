import MultipeerConnectivity

/// A session of a kind of its own, as some programs have it.
final class NamedSession: MCSession, @unchecked Sendable {
  var title = "a chat"
}

/// A program's own id, kept from one start to the next.
enum SavedPeer {
  static func data(of peer: MCPeerID) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: peer, requiringSecureCoding: true)
  }

  static func peer(in data: Data) throws -> MCPeerID? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: MCPeerID.self, from: data)
  }
}
