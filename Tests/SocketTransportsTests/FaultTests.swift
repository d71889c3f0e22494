import Glibc
import GroupCore
import NIOCore
import SystemFiles
import Testing

@testable import SocketTransports

/// A fault has a kind, and a sentence.
@Suite(.timeLimit(.minutes(60))) struct FaultTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private var path: String { "unix://\(scratch.path)/board" }

  private func dialled(_ address: String, over transport: some Transport) async throws
    -> TransportFault.Cause?
  {
    let end = Listener(transport)
    let link = end.transport.dial(address)
    guard case .closed(link, let fault?) = try await end.next() else { return nil }
    #expect(fault.address == address)
    return fault.cause
  }

  private func listening(_ listen: () throws -> [String]) -> TransportFault.Cause? {
    do {
      _ = try listen()
      return nil
    } catch {
      return (error as? TransportFault)?.cause
    }
  }

  // MARK: TCP

  @Test("a port without a listener") func nobody() async throws {
    #expect(try await dialled("tcp://127.0.0.1:1", over: TCPTransport()) == .nobody)
    #expect(try await dialled("tcp://[::1]:1", over: TCPTransport()) == .nobody)
  }

  @Test("a name that no machine has") func unknownHost() async throws {
    // More letters between dots than a name may have, so that no server has to be asked.
    let address = "tcp://\(String(repeating: "a", count: 64)).invalid:7000"
    #expect(try await dialled(address, over: TCPTransport()) == .unknownHost)
    #expect(listening { try TCPTransport().listen(at: address) } == .unknownHost)
  }

  @Test(
    "each error of the system has a kind",
    arguments: [
      (EHOSTUNREACH, .unreachable), (ENETUNREACH, .unreachable), (ETIMEDOUT, .unreachable),
      (EACCES, .forbidden), (ECONNRESET, .broken), (EPIPE, .broken), (EAGAIN, .busy),
      (ENOMEM, .system("Cannot allocate memory")),
    ] as [(Int32, TransportFault.Cause)])
  func kinds(_ error: Int32, _ cause: TransportFault.Cause) {
    #expect(TransportFault.Cause(errno: error) == cause)
    #expect(TransportFault.Cause(IOError(errnoCode: error, reason: "read")) == cause)
  }

  @Test("a port that is taken") func inUse() throws {
    let transport = TCPTransport()
    defer { transport.stop() }
    let address = try #require(try transport.listen(at: "tcp://127.0.0.1:0").first)
    #expect(!address.hasSuffix(":0"))
    #expect(listening { try TCPTransport().listen(at: address) } == .inUse)
  }

  @Test("an address of another machine") func elsewhere() {
    #expect(listening { try TCPTransport().listen(at: "tcp://192.0.2.1:0") } == .elsewhere)
  }

  @Test("port 0 is not one to dial") func portZero() async throws {
    #expect(try await dialled("tcp://127.0.0.1:0", over: TCPTransport()) == .malformed)
  }

  @Test(
    "IPv4, IPv6 and a name can be listened at, and dialled where they say",
    arguments: ["127.0.0.1", "[::1]", "localhost", "0.0.0.0", "[::]"])
  func families(_ host: String) async throws {
    let (near, far) = (TCPTransport(), TCPTransport())
    let address = try #require(try far.listen(at: "tcp://\(host):0").first)
    let (caller, called) = (Listener(near), Listener(far))
    guard case .listens(let addresses) = try await called.next() else {
      Issue.record("it does not say where it listens")
      return
    }
    #expect(addresses.contains(address))
    #expect(!addresses.contains { $0.contains("0.0.0.0") || $0.contains("[::]") })
    let link = caller.transport.dial(address)
    #expect(try await caller.next() == .opened(link, isDialled: true))
    guard case .opened(_, isDialled: false) = try await called.next() else {
      Issue.record("nobody comes")
      return
    }
  }

  @Test("a connection sends at once and gives a silent neighbour up, at both ends")
  func options() async throws {
    let (near, far) = (TCPTransport(), TCPTransport())
    let address = try #require(try far.listen(at: "tcp://127.0.0.1:0").first)
    let (caller, called) = (Listener(near), Listener(far))
    _ = try await called.next()
    _ = caller.transport.dial(address)
    _ = try await (caller.next(), called.next())
    let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
    let ends = connections(at: port)
    #expect(ends.count == 2)
    for end in ends {
      #expect(option(end, Int32(IPPROTO_TCP), TCP_NODELAY) != 0)
      #expect(option(end, Int32(IPPROTO_TCP), 18) == 10_000)
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  /// This process's descriptors that are an end of a connection to a port.
  private func connections(at port: UInt16) -> [Int32] {
    (3..<getdtablesize()).filter { descriptor in
      let (here, there) = (name(descriptor, getsockname), name(descriptor, getpeername))
      return here != nil && there != nil && (here == port || there == port)
    }
  }

  private func name(
    _ descriptor: Int32,
    _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) == 0 }
    }
    return isKnown && name.sin_family == AF_INET ? UInt16(bigEndian: name.sin_port) : nil
  }

  private func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
  }

  // MARK: Unix

  @Test("an empty path, and a socket without a listener")
  func noSocket() async throws {
    #expect(try await dialled(path, over: UnixTransport()) == .nobody)
    let socket = try UnixSocket(address: path)
    abandon(try socket.listen(mode: 0o600))
    #expect(try await dialled(path, over: UnixTransport()) == .nobody)
  }

  @Test("a path of 107 bytes can be listened at, one of 108 cannot") func pathLength() throws {
    let pathBytes = 107 - scratch.path.utf8.count - 1
    let name = String(repeating: "a", count: pathBytes)
    // The lock beside it has a longer name, which no limit of sockets is on.
    let transport = UnixTransport()
    try transport.listen(at: "unix://\(scratch.path)/\(name)")
    transport.stop()
    #expect(
      listening { try UnixTransport().listen(at: "unix://\(scratch.path)/a\(name)") }
        == .pathTooLong(bytesMax: 107))
  }

  @Test("a socket with a listener is not taken away") func taken() async throws {
    let transport = UnixTransport()
    try transport.listen(at: path)
    #expect(listening { try UnixTransport().listen(at: path) } == .inUse)
    let called = Listener(transport)
    guard case .listens([path]) = try await called.next() else {
      Issue.record("it does not say where it listens")
      return
    }
  }

  @Test("a folder that is not there, and something in the way") func obstacles() throws {
    #expect(
      listening { try UnixTransport().listen(at: "unix://\(scratch.path)/none/board") }
        == .noFolder)
    try #require(mkdir("\(scratch.path)/board", 0o700) == 0)
    #expect(listening { try UnixTransport().listen(at: path) } == .occupied)
  }

  @Test(
    "an address that is no path is refused",
    arguments: ["unix://", "unix://board", "unix:/board", "tcp://127.0.0.1:1", "unix:///a\u{0}b"])
  func malformed(_ address: String) async throws {
    #expect(try await dialled(address, over: UnixTransport()) == .malformed)
    #expect(listening { try UnixTransport().listen(at: address) } == .malformed)
  }

  @Test("a socket for this user has its mode from the first moment, one for anyone too")
  func modes() throws {
    let transport = UnixTransport()
    defer { transport.stop() }
    try transport.listen(at: path, admitting: .ownUser)
    try transport.listen(at: path + "2", admitting: .anyone)
    #expect(FileSystem.mode(of: "\(scratch.path)/board") == S_IFSOCK | 0o600)
    #expect(FileSystem.mode(of: "\(scratch.path)/board2") == S_IFSOCK | 0o666)
  }

  @Test("a listener that accepts no more is not waited for") func busy() async throws {
    let socket = try UnixSocket(address: path)
    let listening = try socket.listen(mode: 0o600)
    // No more wait than the one whom the system lets wait where none may.
    try #require(Glibc.listen(listening, 0) == 0)
    let waiting = try socket.connect()
    defer { for descriptor in [listening, waiting] { close(descriptor) } }
    #expect(try await dialled(path, over: UnixTransport()) == .busy)
  }

  @Test(
    "another user is not let in where only this user is",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func stranger() async throws {
    let transport = UnixTransport()
    try transport.listen(at: path, admitting: .ownUser)
    // As if the file system had failed to keep them out.
    try #require(chmod(scratch.path, 0o755) == 0 && chmod("\(scratch.path)/board", 0o666) == 0)
    let called = Listener(transport)
    #expect(try await called.next() == .listens([path]))
    let probe = Probe("stranger", path)
    #expect(try await probe.next() == "joined")
    #expect(try await probe.next() == "somebody left")
    let caller = Listener(UnixTransport())
    let link = caller.transport.dial(path)
    #expect(try await caller.next() == .opened(link, isDialled: true))
    guard case .opened(let first, isDialled: false) = try await called.next() else {
      Issue.record("nobody is let in")
      return
    }
    #expect(caller.transport.send([7], over: link))
    #expect(try await called.next() == .received([7], over: first))
  }
}
