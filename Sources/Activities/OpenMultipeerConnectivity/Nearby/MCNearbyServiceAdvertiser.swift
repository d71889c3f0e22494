import Foundation

/// Offers this program's peer to browsers, and passes their invitations on.
open class MCNearbyServiceAdvertiser: NSObject, @unchecked Sendable {
  // Unchecked: all state lies behind the locks of the box and of the offer.
  /// The id of this program's peer.
  public let myPeerID: MCPeerID
  /// The type of the service.
  public let serviceType: String
  /// The texts that browsers get with the peer.
  public let discoveryInfo: [String: String]?
  private let type: ServiceType
  private let network = PeerNetwork.current
  private let queue = DispatchQueue(label: "MCNearbyServiceAdvertiser")
  private let delegateBox = WeakBox<any MCNearbyServiceAdvertiserDelegate>()
  private let offer = OptionalBox<PeerAdvertiser>()

  /// The most bytes of a key and its value together, with a sign between them.
  static let pairBytesMax = 255
  /// The most bytes of all pairs.
  static let infoBytesMax = 4 * 1_024

  /// Creates an advertiser, which does not offer the peer yet.
  ///
  /// - Parameters:
  ///   - info: short texts about the peer. A key and its value have at most 254 bytes in UTF-8, all
  ///     together at most 4 KiB, and no key is empty or has a `=`. With other texts, the delegate hears
  ///     that advertising did not start.
  ///   - serviceType: 1 to 15 small letters, digits and single hyphens, with at least one letter
  ///     (RFC 6335). Another text stops the program.
  public init(peer myPeerID: MCPeerID, discoveryInfo info: [String: String]?, serviceType: String) {
    (self.myPeerID, self.serviceType, discoveryInfo) = (myPeerID, serviceType, info)
    type = ServiceType(ofProgram: serviceType)
    super.init()
  }

  deinit { offer.replace(with: nil)?.stop() }

  /// Receives the events, on a private serial queue.
  open var delegate: (any MCNearbyServiceAdvertiserDelegate)? {
    get { delegateBox.object }
    set { delegateBox.object = newValue }
  }

  /// Begins to offer the peer. If this is possible neither on this machine nor in its network, the
  /// delegate hears so.
  open func startAdvertisingPeer() {
    stopAdvertisingPeer()
    let owner = WeakBox(self)
    do {
      guard Self.isFit(discoveryInfo ?? [:]) else { throw MCError(.invalidParameter) }
      let advertiser = try PeerAdvertiser(myPeerID, discoveryInfo ?? [:], of: type, in: network) {
        [queue] invitation, link in
        queue.async { owner.object?.invited(invitation, link) }
      }
      offer.replace(with: advertiser)?.stop()
    } catch {
      queue.async { [self] in delegate?.advertiser(self, didNotStartAdvertisingPeer: error) }
    }
  }

  /// Offers the peer no more. Invitations that are not answered end; accepted ones go on.
  open func stopAdvertisingPeer() { offer.replace(with: nil)?.stop() }

  static func isFit(_ info: [String: String]) -> Bool {
    let sizes = info.map { $0.key.utf8.count + $0.value.utf8.count + 1 }
    return info.keys.allSatisfy { !$0.isEmpty && !$0.contains("=") }
      && sizes.allSatisfy { $0 <= pairBytesMax } && sizes.reduce(0, +) <= infoBytesMax
  }

  private func invited(_ invitation: PeerInvitation, _ link: InvitationLink) {
    guard let delegate else { return link.refuse(.declined) }
    let isAnswered = OnceFlag()
    delegate.advertiser(
      self, didReceiveInvitationFromPeer: invitation.peer,
      withContext: invitation.context.map { Data($0) }
    ) { accepts, session in
      guard isAnswered.set() else { return }
      guard accepts, let session else { return link.refuse(.declined) }
      session.core.accept(invitation, over: link)
    }
  }
}

/// Receives the events of an advertiser, on a private serial queue. Each method has a default.
public protocol MCNearbyServiceAdvertiserDelegate: AnyObject {
  /// A peer invites this one.
  ///
  /// - Parameters:
  ///   - peerID: the id that the other program names; it is untrusted.
  ///   - context: bytes of the other program; they are untrusted.
  ///   - invitationHandler: accepts the invitation into a session, or declines it. Call it once, from
  ///     any thread. An invitation without an answer ends after ten minutes.
  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void)

  /// The peer cannot be offered.
  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error)
}

extension MCNearbyServiceAdvertiserDelegate {
  /// Declines each invitation.
  public func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) { invitationHandler(false, nil) }

  /// Does nothing.
  public func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error
  ) {}
}
