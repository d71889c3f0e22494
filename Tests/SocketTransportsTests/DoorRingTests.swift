import EaselBase
import Glibc
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization
import SystemFiles
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// Rings over real sockets, between a door and the client that rings there.
@Suite(.timeLimit(.minutes(60))) struct DoorRingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func ring() throws -> RingMessage {
    RingMessage(
      identityKey: try Chance.keys().identity.publicKey, title: Array("plan".utf8), session: nil,
      role: .draw, picture: [], process: 1)
  }

  /// A door, and the rings that it got with their answers.
  private final class Door: Sendable {
    let guarded: Guarded
    let rings = Mutex<[(message: RingMessage, answer: @Sendable (RingAnswer) -> Void)]>([])

    /// - Parameter answer: answers each ring at once; nil waits.
    init(
      _ folder: ScratchFolder, takesRings: Bool = true, answer: RingAnswer? = nil,
      delay: @escaping SecureTransport.Delay = { _, _ in }
    ) throws {
      let (left, lefts) = AsyncStream.makeStream(of: Void.self)
      self.left = left
      guarded = try Guarded(
        Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: "door",
        by: .grantsTicket(
          ask: { _, role, give in give(.success(role)) }, gone: { _ in lefts.yield() }),
        delay: delay)
      guard takesRings, let transport = guarded.end.transport as? SecureTransport else { return }
      transport.handleRings { [weak self] _, message, reply in
        if let answer { return reply(answer) }
        self?.rings.withLock { $0.append((message, reply)) }
      }
    }

    /// An element for each guest that left before its answer.
    let left: AsyncStream<Void>
  }

  private func outcome(of message: RingMessage, at door: Door) async -> RingClient.Outcome {
    await withCheckedContinuation { continuation in
      _ = RingClient(message, at: door.guarded.address, over: UnixTransport(), delay: { _, _ in }) {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test("R23 · A ring gets one answer and then its link closes", arguments: RingAnswer.allCases)
  func answered(_ answer: RingAnswer) async throws {
    let door = try Door(folder, answer: answer)
    let plain = Listener(UnixTransport())
    let link = plain.transport.dial(door.guarded.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    #expect(plain.transport.send(try Self.ring().bytes, over: link))
    #expect(try await plain.next() == .received(answer.bytes, over: link))
    #expect(try await plain.next() == .closed(link, nil))
    guard case .answered(answer) = await outcome(of: try Self.ring(), at: door) else {
      Issue.record("another outcome")
      return
    }
  }

  @Test("R23 · A ring lets nobody in, whatever its sender says after it")
  func letsNobodyIn() async throws {
    let door = try Door(folder)
    let plain = Listener(UnixTransport())
    let link = plain.transport.dial(door.guarded.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    #expect(plain.transport.send(try Self.ring().bytes, over: link))
    #expect(plain.transport.send(AdmissionWish(.draw).bytes, over: link))
    while door.rings.withLock(\.isEmpty) { await Task.yield() }
    door.rings.withLock { $0[0].answer(.accepted) }
    #expect(try await plain.next() == .received(RingAnswer.accepted.bytes, over: link))
    #expect(try await plain.next() == .closed(link, nil))
  }

  @Test("R24 · A door that takes no rings answers as a door that does not know them")
  func older() async throws {
    let door = try Door(folder, takesRings: false)
    guard case .older = await outcome(of: try Self.ring(), at: door) else {
      Issue.record("the door is not taken for an older one")
      return
    }
  }

  @Test("A ring without a door ends with the fault; a sender that gives up is reported")
  func noDoor() async throws {
    let door = UserRendezvous(of: geteuid(), temporaryFolder: folder.path)
    let outcome = await withCheckedContinuation { continuation in
      do {
        _ = RingClient(
          try Self.ring(), at: door.address, over: UnixTransport(at: door), delay: { _, _ in }
        ) { continuation.resume(returning: $0 as RingClient.Outcome?) }
      } catch { continuation.resume(returning: nil) }
    }
    guard case .failed(let fault)? = outcome else {
      Issue.record("no fault")
      return
    }
    #expect(fault.cause == .nobody)
    let open = try Door(folder)
    let client = RingClient(
      try Self.ring(), at: open.guarded.address, over: UnixTransport(), delay: { _, _ in }
    ) { _ in Issue.record("a cancelled ring has an outcome") }
    while open.rings.withLock(\.isEmpty) { await Task.yield() }
    client.cancel()
    for await _ in open.left { break }
  }

  @Test("A ring without an answer ends after 65 seconds")
  func patience() async throws {
    let (clock, door) = (ManualDelay(), try Door(folder))
    let message = try Self.ring()
    let outcome = await withCheckedContinuation { continuation in
      _ = RingClient(
        message, at: door.guarded.address, over: UnixTransport(), delay: { clock.add($0, $1) }
      ) { continuation.resume(returning: $0) }
      clock.pass(RingClient.patience)
    }
    guard case .answered(.unanswered) = outcome else {
      Issue.record("another outcome")
      return
    }
  }

  @Test("A flood of rings bars its sender, as a flood of failures does")
  func flood() async throws {
    let door = try Door(folder, answer: .tooSoon)
    let message = try Self.ring()
    for _ in 0..<FailureThrottle.failuresMax {
      guard case .answered(.tooSoon) = await outcome(of: message, at: door) else {
        Issue.record("barred too early")
        return
      }
    }
    // One place in ten seconds stays.
    _ = await outcome(of: message, at: door)
    guard case .failed(let fault) = await outcome(of: message, at: door) else {
      Issue.record("not barred")
      return
    }
    #expect(fault.cause == .notAdmitted(.init(SecurityError.tooManyAttempts)))
  }

  @Test("The list of doors has open doors that take rings, and no link or open folder")
  func doors() throws {
    let own = UserRendezvous(of: geteuid(), temporaryFolder: folder.path)
    #expect(UserRendezvous.all(temporaryFolder: folder.path).isEmpty)
    try own.prepare()
    #expect(UserRendezvous.all(temporaryFolder: folder.path).isEmpty, "a folder without a door")
    for (takesRings, mode) in [(true, mode_t(0o666)), (false, 0o622)] {
      let door = UnixTransport.door()
      try door.open(own, takesRings: takesRings)
      #expect(UserRendezvous.all(temporaryFolder: folder.path) == (takesRings ? [own] : []))
      #expect(FileSystem.mode(of: "\(own.folder)/door").map { $0 & 0o777 } == mode)
      // Both let other users in.
      close(try own.connect())
      door.stop()
      while access("\(own.folder)/door", F_OK) == 0 { sched_yield() }
    }
    let door = UnixTransport.door()
    defer { door.stop() }
    try door.open(own)
    try #require(chmod(own.folder, 0o777) == 0)
    #expect(UserRendezvous.all(temporaryFolder: folder.path).isEmpty, "everybody can change it")
    try #require(chmod(own.folder, 0o711) == 0)
    let elsewhere = try ScratchFolder()
    try #require(symlink(own.folder, "\(elsewhere.path)/easel-door-\(geteuid())") == 0)
    #expect(UserRendezvous.all(temporaryFolder: elsewhere.path).isEmpty, "a link")
  }

  @Test("A process has a door of its own, beside the door of its user")
  func doorOfProcess() throws {
    let own = UserRendezvous(of: geteuid(), temporaryFolder: folder.path)
    let door = UnixTransport.door()
    defer { door.stop() }
    try door.open(own.ofProcess(getpid()), takesRings: false)
    #expect(throws: TransportFault.self) { close(try own.connect()) }
    close(try own.ofProcess(getpid()).connect())
    #expect(UserRendezvous.all(temporaryFolder: folder.path).isEmpty)
  }
}
