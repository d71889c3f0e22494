import Dispatch
import EaselBase
import GroupCore
import GroupSecurity
import Synchronization

// Words that neighbours pass on until they have reached every member of the call.
extension SecureTransport {
  /// Sends a word to all neighbours, also to the one that it came from, which ignores it.
  func send(_ word: Membership.Word) {
    for (link, door) in state.withLock({ $0.doors }) {
      switch word {
      case .introduction(let bytes):
        door.send(introduction: bytes) { transport.send($0, over: link) }
      case .rotation(let bytes, _, let putOut):
        if !door.leads(to: putOut) { send(bytes, through: door, link) }
      case .dismissal(let bytes, let putOut):
        if door.leads(to: putOut) { dismiss(bytes, door, link) }
      }
    }
    guard case .rotation(_, let epoch, _) = word else { return }
    delay(Self.lateness) { [membership] in membership.forgetPast(of: epoch) }
  }

  /// Sends a neighbour the new keys. A guest whose handshake is not finished uses keys that have
  /// ended, and is refused.
  private func send(_ rotation: [UInt8], through door: LinkHandshake, _ link: LinkID) {
    guard door.isOpen else {
      if !door.isKnocking { refuse(link, SecurityError.renewed, isKnocking: false) }
      return
    }
    door.send(rotation: rotation) { transport.send($0, over: link) }
  }

  /// Puts the neighbour out: stops accepting its messages, sends it the change of keys, and closes
  /// the link.
  private func dismiss(_ rotation: [UInt8], _ door: LinkHandshake, _ link: LinkID) {
    let address = forget(link)
    door.send(rotation: rotation) { transport.send($0, over: link) }
    transport.close(link)
    hand(.closed(link, TransportFault(address, .broken)))
  }
}
