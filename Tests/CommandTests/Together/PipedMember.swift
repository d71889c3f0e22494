import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports

/// A member that comes through a program's standard input and output, and calls itself what it likes
/// whatever it is told.
struct PipedMember {
  static let address = "ssh://there"
  let system: GroupSystem

  init(_ name: String, _ command: [String]) throws {
    var chance = SystemRandomNumberGenerator()
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
    }
    guard let identity = Identity(seed: bytes(Identity.seedLength)),
      let keys = MemberKeys(
        identity: identity, run: bytes(MemberKeys.runLength),
        agreement: bytes(MemberKeys.agreementLength))
    else { throw HostileMember.Failure(description: "no keys") }
    let membership = Membership(keys)
    let pipe = PipeTransport(hasPreambles: true) { $0 == Self.address ? command : nil }
    system = GroupSystem(
      name: name, member: membership.member,
      over: [SecureTransport(pipe, for: membership, by: .requestsTicket(.draw))],
      sealedBy: membership)
  }
}
