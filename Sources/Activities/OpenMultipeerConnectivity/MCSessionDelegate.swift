import Foundation

/// Receives the events of a session, on a private serial queue of the session. Each method has a
/// default.
public protocol MCSessionDelegate: AnyObject {
  /// The state of a peer changed.
  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState)

  /// Bytes arrived from a peer.
  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID)

  /// Never called: there are no streams.
  func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID)

  /// Never called: files are not sent.
  func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress)

  /// Never called: files are not sent.
  func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: (any Error)?)

  /// A peer has proved that it has a key. Nothing else says whose key this is.
  ///
  /// - Parameters:
  ///   - certificate: one `Data` of 32 bytes, the public key of the peer (Ed25519).
  ///   - certificateHandler: true accepts the peer. Call it once, from any thread. Until then the peer is
  ///     not connected.
  func session(
    _ session: MCSession, didReceiveCertificate certificate: [Any]?, fromPeer peerID: MCPeerID,
    certificateHandler: @escaping (Bool) -> Void)
}

extension MCSessionDelegate {
  /// Does nothing.
  public func session(
    _ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState
  ) {}

  /// Does nothing.
  public func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {}

  /// Does nothing.
  public func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID
  ) {}

  /// Does nothing.
  public func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress
  ) {}

  /// Does nothing.
  public func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: (any Error)?
  ) {}

  /// Accepts each peer.
  public func session(
    _ session: MCSession, didReceiveCertificate certificate: [Any]?, fromPeer peerID: MCPeerID,
    certificateHandler: @escaping (Bool) -> Void
  ) { certificateHandler(true) }
}
