import Foundation
import GroupCore
import OpenGroupActivities

/// Whether a session encrypts. All sessions of this module do, whatever a program asks for.
public enum MCEncryptionPreference: Int, Sendable {
  /// Encryption is preferred.
  case optional
  /// Encryption is required.
  case required
  /// No encryption is asked for; the session encrypts all the same.
  case none
}

/// How reliably a message arrives.
public enum MCSessionSendDataMode: Int, Sendable {
  /// The message arrives once, in the order sent.
  case reliable
  /// The message arrives at once or is lost.
  case unreliable
}

/// The state of the connection between a session and a peer.
public enum MCSessionState: Int, Sendable {
  /// The peer is not in the session.
  case notConnected
  /// A connection to the peer is being made.
  case connecting
  /// Messages flow.
  case connected
}

/// Up to eight peers of one network or one machine, this program included, who send each other
/// messages.
///
/// Peers come in by invitations, see ``MCNearbyServiceBrowser`` and ``MCNearbyServiceAdvertiser``. The
/// first accepted invitation founds the session's call, and each peer comes in by a ticket that the
/// invitation brings. All messages are encrypted for the members of the call.
///
/// An invitation proves no identity, since two programs that have never met share no secret. A program
/// between two peers (a relay) can pretend to each of them to be the other one, and read and change
/// all that they send. ``MCSessionDelegate/session(_:didReceiveCertificate:fromPeer:certificateHandler:)``
/// has the peer's key; a program that knows the right key recognises a relay by it.
///
/// The delegate is called on a private serial queue. The main queue of the process has to run, by
/// `dispatchMain()`, `RunLoop.main.run()` or an async `main`.
open class MCSession: NSObject, @unchecked Sendable {
  // Unchecked: all state lies behind the locks of the box and of the core.
  let core: PeerSession
  private let delegateBox: WeakBox<any MCSessionDelegate>
  /// The id of this program's peer.
  public let myPeerID: MCPeerID
  /// The identity that the program gave; nil if the session made one of its own.
  public let securityIdentity: [Any]?
  /// The preference that the program gave. It changes nothing.
  public let encryptionPreference: MCEncryptionPreference

  /// The most peers of a session, this program included.
  public static let maximumNumberOfPeers = 8

  /// Creates a session with an identity of its own.
  public convenience init(peer myPeerID: MCPeerID) {
    self.init(peer: myPeerID, securityIdentity: nil, encryptionPreference: .required)
  }

  /// Creates a session.
  ///
  /// - Parameter identity: if the first element is a `Data` of 32 secret random bytes, they are the
  ///   seed of the session's key, so that peers can recognise it. Otherwise the session makes a key.
  public init(
    peer myPeerID: MCPeerID, securityIdentity identity: [Any]?,
    encryptionPreference: MCEncryptionPreference
  ) {
    (self.myPeerID, securityIdentity) = (myPeerID, identity)
    self.encryptionPreference = encryptionPreference
    let box = WeakBox<any MCSessionDelegate>()
    let events = SessionEvents(box)
    delegateBox = box
    core = PeerSession(
      myPeerID, seed: (identity?.first as? Data).map { [UInt8]($0) }, in: .current
    ) { change, core in events.handle(change, core) }
    super.init()
    events.session = self
  }

  deinit { core.disconnect() }

  /// Receives the events, on a private serial queue.
  open var delegate: (any MCSessionDelegate)? {
    get { delegateBox.object }
    set { delegateBox.object = newValue }
  }

  /// The other peers to whom messages can be sent now.
  open var connectedPeers: [MCPeerID] { core.connectedPeers }

  /// Sends bytes to peers. Returns at once.
  ///
  /// - Throws: ``MCError`` with `.invalidParameter` without any recipient, and with `.notConnected` if a
  ///   recipient is not connected; `GroupSessionError.tooLarge` for more than 256 KiB.
  open func send(
    _ data: Data, toPeers peerIDs: [MCPeerID], with mode: MCSessionSendDataMode
  ) throws {
    guard !peerIDs.isEmpty else { throw MCError(.invalidParameter) }
    guard data.count <= Call.messageBytesMax else {
      throw GroupSessionError.tooLarge(bytes: data.count, limit: Call.messageBytesMax)
    }
    try core.send([UInt8](data), to: peerIDs, isReliable: mode == .reliable)
  }

  /// Leaves the session; the others go on. The delegate hears that each peer is not connected. A later
  /// invitation begins anew.
  open func disconnect() { core.disconnect() }

  /// Gives up connecting to a peer.
  open func cancelConnectPeer(_ peerID: MCPeerID) { core.cancel(peerID) }

  // MARK: What this module does not offer

  /// Fails: files are not sent.
  ///
  /// - Parameter completionHandler: gets ``MCError`` with `.unsupported`.
  /// - Returns: nil.
  @discardableResult
  open func sendResource(
    at resourceURL: URL, withName resourceName: String, toPeer peerID: MCPeerID,
    withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
  ) -> Progress? {
    completionHandler?(MCError(.unsupported))
    return nil
  }

  /// Fails: there are no streams.
  ///
  /// - Throws: ``MCError`` with `.unsupported`.
  open func startStream(withName streamName: String, toPeer peerID: MCPeerID) throws
    -> OutputStream
  { throw MCError(.unsupported) }

  /// Fails: peers connect by invitations only.
  ///
  /// - Parameter completionHandler: gets ``MCError`` with `.unsupported`.
  open func nearbyConnectionData(
    forPeer peerID: MCPeerID, withCompletionHandler completionHandler: (Data?, (any Error)?) -> Void
  ) { completionHandler(nil, MCError(.unsupported)) }

  /// Does nothing but tell the delegate that the peer is not connected: peers connect by invitations
  /// only.
  open func connectPeer(_ peerID: MCPeerID, withNearbyConnectionData data: Data) {
    core.refuse(peerID)
  }
}

/// Calls the delegate of a session, one event after the other.
private final class SessionEvents: @unchecked Sendable {
  // Unchecked: the session is set once, before the first event.
  private let queue = DispatchQueue(label: "MCSession")
  private let box: WeakBox<any MCSessionDelegate>
  weak var session: MCSession?

  init(_ box: WeakBox<any MCSessionDelegate>) { self.box = box }

  func handle(_ change: PeerTable.Change, _ core: PeerSession) {
    queue.async { [self] in
      guard let session, let delegate = box.object else {
        if case .question(let question) = change { core.answer(question, accepts: true) }
        return
      }
      switch change {
      case .state(let peer, let state): delegate.session(session, peer: peer, didChange: state)
      case .data(let bytes, let peer):
        delegate.session(session, didReceive: Data(bytes), fromPeer: peer)
      case .question(let question):
        delegate.session(
          session, didReceiveCertificate: [Data(question.key)], fromPeer: question.peer
        ) { core.answer(question, accepts: $0) }
      }
    }
  }
}
