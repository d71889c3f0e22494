import Foundation
import GroupBase
import GroupCore
import GroupSecurity
import OpenCombine
import OpenGroupActivities
import SecureTransports
import Synchronization

/// The activity of a session's call.
struct PeerActivity: GroupActivity {
  static let activityIdentifier = "MultipeerConnectivity.session"

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Local peers"
    return metadata
  }
}

/// The first message of each participant to another one: its id.
struct PeerIntroduction: Codable, Sendable {
  let name: String
  let number: Data

  init(_ peer: MCPeerID) { (name, number) = (peer.displayName, Data(peer.number)) }

  /// The id; nil if the untrusted values are none.
  var peer: MCPeerID? { MCPeerID(name: name, number: [UInt8](number)) }
}

/// The call of one session: a group system over sealed transports, with one group session.
final class PeerCall: Sendable {
  enum Event: Sendable {
    case introduced(Participant, PeerIntroduction)
    case shown(Set<Participant>)
    case received([UInt8], Participant)
    /// The call was not entered, or is over.
    case over
  }

  private struct Outgoing {
    let bytes: [UInt8]
    let recipients: Set<Participant>
  }

  let membership: Membership
  private let sockets: PeerSockets
  private let system: GroupSystem
  private let introduction: PeerIntroduction
  private let report: @Sendable (PeerCall, Event) -> Void
  private let (outgoing, queue) = AsyncStream<Outgoing>.makeStream()
  /// Nil until the group session is joined.
  private let unreliable = Mutex<GroupSessionMessenger?>(nil)
  /// The way into the call and its group session.
  private let entry = Mutex<Task<Void, Never>?>(nil)
  @MainActor private var receptions: [GroupSessionMessenger.Reception] = []
  @MainActor private var subscriptions: Set<AnyCancellable> = []

  /// - Parameters:
  ///   - ticket: lets this member in; nil founds the call.
  ///   - report: receives the events on the main actor, in order.
  init(
    of peer: MCPeerID, identity: Identity, ticket: Ticket?, in network: PeerNetwork,
    _ report: @escaping @Sendable (PeerCall, Event) -> Void
  ) throws {
    guard
      let keys = MemberKeys(
        identity: identity, run: PeerNetwork.random(MemberKeys.runLength),
        agreement: PeerNetwork.random(MemberKeys.agreementLength)),
      let rootKeys = CallRootKeys(chance: PeerNetwork.random(CallRootKeys.chanceLength))
    else { throw SecurityError.cryptographyFailed }
    if let ticket {
      membership = Membership(keys, ticket: ticket, called: peer.displayName)
    } else {
      membership = try Membership(keys, rootKeys: rootKeys, called: peer.displayName)
    }
    let membership = membership
    sockets = try PeerSockets(in: network)
    system = GroupSystem(
      name: peer.displayName, program: "MultipeerConnectivity", member: membership.member,
      over: sockets.transports.map { SecureTransport($0, for: membership) },
      sealedBy: membership)
    (introduction, self.report) = (PeerIntroduction(peer), report)
  }

  /// Returns a ticket to this call for the program at the other end of a link.
  func ticket(for link: InvitationLink) throws -> Ticket {
    guard let ticket = try membership.ticket(to: .draw, at: sockets.addresses(for: link)) else {
      throw SecurityError.wrongTicket
    }
    return ticket
  }

  /// Enters the call and its group session.
  ///
  /// - Parameter addresses: the addresses of a member; nil for the founder.
  func enter(at addresses: [String]?) {
    let task = Task { @MainActor [self] in
      do {
        try await connect(to: addresses)
        let sessions = GroupSystem.$current.withValue(system) { PeerActivity.sessions() }
        if addresses == nil {
          try await GroupSystem.$current.withValue(system) {
            _ = try await PeerActivity().activate()
          }
        }
        for await session in sessions.prefix(1) { join(session) }
      } catch { report(self, .over) }
    }
    entry.withLock { $0 = task }
  }

  private func connect(to addresses: [String]?) async throws {
    guard let addresses else { return }
    var fault = TransportFault(nil, .unreachable)
    for address in addresses {
      do throws(TransportFault) {
        return try await system.connect(to: address)
      } catch { fault = error }
    }
    throw fault
  }

  @MainActor private func join(_ session: GroupSession<PeerActivity>) {
    let reliable = GroupSessionMessenger(session: session)
    let unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    let receive: @MainActor @Sendable ([UInt8], GroupSessionMessenger.MessageContext) -> Void = {
      [weak self] bytes, context in
      if let self { report(self, .received(bytes, context.source)) }
    }
    receptions = [
      reliable.onMessage(of: PeerIntroduction.self) { [weak self] introduction, context in
        if let self { report(self, .introduced(context.source, introduction)) }
      },
      reliable.onMessage(receive), unreliable.onMessage(receive),
    ]
    self.unreliable.withLock { $0 = unreliable }
    follow(session, reliable)
    session.join()
    Task { [outgoing] in
      // Sending fails only once the session is over, which a sink reports.
      for await message in outgoing {
        try await reliable.send(bytes: message.bytes, to: .only(message.recipients))
      }
    }
  }

  /// Reports the participants, and introduces this peer to each of them.
  @MainActor private func follow(
    _ session: GroupSession<PeerActivity>, _ messenger: GroupSessionMessenger
  ) {
    let own: Set<Participant> = [session.localParticipant]
    var known = own
    session.$activeParticipants.sink { [weak self] participants in
      guard let self else { return }
      let newcomers = participants.subtracting(known)
      known.formUnion(participants)
      if !newcomers.isEmpty {
        // Sending fails only once the session is over, which the other sink reports.
        messenger.pass(introduction, to: .only(newcomers)) { _ in }
      }
      report(self, .shown(participants.subtracting(own)))
    }.store(in: &subscriptions)
    session.$state.sink { [weak self] state in
      if let self, case .invalidated = state { report(self, .over) }
    }.store(in: &subscriptions)
  }

  func send(_ bytes: [UInt8], to recipients: Set<Participant>, isReliable: Bool) {
    guard isReliable else {
      // An unreliable message may be lost.
      unreliable.withLock { $0 }?.pass(bytes, to: .only(recipients)) { _ in }
      return
    }
    queue.yield(Outgoing(bytes: bytes, recipients: recipients))
  }

  /// Leaves the call. The owner ignores later events.
  func leave() {
    entry.withLock { $0 }?.cancel()
    queue.finish()
    system.leaveCall { [system] in _ = system }
  }
}
