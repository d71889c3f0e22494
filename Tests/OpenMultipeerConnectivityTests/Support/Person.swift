import Foundation
import Synchronization
import Testing

@testable import OpenMultipeerConnectivity

/// A folder for the sockets of one test, with a short path.
final class SocketFolder: Sendable {
  let path: String

  init() throws {
    path = "/tmp/mc-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var network: PeerNetwork { PeerNetwork(temporaryFolder: path, reachesOthers: false) }
  /// The folder as a machine of its own, which other machines reach only by the network.
  var machine: PeerNetwork { PeerNetwork(temporaryFolder: path, reachesOthers: true) }
}

/// One person of a test: a session, an advertiser and a browser, and what the delegates heard.
final class Person: NSObject, MCSessionDelegate, MCNearbyServiceAdvertiserDelegate,
  MCNearbyServiceBrowserDelegate, @unchecked Sendable
{
  struct Log {
    var lines: [String] = []
    var found: [String: MCPeerID] = [:]
    var info: [String: [String: String]] = [:]
    var keys: [String: Data] = [:]
    var contexts: [Data?] = []
  }

  let peer: MCPeerID
  let session: MCSession
  let advertiser: MCNearbyServiceAdvertiser
  let browser: MCNearbyServiceBrowser
  let log = Mutex(Log())
  /// Answers an invitation; nil does not answer it.
  let accepts: Bool?
  /// Whether this person is offered no more once it has answered an invitation.
  let stopsOnceInvited: Bool
  /// The names of the peers whose keys this person refuses.
  let refusedNames: Set<String>

  init(
    _ name: String, in folder: SocketFolder, accepts: Bool? = true, refuses: Set<String> = [],
    info: [String: String]? = nil, service: String? = nil, stopsOnceInvited: Bool = false
  ) {
    (self.accepts, refusedNames, self.stopsOnceInvited) = (accepts, refuses, stopsOnceInvited)
    let peer = MCPeerID(displayName: name)
    self.peer = peer
    (session, advertiser, browser) = PeerNetwork.$current.withValue(
      service == nil ? folder.network : folder.machine
    ) {
      (
        MCSession(peer: peer),
        MCNearbyServiceAdvertiser(peer: peer, discoveryInfo: info, serviceType: service ?? "test"),
        MCNearbyServiceBrowser(peer: peer, serviceType: service ?? "test")
      )
    }
    super.init()
    session.delegate = self
    advertiser.delegate = self
    browser.delegate = self
  }

  deinit { leave() }

  /// Offers itself, and looks for others.
  func begin() {
    advertiser.startAdvertisingPeer()
    browser.startBrowsingForPeers()
  }

  func leave() {
    advertiser.stopAdvertisingPeer()
    browser.stopBrowsingForPeers()
    session.disconnect()
  }

  var lines: [String] { log.withLock { $0.lines } }
  var peers: [String] { session.connectedPeers.map(\.displayName).sorted() }

  /// Waits until this person has found another one, and invites it.
  func invite(_ other: Person, context: Data? = nil, timeout: TimeInterval = 20) async throws {
    let name = other.peer.displayName
    try await until { self.log.withLock { $0.found[name] != nil } }
    let peer = try #require(log.withLock { $0.found[name] })
    browser.invitePeer(peer, to: session, withContext: context, timeout: timeout)
  }

  func send(
    _ text: String, to peers: [MCPeerID]? = nil, _ mode: MCSessionSendDataMode = .reliable
  ) throws {
    try session.send(
      Data(text.utf8), toPeers: peers ?? session.connectedPeers, with: mode)
  }

  private func note(_ line: String) { log.withLock { $0.lines.append(line) } }

  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
    note("\(peerID.displayName) \(state)")
  }

  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    note("\(peerID.displayName): \(String(decoding: data, as: UTF8.self))")
  }

  func session(
    _ session: MCSession, didReceiveCertificate certificate: [Any]?, fromPeer peerID: MCPeerID,
    certificateHandler: @escaping (Bool) -> Void
  ) {
    log.withLock { $0.keys[peerID.displayName] = certificate?.first as? Data }
    certificateHandler(!refusedNames.contains(peerID.displayName))
  }

  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) {
    log.withLock { $0.contexts.append(context) }
    if let accepts { invitationHandler(accepts, session) }
    if stopsOnceInvited { advertiser.stopAdvertisingPeer() }
  }

  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error
  ) { note("not advertised: \(error.localizedDescription)") }

  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) {
    log.withLock { log in
      log.found[peerID.displayName] = peerID
      log.info[peerID.displayName] = info
      log.lines.append("found \(peerID.displayName)")
    }
  }

  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {
    note("lost \(peerID.displayName)")
  }
}

struct NeverSo: Error {}

/// Waits until the condition holds.
func until(
  _ location: SourceLocation = #_sourceLocation, _ isSo: @Sendable () -> Bool
) async throws {
  let start = ContinuousClock.now
  while !isSo() {
    guard start.duration(to: .now) < .seconds(120) else {
      Issue.record("it never came to be so", sourceLocation: location)
      throw NeverSo()
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}
