import EaselBase
import Glibc
import GroupBase
import GroupCore
import GroupSecurity
import GroupTesting
import GroupWire
import Synchronization
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// The limits of a door: each at its bound and one beyond.
@Suite(.timeLimit(.minutes(60))) struct DoorLimitTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("a stranger's message has 4 KiB: the rest of a longer one is not waited for")
  func smallBefore() async throws {
    let host = try Guarded.host(folder)
    let heads: [(count: Int, isRefused: Bool)] = [
      (HandshakeLimits.messageBytesMax, false), (HandshakeLimits.messageBytesMax + 1, true),
    ]
    for (count, isRefused) in heads {
      let stranger = try UnixSocket(address: host.address).connect()
      _ = fcntl(stranger, F_SETFL, fcntl(stranger, F_GETFL) & ~O_NONBLOCK)
      defer { close(stranger) }
      _ = try Self.message(from: stranger)
      // Only the length, and one byte.
      let head = Array(WireFrame.encoded([UInt8](repeating: 7, count: count)).prefix(3))
      #expect(write(stranger, head, head.count) == head.count)
      guard isRefused else {
        // Nothing is said until it is whole.
        let rest = [UInt8](repeating: 7, count: count - 1)
        #expect(write(stranger, rest, rest.count) == rest.count)
        #expect(try Self.message(from: stranger) == SecurityError.malformed.message)
        continue
      }
      #expect(try Self.message(from: stranger) == SecurityError.malformed.message)
      var byte: UInt8 = 0
      #expect(read(stranger, &byte, 1) == 0, "the link stays")
    }
  }

  @Test("an admitted guest may send 64 KiB, and no more")
  func largeAfter() async throws {
    let host = try Guarded.host(folder)
    let guest = try Guarded.guest(try host.ticket(to: .draw), folder, "guest")
    let link = try await guest.enter(host)
    guard case .opened(let toGuest, _) = try await host.next() else { return }
    // Sealed for the neighbour, and behind a byte that says so.
    let largest = [0] + [UInt8](repeating: 7, count: TransportLimits.messageBytesMax - 18)
    #expect(guest.end.transport.send(largest, over: link))
    #expect(try await host.next() == .received(largest, over: toGuest))
    #expect(!guest.end.transport.send(largest + [7], over: link))
  }

  @Test("after ten failures in a minute, a guest of that address gets in within ten seconds")
  func attempts() async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    let plain = Listener(UnixTransport())
    func knock(saying bytes: [UInt8]) async throws -> [UInt8] {
      let link = plain.transport.dial(host.address)
      #expect(try await plain.next() == .opened(link, isDialled: true))
      guard case .received(let hello, _) = try await plain.next() else { return [] }
      if hello == SecurityError.tooManyAttempts.message {
        #expect(try await plain.next() == .closed(link, nil))
        return hello
      }
      #expect(plain.transport.send(bytes, over: link))
      guard case .received(let word, _) = try await plain.next() else { return [] }
      #expect(try await plain.next() == .closed(link, nil))
      return word
    }
    clock.pass(.milliseconds(1))
    for _ in 0..<FailureThrottle.failuresMax {
      #expect(try await knock(saying: [1]) == SecurityError.malformed.message)
    }
    // The one place of these ten seconds.
    #expect(try await knock(saying: [1]) == SecurityError.malformed.message)
    #expect(try await knock(saying: [1]) == SecurityError.tooManyAttempts.message)
    let guest = try Guarded.guest(try host.ticket(to: .draw), folder, "guest")
    let fault = try await guest.refusal(by: host)
    #expect(fault?.cause == .notAdmitted(.init(SecurityError.tooManyAttempts)))
    clock.pass(FailureThrottle.placeEvery)
    _ = try await guest.enter(host)
  }

  @Test("five silent seconds are a failure; after ten of them, one place in ten seconds stays")
  func slowness() async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    let plain = Listener(UnixTransport())
    func knock() async throws -> (link: LinkID, isBarred: Bool)? {
      let link = plain.transport.dial(host.address)
      #expect(try await plain.next() == .opened(link, isDialled: true))
      guard case .received(let word, _) = try await plain.next() else { return nil }
      return (link, word == SecurityError.tooManyAttempts.message)
    }
    // Five at a time, so that none of the failures is forgotten before the last question.
    for _ in 0..<2 {
      for _ in 0..<FailureThrottle.failuresMax / 2 {
        #expect(try #require(try await knock()).isBarred == false)
      }
      clock.pass(SecureTransport.patience)
      for _ in 0..<FailureThrottle.failuresMax / 2 {
        guard case .closed = try await plain.next() else {
          Issue.record("a silent link stays")
          return
        }
      }
    }
    for _ in 0..<2 {
      #expect(try #require(try await knock()).isBarred == false, "the one place")
      for _ in 0..<3 {
        let (link, isBarred) = try #require(try await knock())
        try #require(isBarred)
        #expect(try await plain.next() == .closed(link, nil))
      }
      clock.pass(FailureThrottle.placeEvery)
      guard case .closed = try await plain.next() else {
        Issue.record("a silent link stays")
        return
      }
    }
  }

  @Test("a guest proved by its transport has five seconds to ask, and five more after that")
  func wishing() async throws {
    let clock = ManualDelay()
    let answers = Mutex<[@Sendable (Result<Role, SecurityError>) -> Void]>([])
    let host = try Guarded(
      Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: "host",
      by: .grantsTicket(ask: { _, _, give in answers.withLock { $0.append(give) } })
    ) { clock.add($0, $1) }
    let plain = Listener(UnixTransport())
    let silent = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(silent, isDialled: true))
    // It has heard of that once it hears the next.
    let link = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    #expect(plain.transport.send(AdmissionWish(.draw).bytes, over: link))
    while answers.withLock(\.isEmpty) { await Task.yield() }
    clock.pass(SecureTransport.patience)
    #expect(try await plain.next() == .closed(silent, nil))
    // A person may take long to answer; the rest has its usual limit.
    for give in answers.withLock(\.self) { give(.success(.draw)) }
    for _ in 0..<2 {
      guard case .received(_, link) = try await plain.next() else {
        Issue.record("no ticket and no hello")
        return
      }
    }
    clock.pass(SecureTransport.patience - .milliseconds(1))
    #expect(plain.transport.send([1], over: link))
    #expect(try await plain.next() == .received(SecurityError.malformed.message, over: link))
    #expect(try await plain.next() == .closed(link, nil))
    let babbler = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(babbler, isDialled: true))
    #expect(plain.transport.send(AdmissionWish(.draw).bytes + [0], over: babbler))
    #expect(try await plain.next() == .received(SecurityError.malformed.message, over: babbler))
  }

  /// The ways in which a link may end before its guest has proved a ticket.
  enum End: CaseIterable {
    case speaksNonsense, hangsUp, givesWay, isSilent, isTooLong
  }

  @Test(
    "Every way in which a stranger's link ends without a ticket counts", arguments: End.allCases)
  func everyEnd(end: End) async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    let plain = Listener(UnixTransport())
    /// - Returns: whether the host still answers this source.
    func knock() async throws -> Bool {
      let link = plain.transport.dial(host.address)
      while true {
        switch try await plain.next() {
        case .received(let word, link):
          guard word != SecurityError.tooManyAttempts.message else { return false }
          switch end {
          case .speaksNonsense: _ = plain.transport.send([1], over: link)
          case .hangsUp: plain.transport.close(link)
          case .givesWay: break
          case .isSilent: clock.pass(SecureTransport.patience)
          case .isTooLong:
            let long = [UInt8](repeating: 1, count: HandshakeLimits.messageBytesMax + 1)
            _ = plain.transport.send(long, over: link)
          }
          return true
        default: continue
        }
      }
    }
    var heard = 0
    while try await knock(), heard < 200 { heard += 1 }
    // Links that wait silently count when they give way to others.
    let waiting = end == .givesWay ? PendingLinks.countMaxOfSource : 0
    // The host may hear of the last ends only after it has heard of the next links.
    let most = FailureThrottle.failuresMax + waiting + (end == .hangsUp ? 100 : 2)
    #expect((FailureThrottle.failuresMax...most).contains(heard), "\(heard)")
  }

  @Test("A person's refusal is no failure of a guest that proved its ticket")
  func declined() async throws {
    let host = try Guarded(
      Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: "host",
      by: .ticketAndApproval(isWanted: { true }, ask: { _, _, answer in answer(.declined) }))
    let ticket = try host.ticket(to: .draw)
    for number in 0...FailureThrottle.failuresMax {
      let guest = try Guarded.guest(ticket, folder, "guest\(number)")
      #expect(
        try await guest.refusal(by: host)?.cause == .notAdmitted(.init(SecurityError.declined)))
    }
  }

  @Test("Silent connections from elsewhere keep out no guest with a ticket")
  func silence() async throws {
    let socket = TCPTransport()
    let address = try #require(try socket.listen(at: "tcp://127.0.0.1:0").first)
    let membership = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let host = Listener(SecureTransport(socket, for: membership))
    let port = try TCPAddress(address).port
    var strangers: [Int32] = []
    defer { for stranger in strangers { close(stranger) } }
    for number in 0..<3 * PendingLinks.countMax {
      strangers.append(try Self.dial(port, from: 2 + UInt8(number % 3)))
    }
    let ticket = try #require(try membership.ticket(to: .draw, at: [address]))
    let guest = Listener(
      SecureTransport(TCPTransport(), for: Membership(try Chance.keys(), ticket: ticket)))
    let link = guest.transport.dial(address)
    #expect(try await guest.next() == .opened(link, isDialled: true))
    withExtendedLifetime(host) {}
  }

  /// Connects to a port of this machine from the address 127.0.0.LAST.
  private static func dial(_ port: UInt16, from last: UInt8) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func name(_ last: UInt8, _ port: UInt16) -> sockaddr_in {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      name.sin_addr.s_addr = UInt32(bigEndian: 0x7F00_0000 | UInt32(last))
      return name
    }
    func call(
      _ name: sockaddr_in, _ act: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      withUnsafePointer(to: name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          act(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard call(name(last, 0), bind) == 0, call(name(1, port), connect) == 0 else {
      throw TransportFault(nil, .init(errno: errno))
    }
    return descriptor
  }

  @Test(
    "a source has half of the places at the door, and the first silent link gives way")
  func strangers() throws {
    var strangers = PendingLinks()
    func add(_ number: UInt64, _ source: String?) -> Result<LinkID?, SecurityError> {
      do throws(SecurityError) {
        return .success(try strangers.add(LinkID(number), from: source))
      } catch { return .failure(error) }
    }
    func remove(_ number: UInt64) -> Bool { strangers.remove(LinkID(number)) }
    for number in 1...8 { #expect(add(UInt64(number), "a") == .success(nil)) }
    strangers.spoke(LinkID(1))
    #expect(add(9, "a") == .success(LinkID(2)))
    #expect(remove(2))
    for number in 10...17 { #expect(add(UInt64(number), nil) == .success(nil)) }
    #expect(add(18, "b") == .success(LinkID(3)))
    #expect(remove(3))
    for number in 1...18 { strangers.spoke(LinkID(UInt64(number))) }
    // If no link is silent, the newest of the most crowded source gives way to another source.
    #expect(add(19, "c") == .success(LinkID(17)))
    #expect(remove(17))
    strangers.spoke(LinkID(19))
    #expect(add(20, nil) == .failure(.busy) && !strangers.contains(LinkID(20)))
    // Never a guest that proved a ticket and waits for an answer.
    for number in 4...19 { strangers.proved(.drawer, by: LinkID(UInt64(number))) }
    strangers.proved(.watcher, by: LinkID(1))
    #expect(add(21, "c") == .failure(.busy))
    #expect(!remove(10))
    #expect(add(22, "c") == .success(nil))
    #expect(strangers.source(of: LinkID(22)) == "c" && strangers.source(of: LinkID(11)) == nil)
  }

  @Test("places are told apart, a bounded number of them, and a failure counts for a minute")
  func waitingLimit() {
    var attempts = FailureThrottle()
    func isCounted(_ source: String?) -> Bool { attempts.failed(from: source) }
    for number in 0..<FailureThrottle.sourcesMax { #expect(isCounted("\(number)")) }
    #expect(!isCounted("one more"))
    for _ in 1..<FailureThrottle.failuresMax { #expect(isCounted("7")) }
    #expect(attempts.isBarred("7") && !attempts.isBarred("8") && !attempts.isBarred(nil))
    attempts.forget(one: "7")
    #expect(!attempts.isBarred("7"))
    for number in 0..<FailureThrottle.sourcesMax {
      for _ in 0..<FailureThrottle.failuresMax { attempts.forget(one: "\(number)") }
    }
    #expect(isCounted("one more"))
    #expect(!isCounted(nil))
  }

  @Test("a network of version 6 is one place, and an address of version 4 is one however it comes")
  func sources() {
    let four: [UInt8] = [192, 0, 2, 1]
    let mapped = Array(repeating: UInt8(0), count: 10) + [255, 255] + four
    #expect(LinkSource.name(four) == LinkSource.name(mapped))
    let network: [UInt8] = [0x20, 1, 13, 184, 0, 0, 0, 7]
    let (one, other) = (network + [0, 0, 0, 0, 0, 0, 0, 1], network + [9, 0, 0, 0, 0, 0, 0, 2])
    #expect(LinkSource.name(one) == LinkSource.name(other))
    #expect(LinkSource.name(one) != LinkSource.name([0x20, 1, 13, 184, 0, 0, 0, 8] + one[8...]))
  }

  /// The next message that a socket gives, waited for.
  private static func message(from socket: Int32) throws -> [UInt8] {
    var decoder = FrameDecoder()
    decoder.limit = TransportLimits.messageBytesMax
    while true {
      if let message = try decoder.next() { return message }
      var byte: UInt8 = 0
      guard read(socket, &byte, 1) == 1 else { throw TransportFault(nil, .broken) }
      decoder.append([byte])
    }
  }
}
