import Foundation
import OpenMultipeerConnectivity

/// A chat among the people of one machine or network: each line that a person types goes to all others.
final class Chat: NSObject, MCSessionDelegate, MCNearbyServiceAdvertiserDelegate,
  MCNearbyServiceBrowserDelegate, @unchecked Sendable
{
  private let session: MCSession
  private let advertiser: MCNearbyServiceAdvertiser
  private let browser: MCNearbyServiceBrowser

  init(name: String, service: String) {
    let peer = MCPeerID(displayName: name)
    session = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .required)
    advertiser = MCNearbyServiceAdvertiser(
      peer: peer, discoveryInfo: ["topic": "tea"], serviceType: service)
    browser = MCNearbyServiceBrowser(peer: peer, serviceType: service)
    super.init()
    session.delegate = self
    advertiser.delegate = self
    browser.delegate = self
    advertiser.startAdvertisingPeer()
    browser.startBrowsingForPeers()
  }

  func send(_ text: String) {
    do {
      try session.send(Data(text.utf8), toPeers: session.connectedPeers, with: .reliable)
    } catch { show("! \(error.localizedDescription)") }
  }

  func leave() {
    advertiser.stopAdvertisingPeer()
    browser.stopBrowsingForPeers()
    session.disconnect()
  }

  private func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
    switch state {
    case .connected: show("+ \(peerID.displayName)")
    case .notConnected: show("- \(peerID.displayName)")
    case .connecting: break
    @unknown default: break
    }
  }

  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    show("\(peerID.displayName): \(String(decoding: data, as: UTF8.self))")
  }

  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) { invitationHandler(true, session) }

  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) {
    guard info?["topic"] == "tea" else { return }
    browser.invitePeer(peerID, to: session, withContext: nil, timeout: 10)
  }
}

let chat = Chat(name: CommandLine.arguments[1], service: CommandLine.arguments[2])
Thread.detachNewThread {
  while let line = readLine() { chat.send(line) }
  chat.leave()
  // The farewell is on its way.
  Thread.sleep(forTimeInterval: 0.2)
  exit(0)
}
dispatchMain()
