import BoardContract
import BoardModel
import EaselBase
import FrameTesting
import Glibc
import GroupCore
import GroupSecurity
import SocketTransports
import Testing
import TestThreads

/// Connections that a hostile member makes, and connections that it wants the others to make.
@Suite(.besidePool, .serialized) struct HostileConnectionTests {
  // MARK: Connections without a word

  @Test("sixteen silent connections keep out no guest with a good ticket")
  func silence() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.tickets()[0]
    let first = try SilentConnections(16, to: ticket)
    // This member asks once, where the program asks again for some seconds.
    let member = try HostileMember(ticket, saying: "Max")
    await #expect(throws: Never.self) { try await member.connect() }
    let second = try SilentConnections(16, to: ticket)
    try session.join("Ann")
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    withExtendedLifetime([first, second]) {}
    try session.expectSamePictures()
  }

  // MARK: Addresses

  @Test(
    "no program dials what a watcher announces, nor a socket that any member announces", .underLoad)
  func announced() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    let tickets = try session.tickets()
    let (dials, others) = (EventQueue<String>(), Set(session.guests.map(\.name)))
    var listeners: [Listener] = []
    for (index, name) in ["watcher", "drawer"].enumerated() {
      listeners.append(try Listener("tcp://127.0.0.\(77 + index):0", "\(name) by TCP", dials))
      listeners.append(
        try Listener("unix://\(session.shared.path(name))", "\(name) by a socket", dials))
    }
    let addresses = listeners.map(\.address)
    let watcher = try HostileMember(tickets[1], saying: "Eve", at: Array(addresses[..<2]))
    let drawer = try HostileMember(tickets[0], saying: "Max", at: Array(addresses[2...]))
    for member in [watcher, drawer] {
      try await member.join(beside: others)
      try waitUntilHeard(member, by: session)
    }
    watcher.hangUp()
    drawer.hangUp()
    // The host may dial the drawer, whose address is of the same machine as the host's own. The watcher
    // is missed since the same moment, and the host dials those first whom it dialled the least.
    var dialled: [String] = []
    while dialled.count(where: { $0 == "drawer by TCP" }) < 3 {
      dialled.append(try await dials.next("dial of the drawer's address"))
    }
    #expect(Set(dialled) == ["drawer by TCP"])
    withExtendedLifetime((watcher, drawer)) {}
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    try session.expectSamePictures()
  }

  /// Waits until all members have read the earlier announcements of a member.
  private func waitUntilHeard(_ member: HostileMember, by session: ProcessSession) throws {
    var appearance = ParticipantPresence(
      author: member.author, name: SafeText("Eve", limit: .name), color: PaletteColor.red.color,
      sign: 1, since: .max)
    for speech in [SafeText("I listen", limit: .title), nil] {
      appearance.speech = speech
      member.show(appearance)
    }
    for guest in session.guests { try guest.run.waitForNotice("I listen") }
  }
}

/// An address at which a program outside the call listens and notes each connection.
private final class Listener {
  let address: String
  private let transport: any Transport

  init(_ wanted: String, _ name: String, _ dials: EventQueue<String>) throws {
    if wanted.hasPrefix("tcp://") {
      let tcp = TCPTransport()
      address = try #require(try tcp.listen(at: wanted).first)
      transport = tcp
    } else {
      let unix = UnixTransport()
      address = try #require(try unix.listen(at: wanted).first)
      transport = unix
    }
    transport.start { [weak transport] event in
      guard case .opened(let link, _) = event else { return }
      dials.append(name)
      transport?.close(link)
    }
  }

  deinit { transport.stop() }
}

/// Connections to a host that say nothing, each from another address of this machine.
private final class SilentConnections {
  private var descriptors: [Int32] = []

  /// Returns once the host has said the first word over each connection.
  init(_ count: Int, to ticket: String) throws {
    let address = try Ticket(ticket).addresses[0]
    let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    for number in 0..<count {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      descriptors.append(descriptor)
      var (source, target) = (Self.name(0x7F00_0102 + UInt32(number)), Self.name(0x7F00_0001, port))
      let isConnected =
        Self.call(bind, descriptor, &source) && Self.call(connect, descriptor, &target)
      try #require(isConnected, "\(String(cString: strerror(errno)))")
      var answer = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let patience = Int32(TerminalRun.patience.components.seconds) * 1_000
      try #require(poll(&answer, 1, patience) == 1, "the host says nothing")
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func name(_ host: UInt32, _ port: UInt16 = 0) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = host.bigEndian
    return name
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ name: inout sockaddr_in
  ) -> Bool {
    withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
