import Foundation
import OpenCombine
import OpenGroupActivities
import OpenMultipeerConnectivity
import SocketTransports

// People draw together in a call, and people without a call draw with them: a participant of the call
// serves them as a bridge. Each program shows each stroke once, and answers the strokes of others with
// the number of strokes that it has.
//
//   BridgeNearby NAME SERVICE call|bridge|local

struct DrawTogether: GroupActivity {
  static let activityIdentifier = "org.example.draw-together"
  var metadata: GroupActivityMetadata { GroupActivityMetadata() }
}

struct Stroke: Codable, Hashable, Sendable {
  var id: UUID
  var author: String
  var points: [Int]
}

/// The answer of a program to a stroke.
struct Seen: Codable, Hashable, Sendable {
  var stroke: UUID
  var by: String
}

enum CanvasMessage: Codable, Hashable, Sendable {
  case stroke(Stroke)
  case seen(Seen)
}

/// One person's picture, and the ways to the others: the call, the local peers, or both.
@MainActor final class Canvas: NSObject {
  private let name: String
  private var known: Set<CanvasMessage> = []
  private var messenger: GroupSessionMessenger?
  private var subscriptions: Set<AnyCancellable> = []
  private let local: LocalPeers?

  init(name: String, local: LocalPeers?) {
    (self.name, self.local) = (name, local)
    super.init()
    local?.receive = { [weak self] message, peer in
      Task { @MainActor in self?.receive(message, from: peer) }
    }
    local?.begin()
  }

  func join(_ session: GroupSession<DrawTogether>) {
    let messenger = GroupSessionMessenger(session: session)
    self.messenger = messenger
    session.$activeParticipants
      .sink { [weak self] in self?.show("call \($0.count)") }
      .store(in: &subscriptions)
    session.join()
    Task { [weak self] in
      for await (message, _) in messenger.messages(of: CanvasMessage.self) {
        self?.receive(message, from: nil)
      }
    }
  }

  func leave() { local?.leave() }

  func draw(_ points: [Int]) {
    pass(.stroke(Stroke(id: UUID(), author: name, points: points)), besides: nil)
  }

  /// - Parameter peer: the local peer that sent the message; nil for the call.
  private func receive(_ message: CanvasMessage, from peer: MCPeerID?) {
    guard pass(message, besides: peer, isOfCall: peer == nil) else { return }
    switch message {
    case .stroke(let stroke):
      show("\(stroke.author) drew \(stroke.points.map(String.init).joined(separator: " "))")
      pass(.seen(Seen(stroke: stroke.id, by: name)), besides: nil)
    case .seen(let seen): show("\(seen.by) has it")
    }
  }

  /// Sends a message on, unless it was here before: so no message goes in a circle.
  @discardableResult
  private func pass(
    _ message: CanvasMessage, besides peer: MCPeerID?, isOfCall: Bool = false
  ) -> Bool {
    guard known.insert(message).inserted else { return false }
    local?.send(message, besides: peer)
    if !isOfCall {
      messenger?.send(message) { [weak self] in if let error = $0 { self?.show("! \(error)") } }
    }
    return true
  }

  func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// The local peers of one person.
final class LocalPeers: NSObject, MCSessionDelegate, MCNearbyServiceAdvertiserDelegate,
  MCNearbyServiceBrowserDelegate, @unchecked Sendable
{
  private let session: MCSession
  private let advertiser: MCNearbyServiceAdvertiser
  private let browser: MCNearbyServiceBrowser
  var receive: @Sendable (CanvasMessage, MCPeerID) -> Void = { _, _ in }

  init(name: String, service: String) {
    let peer = MCPeerID(displayName: name)
    session = MCSession(peer: peer)
    advertiser = MCNearbyServiceAdvertiser(peer: peer, discoveryInfo: nil, serviceType: service)
    browser = MCNearbyServiceBrowser(peer: peer, serviceType: service)
  }

  func begin() {
    session.delegate = self
    advertiser.delegate = self
    browser.delegate = self
    advertiser.startAdvertisingPeer()
    browser.startBrowsingForPeers()
  }

  func leave() {
    advertiser.stopAdvertisingPeer()
    browser.stopBrowsingForPeers()
    session.disconnect()
  }

  func send(_ message: CanvasMessage, besides peer: MCPeerID?) {
    let peers = session.connectedPeers.filter { $0 != peer }
    guard !peers.isEmpty else { return }
    do {
      try session.send(JSONEncoder().encode(message), toPeers: peers, with: .reliable)
    } catch { print("! \(error.localizedDescription)") }
  }

  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
    let count = session.connectedPeers.count
    FileHandle.standardOutput.write(Data("local \(count)\n".utf8))
  }

  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    do {
      receive(try JSONDecoder().decode(CanvasMessage.self, from: data), peerID)
    } catch { print("! \(error)") }
  }

  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) { invitationHandler(true, session) }

  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) { browser.invitePeer(peerID, to: session, withContext: nil, timeout: 10) }
}

let (name, service) = (CommandLine.arguments[1], CommandLine.arguments[2])
let role = CommandLine.arguments[3]
let canvas = Canvas(
  name: name, local: role == "call" ? nil : LocalPeers(name: name, service: service))
if role != "local" {
  let call = LocalCall(called: name)
  let system = GroupSystem(
    name: name, member: call.member, over: call.transports, sealedBy: call.seal)
  GroupSystem.setDefault(system)
  if role == "call" { try system.stage(DrawTogether()) }
  Task { for await session in DrawTogether.sessions() { canvas.join(session) } }
}
Thread.detachNewThread {
  while let line = readLine() {
    let points = line.split(separator: " ").compactMap { Int($0) }
    DispatchQueue.main.async { MainActor.assumeIsolated { canvas.draw(points) } }
  }
  DispatchQueue.main.sync { MainActor.assumeIsolated { canvas.leave() } }
  // The farewell is on its way.
  Thread.sleep(forTimeInterval: 0.2)
  exit(0)
}
dispatchMain()
