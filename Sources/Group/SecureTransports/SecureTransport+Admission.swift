import Dispatch
import EaselBase
import GroupBase
import GroupCore
import GroupSecurity

extension SecureTransport {
  /// The way in which guests enter the call over a transport.
  public enum AdmissionMode: Sendable {
    /// Both sides have a ticket.
    case ticket
    /// Both sides have a ticket. If `isWanted` returns true, a person also decides about each guest
    /// that is new in the call: the answer nil admits the guest, and an error refuses it. `gone`
    /// runs for a guest that leaves before the answer.
    case ticketAndApproval(
      isWanted: @Sendable () -> Bool,
      ask:
        @Sendable (LinkID, Caller, _ answer: @escaping @Sendable (SecurityError?) -> Void) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The transport itself proves the identity at the other end of a link that a guest dialled.
    /// The guest sends the role that it wants. `ask` answers with the role that the guest gets, and
    /// the guest receives a ticket for that role; an error refuses the guest. `gone` runs for a
    /// guest that leaves before the answer.
    case grantsTicket(
      ask:
        @Sendable (
          LinkID, _ wish: Role, _ give: @escaping @Sendable (Result<Role, SecurityError>) -> Void
        ) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// Like `grantsTicket`, but the guest receives a pass for itself alone instead of a ticket: it
    /// comes in over its own link only, and lets nobody else in.
    case grantsPass(
      ask:
        @Sendable (
          LinkID, _ wish: Role, _ give: @escaping @Sendable (Result<Role, SecurityError>) -> Void
        ) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The other side of `grantsTicket` and `grantsPass`: the dialled member sends a ticket or a
    /// pass, and this side uses it for at most this role.
    case requestsTicket(Role)
  }

  /// A guest with a ticket.
  public struct Caller: Sendable {
    /// The name that the guest chose for itself; it may hold any text.
    public let name: String
    /// The role that the guest asks for; its ticket gives this right.
    public let role: Role
    /// The source of the guest's link, as `Transport.source(of:)` returns it; nil if it is
    /// unknown.
    public let source: String?
    /// Whether the guest has proved that it is another run of this run's own user.
    public let isOwn: Bool
  }
}

extension RandomNumberGenerator {
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

extension SecureTransport {
  /// The time for which messages from before a change of keys are still accepted.
  public static let lateness = Duration.seconds(10)
  /// The link closes if the handshake is not finished after this time.
  public static let patience = Duration.seconds(5)

  /// Runs the closure after real time, on a global queue.
  public static let delayed: Delay = { time, act in
    let milliseconds = Int(clamping: time.milliseconds)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: act)
  }
}

// Admits a guest whose handshake is finished.
extension SecureTransport {
  func answer(_ link: LinkID, _ refusal: SecurityError?) {
    guard let handshake = handshake(link), let knocked = handshake.held() else { return }
    do {
      if let refusal { throw refusal }
      try handshake.admit { try admit(knocked, handshake, link) }
    } catch {
      refuse(link, error, isInitiator: false)
    }
  }

  func admit(_ knocked: LinkHandshake.Knocked, _ handshake: LinkHandshake, _ link: LinkID)
    throws(SecurityError)
  {
    if let name { membership.give(name, to: knocked.guest.member) }
    try membership.introduced(knocked.guest)
    guard transport.send(knocked.welcome, over: link) else {
      return turnAway(link, .busy, isInitiator: false)
    }
    open(handshake, link, knocked.seal, to: knocked.guest, isDialled: false)
  }

  /// Opens the link. The neighbour receives the certificates of all known members before the layer
  /// above sends anything.
  func open(
    _ handshake: LinkHandshake, _ link: LinkID, _ seal: LinkSeal, to neighbour: MemberCertificate,
    isDialled: Bool
  ) {
    state.withLock { _ = $0.pendingLinks.remove(link) }
    transport.limitMessages(
      over: link, to: TransportLimits.messageBytesMax, lastWords: nil)
    handshake.open(seal, to: neighbour)
    membership.linked(to: neighbour)
    for memberCertificate in membership.memberCertificates {
      handshake.send(memberCertificate: memberCertificate) { transport.send($0, over: link) }
    }
    hand(.opened(link, isDialled: isDialled))
    if let seal = isDialled ? nil : handshake.takeDatagramSeal() {
      offerDatagrams(over: link, handshake, seal)
    }
  }
}
