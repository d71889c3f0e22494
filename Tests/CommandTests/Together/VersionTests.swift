import EaselBase
import GroupCore
import GroupWire
import OpenGroupActivities
import SecureTransports
import SocketTransports
import Testing
import TestThreads

@testable import GroupSecurity

/// Who comes to an easel of another version is told so in one sentence.
@Suite(.besidePool) struct VersionTests {
  private let place: Home
  private let keys: MemberKeys
  private let rootKeys: CallRootKeys
  private let ticket: Ticket

  init() throws {
    place = try Home()
    keys = try HostileMember.keys()
    rootKeys = try #require(
      CallRootKeys(chance: [UInt8](repeating: 7, count: CallRootKeys.chanceLength)))
    let address = "unix://\(place.path("s"))"
    ticket = try #require(try rootKeys.epoch().ticket(to: .draw, at: [address]))
  }

  /// A host that says one thing to whoever comes.
  private func host(_ said: [UInt8], _ guard: (any Transport) -> any Transport) throws
    -> any Transport
  {
    let socket = UnixTransport()
    try socket.listen(at: ticket.addresses[0])
    let host = `guard`(socket)
    host.start { [weak host] event in
      if case .opened(let link, _) = event { _ = host?.send(said, over: link) }
    }
    return host
  }

  private func expectRefusal(_ sentence: String) throws {
    for command in ["join", "view"] {
      let outcome = try Easel.run([command, "-"], in: try Home.lasting(), input: ticket.text)
      #expect(outcome.errors == "easel: \(sentence)\n" && outcome.code == 1, "\(command)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test("at the door, by what a host says first")
  func handshake() throws {
    let hello = try HandshakeResponder(
      epoch: try rootKeys.epoch(), keys: keys,
      nonce: [UInt8](repeating: 5, count: HandshakeResponder.nonceLength), versions: [7, 9]
    ).hello
    let host = try host(hello) { $0 }
    let ours = Hello.versions.map(String.init).joined(separator: ", ")
    try expectRefusal(
      "the other side speaks version 7, 9 of easel's language, and this easel \(ours); update the "
        + "older one.")
    host.stop()
  }

  @Test("behind it, where the door alone is of this version")
  func link() throws {
    // Of a member in whose name no byte is the version's.
    var greeting = LinkEncoder().encoded(.hello(MemberID(.max), path: []))
    let version = try #require(greeting.lastIndex(of: UInt8(WireCoding.version)))
    greeting[version] = 9
    let membership = try Membership(keys, rootKeys: rootKeys)
    let host = try host(greeting) { SecureTransport($0, for: membership) }
    try expectRefusal(
      "the other side speaks version 9 of easel's language, and this easel \(WireCoding.version). "
        + "Update the older one.")
    host.stop()
  }
}
