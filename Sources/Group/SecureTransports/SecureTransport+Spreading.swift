import Dispatch
import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

// Messages that neighbours pass on until they have reached every member of the call.
extension SecureTransport {
  /// Sends a message to all neighbours. The neighbour that sent the message to this member ignores
  /// it.
  func send(_ message: Membership.GossipMessage) {
    for (link, handshake) in state.withLock({ $0.handshakes }) {
      switch message {
      case .memberCertificate(let bytes):
        handshake.send(memberCertificate: bytes) { transport.send($0, over: link) }
      case .rotation(let bytes, _, let putOut):
        if !handshake.leads(to: putOut) { send(bytes, through: handshake, link) }
      case .dismissal(let bytes, let putOut):
        if handshake.leads(to: putOut) { dismiss(bytes, handshake, link) }
      }
    }
    guard case .rotation(_, let epoch, _) = message else { return }
    delay(Self.lateness) { [weak self, membership] in
      membership.forgetPast(of: epoch)
      self?.closeLinksWithoutRight(in: epoch)
    }
  }

  /// Closes the links whose neighbour has no certificate of the present epoch. The neighbour had
  /// the time to enter the epoch: either it did not stay when the keys were changed, or the change
  /// did not reach it. In the second case it connects again, and learns about the change then.
  private func closeLinksWithoutRight(in epoch: UInt32) {
    guard membership.epochNumber == epoch else { return }
    for (link, handshake) in state.withLock({ $0.handshakes }) {
      guard handshake.isOpen, let member = handshake.neighbourMember,
        !membership.isIntroduced(member)
      else { continue }
      turnAway(link, .notAdmitted(.init(SecurityError.renewed)), isInitiator: handshake.isInitiator)
    }
  }

  /// Sends a neighbour the change of keys. Refuses a guest whose handshake is not finished, because
  /// the guest uses keys that have ended.
  private func send(_ rotation: [UInt8], through handshake: LinkHandshake, _ link: LinkID) {
    guard handshake.isOpen else {
      if !handshake.isInitiator { refuse(link, SecurityError.renewed, isInitiator: false) }
      return
    }
    handshake.send(rotation: rotation) { transport.send($0, over: link) }
  }

  /// Puts the neighbour out: stops accepting its messages, sends it the change of keys, and closes
  /// the link.
  private func dismiss(_ rotation: [UInt8], _ handshake: LinkHandshake, _ link: LinkID) {
    let address = forget(link)
    handshake.send(rotation: rotation) { transport.send($0, over: link) }
    transport.close(link)
    hand(.closed(link, TransportFault(address, .broken)))
  }
}
