import Foundation

/// Finds the peers of one service, on this machine and in its network, and invites them.
open class MCNearbyServiceBrowser: NSObject, @unchecked Sendable {
  // Unchecked: all state lies behind the locks of the box and of the search.
  /// The id of this program's peer.
  public let myPeerID: MCPeerID
  /// The type of the service.
  public let serviceType: String
  private let type: ServiceType
  private let network = PeerNetwork.current
  private let queue = DispatchQueue(label: "MCNearbyServiceBrowser")
  private let delegateBox = WeakBox<any MCNearbyServiceBrowserDelegate>()
  private let search = OptionalBox<PeerFinder>()

  /// An invitation without a time, or with a negative one, is valid for this time.
  static let defaultTimeout = Duration.seconds(30)

  /// Creates a browser, which does not look yet.
  ///
  /// - Parameter serviceType: 1 to 15 small letters, digits and single hyphens, with at least one
  ///   letter (RFC 6335). Another text stops the program.
  public init(peer myPeerID: MCPeerID, serviceType: String) {
    (self.myPeerID, self.serviceType) = (myPeerID, serviceType)
    type = ServiceType(ofProgram: serviceType)
    super.init()
  }

  deinit { search.replace(with: nil)?.stop() }

  /// Receives the events, on a private serial queue.
  open var delegate: (any MCNearbyServiceBrowserDelegate)? {
    get { delegateBox.object }
    set { delegateBox.object = newValue }
  }

  /// Begins to look for peers.
  open func startBrowsingForPeers() {
    let browser = WeakBox(self)
    let finder = PeerFinder(for: type, besides: myPeerID, in: network) { [queue] change in
      // The finder must not hold the browser for a moment: the end of the browser stops the finder.
      queue.async { browser.object?.handle(change) }
    }
    search.replace(with: finder)?.stop()
  }

  /// Looks for peers no more. Invitations that are on their way go on.
  open func stopBrowsingForPeers() { search.replace(with: nil)?.stop() }

  /// Invites a peer that was found into a session. The session's delegate hears the outcome.
  ///
  /// - Parameters:
  ///   - context: bytes for the other program, at most 8 KiB. They travel without encryption. If there
  ///     are more, the peer is not invited, and the delegate hears that it is not connected.
  ///   - timeout: the time in seconds within which the peer has to be connected, at most a day; 30
  ///     seconds if it is 0 or less.
  open func invitePeer(
    _ peerID: MCPeerID, to session: MCSession, withContext context: Data?, timeout: TimeInterval
  ) {
    guard let finder = search.value, context?.count ?? 0 <= PeerSession.contextBytesMax else {
      return session.core.refuse(peerID)
    }
    session.core.invite(
      peerID, found: finder, context: context.map { [UInt8]($0) },
      within: Self.duration(of: timeout))
  }

  static func duration(of timeout: TimeInterval) -> Duration {
    // Not a number counts as none.
    timeout > 0 ? .seconds(min(timeout, 86_400)) : defaultTimeout
  }

  private func handle(_ change: FoundPeers.Change) {
    switch change {
    case .found(let peer, let info):
      delegate?.browser(self, foundPeer: peer, withDiscoveryInfo: info.isEmpty ? nil : info)
    case .lost(let peer): delegate?.browser(self, lostPeer: peer)
    }
  }
}

/// Receives the events of a browser, on a private serial queue. Each method has a default.
public protocol MCNearbyServiceBrowserDelegate: AnyObject {
  /// A peer was found. All that it says of itself is untrusted.
  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?)

  /// A peer is offered no more. A session with it goes on.
  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID)

  /// Never called: without a network, the browser looks on this machine.
  func browser(_ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: any Error)
}

extension MCNearbyServiceBrowserDelegate {
  /// Does nothing.
  public func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) {}

  /// Does nothing.
  public func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {}

  /// Does nothing.
  public func browser(
    _ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: any Error
  ) {}
}
