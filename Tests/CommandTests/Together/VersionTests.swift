import Dispatch
import EaselBase
import GroupBase
import GroupCore
import GroupWire
import OpenGroupActivities
import SecureTransports
import SocketTransports
import Synchronization
import Testing
import TestThreads

@testable import GroupSecurity

/// A guest of an easel of another version is told so in one sentence.
@Suite(.besidePool) struct VersionTests {
  private let shared: Home
  private let keys: MemberKeys
  private let rootKeys: CallRootKeys
  private let ticket: Ticket

  init() throws {
    shared = try Home()
    keys = try HostileMember.keys()
    rootKeys = try #require(
      CallRootKeys(chance: [UInt8](repeating: 7, count: CallRootKeys.chanceLength)))
    let address = "unix://\(shared.path("s"))"
    ticket = try #require(try rootKeys.epoch().ticket(to: .draw, at: [address]))
  }

  /// A host with one message for every guest.
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

  @Test("at the door, by a host's first message")
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

  @Test("at the door, where the host is of an unreleased version")
  func unreleasedHost() throws {
    // Field 2 of the body, behind the versions, as only such a version writes it.
    let body: [UInt8] = [0x0A, 1, 3, 0x12, 1, 0]
    let host = try host([0x0A, UInt8(body.count)] + body + [0x12, 1, 0]) { $0 }
    try expectRefusal("the other side is of an unreleased version of Easel; update it.")
    host.stop()
  }

  @Test("behind it, where the host is of an unreleased version")
  func unreleasedLink() throws {
    let membership = try Membership(keys, rootKeys: rootKeys)
    let host = try host([0, 0x0A, 0x02, 0x08, 0x01]) { SecureTransport($0, for: membership) }
    try expectRefusal("the other side is of an unreleased version of Easel. Update it.")
    host.stop()
  }

  @Test("by the ticket, if that is of an unreleased version")
  func unreleasedTicket() throws {
    let ticket =
      "easel://desk:1#EQICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICNR1D5pldWfz8lMm2kWqqunaZ"
    for command in ["join", "view"] {
      let outcome = try Easel.run([command, "-"], in: try Home.lasting(), input: ticket)
      #expect(
        outcome.errors
          == "easel: the ticket is of an unreleased version of Easel; ask for a new one.\n")
      #expect(outcome.code == 1 || outcome.code == 2)
    }
  }

  @Test("a guest of an unreleased version is turned away with the reason")
  func unreleasedGuest() throws {
    let socket = UnixTransport()
    try socket.listen(at: ticket.addresses[0])
    let host = SecureTransport(socket, for: try Membership(keys, rootKeys: rootKeys))
    host.start { _ in }
    let guest = UnixTransport()
    let answers = Answers()
    guest.start { [weak guest] event in
      switch event {
      case .received(let bytes, let link):
        // Its request has the encapsulated key in field 1.
        if answers.add(bytes) == 1 {
          _ = guest?.send(
            [0x0A, 32] + [UInt8](repeating: 9, count: 32) + [0x12, 1, 0], over: link)
        }
      case .closed: answers.end()
      default: break
      }
    }
    _ = guest.dial(ticket.addresses[0])
    answers.wait()
    #expect(answers.messages.dropFirst().first == SecurityError.unreleasedVersion.message)
    guest.stop()
    host.stop()
  }

  @Test("behind it, where the door alone is of this version")
  func link() throws {
    // The greeting of a member whose name has no byte equal to the version's.
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

/// The messages that a member receives over its only link.
private final class Answers: Sendable {
  private let received = Mutex<[[UInt8]]>([])
  private let isOver = DispatchSemaphore(value: 0)

  var messages: [[UInt8]] { received.withLock(\.self) }

  /// Returns the number of messages.
  func add(_ message: [UInt8]) -> Int {
    received.withLock { received in
      received.append(message)
      return received.count
    }
  }

  func end() { isOver.signal() }
  func wait() { isOver.wait() }
}
