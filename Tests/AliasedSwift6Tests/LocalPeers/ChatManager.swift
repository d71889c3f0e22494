import Combine
import Foundation
import MultipeerConnectivity

/// A view model as programs have it: one object is the delegate of the session, the advertiser and the
/// browser, and publishes what it hears on the main actor.
@MainActor
final class ChatManager: NSObject, ObservableObject {
  static let serviceType = "example-chat"

  @Published private(set) var connectedPeers: [MCPeerID] = []
  @Published private(set) var foundPeers: [MCPeerID: [String: String]] = [:]
  @Published private(set) var messages: [String] = []
  @Published private(set) var problem: String?

  nonisolated let session: MCSession
  private let advertiser: MCNearbyServiceAdvertiser
  private let browser: MCNearbyServiceBrowser

  init(peer: MCPeerID) {
    session = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .required)
    advertiser = MCNearbyServiceAdvertiser(
      peer: peer, discoveryInfo: ["version": "1"], serviceType: Self.serviceType)
    browser = MCNearbyServiceBrowser(peer: peer, serviceType: Self.serviceType)
    super.init()
    session.delegate = self
    advertiser.delegate = self
    browser.delegate = self
  }

  func start() {
    advertiser.startAdvertisingPeer()
    browser.startBrowsingForPeers()
  }

  func stop() {
    advertiser.stopAdvertisingPeer()
    browser.stopBrowsingForPeers()
    session.disconnect()
  }

  func invite(_ peer: MCPeerID) {
    browser.invitePeer(peer, to: session, withContext: Data("hello".utf8), timeout: 20)
  }

  func send(_ text: String, mode: MCSessionSendDataMode = .reliable) {
    guard !session.connectedPeers.isEmpty else { return }
    do {
      try session.send(Data(text.utf8), toPeers: session.connectedPeers, with: mode)
    } catch let error as MCError where error.code == .notConnected {
      problem = "somebody left"
    } catch { problem = error.localizedDescription }
  }
}

extension MCSessionState {
  var words: String {
    switch self {
    case .notConnected: return "not connected"
    case .connecting: return "connecting"
    case .connected: return "connected"
    @unknown default: return "unknown"
    }
  }
}

extension ChatManager: MCSessionDelegate {
  nonisolated func session(
    _ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState
  ) {
    let peers = session.connectedPeers
    DispatchQueue.main.async {
      self.connectedPeers = peers
      self.messages.append("\(peerID.displayName) is \(state.words)")
    }
  }

  nonisolated func session(
    _ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID
  ) {
    let text = String(decoding: data, as: UTF8.self)
    Task { @MainActor in self.messages.append("\(peerID.displayName): \(text)") }
  }

  nonisolated func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID
  ) {}

  nonisolated func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress
  ) {}

  nonisolated func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: Error?
  ) {}

  nonisolated func session(
    _ session: MCSession, didReceiveCertificate certificate: [Any]?, fromPeer peerID: MCPeerID,
    certificateHandler: @escaping (Bool) -> Void
  ) { certificateHandler(true) }
}

extension ChatManager: MCNearbyServiceAdvertiserDelegate {
  nonisolated func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) { invitationHandler(context == Data("hello".utf8), session) }

  nonisolated func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: Error
  ) { Task { @MainActor in self.problem = error.localizedDescription } }
}

extension ChatManager: MCNearbyServiceBrowserDelegate {
  nonisolated func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) { Task { @MainActor in self.foundPeers[peerID] = info ?? [:] } }

  nonisolated func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {
    Task { @MainActor in self.foundPeers[peerID] = nil }
  }

  nonisolated func browser(
    _ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: Error
  ) { Task { @MainActor in self.problem = error.localizedDescription } }
}
