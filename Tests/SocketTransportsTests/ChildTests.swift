import EaselBase
import Glibc
import GroupBase
import GroupCore
import Synchronization
import Testing

@testable import SocketTransports

/// Links to programs that were started for them.
@Suite(.timeLimit(.minutes(60))) struct ChildTests {
  private func dialled(_ words: [String]) -> (Listener, LinkID) {
    let listener = Listener(PipeTransport { $0 == "child" ? words : nil })
    return (listener, listener.transport.dial("child"))
  }

  @Test("a program's messages arrive whole and in order")
  func echo() async throws {
    let (end, link) = dialled(["cat"])
    #expect(try await end.next() == .opened(link, isDialled: true))
    let messages = [0, 1, 65_536].map { [UInt8](repeating: 9, count: $0) }
    for message in messages { #expect(end.transport.send(message, over: link)) }
    for message in messages { #expect(try await end.next() == .received(message, over: link)) }
  }

  @Test("a program's last word is its status", arguments: [(0, nil), (3, 3), (255, 255)])
  func status(_ code: Int, _ ended: Int32?) async throws {
    let (end, link) = dialled(["sh", "-c", "exit \(code)"])
    #expect(try await end.next() == .opened(link, isDialled: true))
    let fault = ended.map { TransportFault("child", .ended(status: $0)) }
    #expect(try await end.next() == .closed(link, fault))
  }

  @Test("a program that a signal ended is told as shells tell it")
  func signal() async throws {
    let (end, link) = dialled(["sh", "-c", "kill -KILL $$"])
    #expect(try await end.next() == .opened(link, isDialled: true))
    #expect(
      try await end.next() == .closed(link, TransportFault("child", .ended(status: 137))))
  }

  @Test("a program is signalled as long as it is not reaped, and never after that")
  func signalAfterReaping() async throws {
    let sent = Mutex<[Int32]>([])
    let ends = try ChildProcess.start(["cat"], errors: nil, for: "child") { process, signal in
      sent.withLock { $0.append(signal) }
      kill(process, signal)
    }
    defer { ends.close() }
    let child = try #require(ends.child)
    child.send(SIGKILL)
    #expect(sent.withLock(\.self) == [SIGKILL])
    let status = await withCheckedContinuation { continuation in
      child.awaitEnd { continuation.resume(returning: $0) }
    }
    #expect(status == 128 + SIGKILL)
    // On a busy machine the end may take so long that a second signal was sent before it.
    let count = sent.withLock(\.count)
    for signal in [SIGTERM, SIGKILL] { child.send(signal) }
    #expect(sent.withLock(\.count) == count)
  }

  @Test("a program that has ended gets no signal, however long afterwards")
  func signalLongAfterReaping() async throws {
    let sent = Mutex<[String]>([])
    func start(_ name: String, _ script: String) throws -> PipeEnds {
      try ChildProcess.start(["sh", "-c", script], errors: nil, for: "child") { process, signal in
        sent.withLock { $0.append(name) }
        kill(process, signal)
      }
    }
    func awaitEnd(_ ends: PipeEnds) async throws -> Int32 {
      let child = try #require(ends.child)
      return await withCheckedContinuation { continuation in
        child.awaitEnd { continuation.resume(returning: $0) }
      }
    }
    let deaf = try start("deaf", "trap '' TERM; echo; exec sleep 3600")
    defer { deaf.close() }
    // It ignores SIGTERM from here on.
    var word = pollfd(fd: deaf.input, events: Int16(POLLIN), revents: 0)
    try #require(poll(&word, 1, 300_000) == 1)
    let short = try start("short", "exit 0")
    defer { short.close() }
    _ = try await awaitEnd(short)
    // On a busy machine the end may take so long that a signal was sent before it.
    let early = sent.withLock(\.self)
    // The second signal to this one comes two seconds later, the first program's would within one.
    #expect(try await awaitEnd(deaf) == 128 + SIGKILL)
    #expect(sent.withLock(\.self) == early + ["deaf", "deaf"])
  }

  @Test("messages sent before the end arrive before it")
  func lastWords() async throws {
    let (end, link) = dialled(["printf", #"\002hi\001!"#])
    #expect(try await end.next() == .opened(link, isDialled: true))
    #expect(try await end.next() == .received(Array("hi".utf8), over: link))
    #expect(try await end.next() == .received(Array("!".utf8), over: link))
    #expect(try await end.next() == .closed(link, nil))
  }

  @Test("a program that speaks no frames is no neighbour")
  func noise() async throws {
    // Not to be ended by a signal, however long a busy machine keeps it from ending by itself.
    let (end, link) = dialled(
      ["sh", "-c", #"trap '' TERM; printf '\377\377\377\377'; exec cat >/dev/null"#])
    #expect(try await end.next() == .opened(link, isDialled: true))
    #expect(try await end.next() == .closed(link, TransportFault("child", .unreadable)))
  }

  @Test("a program of an unreleased version is told as such, whatever status it ends with")
  func unreleased() async throws {
    let words = ["sh", "-c", #"printf 'Welcome!\n\000easel 1\000'; cat >/dev/null; exit 3"#]
    let listener = Listener(PipeTransport(hasPreambles: true) { $0 == "child" ? words : nil })
    let link = listener.transport.dial("child")
    #expect(
      try await listener.next() == .closed(link, TransportFault("child", .unreleasedVersion)))
  }

  @Test("a program that is not there is told in the system's words")
  func missing() async throws {
    let (end, link) = dialled(["easel-has-no-such-program"])
    let fault = TransportFault("child", .notStarted("No such file or directory"))
    #expect(try await end.next() == .closed(link, fault))
  }

  @Test("an address of another kind is not reached")
  func kind() async throws {
    let end = Listener(PipeTransport { $0 == "child" ? ["cat"] : nil })
    #expect(end.transport.reaches("child"))
    #expect(!end.transport.reaches("tcp://127.0.0.1:1"))
    let link = end.transport.dial("tcp://127.0.0.1:1")
    #expect(
      try await end.next() == .closed(link, TransportFault("tcp://127.0.0.1:1", .malformed)))
  }

  @Test("a program inherits its two pipes and nothing else that is open here")
  func inheritance() async throws {
    // The list names the descriptor as well by which it is read.
    let (end, link) = dialled(["sh", "-c", "set -- $(ls /proc/self/fd); printf '\\001'$#"])
    let other = Listener(PipeTransport { $0 == "child" ? ["cat"] : nil })
    let otherLink = other.transport.dial("child")
    #expect(try await other.next() == .opened(otherLink, isDialled: true))
    #expect(try await end.next() == .opened(link, isDialled: true))
    #expect(try await end.next() == .received(Array("4".utf8), over: link))
  }

  @Test("words reach a program as they are: no shell reads them")
  func words() async throws {
    let (end, link) = dialled(["printf", #"\007%s"#, "$(id);x"])
    #expect(try await end.next() == .opened(link, isDialled: true))
    #expect(try await end.next() == .received(Array("$(id);x".utf8), over: link))
  }

  @Test("writing to a program that reads no more ends the link and not this process")
  func brokenPipe() async throws {
    // Its endless output is messages of 121 bytes, after one of a byte. Text at the beginning would
    // be the greeting of another program.
    let (end, link) = dialled(["sh", "-c", "exec <&-; printf '\\001\\001'; exec yes"])
    #expect(try await end.next() == .opened(link, isDialled: true))
    guard case .received = try await end.next() else {
      Issue.record("it says nothing")
      return
    }
    while true {
      _ = end.transport.send([1], over: link)
      guard case .received(let bytes, link) = try await end.next() else { break }
      #expect(bytes.count == 121)
    }
    #expect(!end.transport.send([1], over: link))
  }
}
