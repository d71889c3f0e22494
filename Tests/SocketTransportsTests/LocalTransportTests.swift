import Glibc
import GroupCore
import GroupTesting
import Testing

@testable import SocketTransports

/// Processes of their own that meet in one place.
@Suite(.timeLimit(.minutes(60))) struct LocalTransportTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Processes that came at once: the listener and the others. The listener says so before it names
  /// its neighbours.
  private func race(_ count: Int) async throws -> (listener: ProbeProcess, others: [ProbeProcess]) {
    var processes: [ProbeProcess] = []
    for _ in 0..<count { processes.append(ProbeProcess(Probe("meet", scratch.path))) }
    for index in processes.indices {
      processes[index].pid = try #require(pid_t(try await processes[index].probe.next()))
    }
    return try await gather(processes)
  }

  private struct ProbeProcess {
    let probe: Probe
    var pid: pid_t = 0
    init(_ probe: Probe) { self.probe = probe }
  }

  private func gather(_ processes: [ProbeProcess]) async throws -> (
    listener: ProbeProcess, others: [ProbeProcess]
  ) {
    var (listeners, others): ([ProbeProcess], [ProbeProcess]) = ([], [])
    for process in processes {
      switch try await process.probe.next() {
      case "listens": listeners.append(process)
      case "joined": others.append(process)
      case let word: Issue.record("a process says: \(word)")
      }
    }
    let listener = try #require(listeners.first)
    #expect(listeners.count == 1)
    for _ in others { #expect(try await listener.probe.next() == "somebody came") }
    return (listener, others)
  }

  @Test("if two processes start at once, one listens and the other joins")
  func two() async throws { _ = try await race(2) }

  @Test("if six processes start at once, one listens and the others join")
  func six() async throws { _ = try await race(6) }

  @Test("when the listener is killed another takes over, and the rest join there")
  func killed() async throws {
    let (listener, others) = try await race(4)
    try #require(kill(listener.pid, SIGKILL) == 0)
    for other in others { #expect(try await other.probe.next() == "somebody left") }
    let (_, rest) = try await gather(others)
    #expect(rest.count == 2)
  }

  @Test("when the listener leaves another takes over, and the rest join there")
  func left() async throws {
    let (listener, others) = try await race(3)
    listener.probe.close()
    for other in others { #expect(try await other.probe.next() == "somebody left") }
    let (_, rest) = try await gather(others)
    #expect(rest.count == 1)
  }

  @Test("a folder that is open to others is reported, and no process is met there")
  func refused() async throws {
    let folder = "\(scratch.path)/easel"
    try #require(mkdir(folder, 0o700) == 0 && chmod(folder, 0o777) == 0)
    let meetingPlace = LocalMeetingPlace(runtimeFolder: scratch.path)
    let end = Listener(LocalTransport(at: meetingPlace))
    guard case .closed(_, let fault?) = try await end.next() else {
      Issue.record("it is met in an open folder")
      return
    }
    #expect(fault == TransportFault(meetingPlace.address, .folder(folder, .open(mode: 0o777))))
  }

  @Test("a probe echoes its standard input over standard output")
  func standardStreams() async throws {
    let probe = Probe("echo")
    for text in ["a", "", String(repeating: "b", count: 65_536)] {
      while !probe.send(Array(text.utf8)) { await Task.yield() }
      #expect(try await probe.next() == text)
    }
  }
}
