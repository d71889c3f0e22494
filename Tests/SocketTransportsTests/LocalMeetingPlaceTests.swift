import Dispatch
import Glibc
import GroupCore
import Synchronization
import SystemFiles
import Testing

@testable import SocketTransports

/// Where one may meet, with real folders.
@Suite(.timeLimit(.minutes(60))) struct LocalMeetingPlaceTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private var meetingPlace: LocalMeetingPlace { LocalMeetingPlace(runtimeFolder: scratch.path) }

  private func mode(_ path: String) -> mode_t? { FileSystem.mode(of: path).map { $0 & 0o777 } }

  /// Listens, and gives the socket back that has to be discarded.
  private func listen(at meetingPlace: LocalMeetingPlace) throws -> ListeningSocket {
    guard case .nobody(let socket) = try meetingPlace.meet() else {
      throw TransportFault(meetingPlace.address, .inUse)
    }
    return socket
  }

  private func flaw(_ meetingPlace: LocalMeetingPlace) -> TransportFault.Cause? {
    do {
      try meetingPlace.prepare()
      return nil
    } catch {
      return error.cause
    }
  }

  @Test("the first listens, the second is connected, whatever the mask is")
  func meets() throws {
    let socket = try listen(at: meetingPlace)
    defer { socket.discard() }
    guard case .neighbour(let descriptor) = try meetingPlace.meet() else {
      Issue.record("the second listens as well")
      return
    }
    close(descriptor)
    #expect(mode(meetingPlace.folder) == 0o700)
    #expect(mode("\(meetingPlace.folder)/call.sock") == 0o600)
    #expect(mode("\(meetingPlace.folder)/call.sock.lock") == 0o600)
  }

  @Test("exactly one of two processes listens, though an abandoned socket is in the way")
  func races() throws {
    for _ in 0..<200 {
      let (found, faults) = Race(of: 2).run(at: meetingPlace)
      var listeners = 0
      // Left as killed processes leave it.
      for one in found {
        switch one {
        case .neighbour(let descriptor): close(descriptor)
        case .nobody(let socket):
          listeners += 1
          abandon(socket.descriptor)
        }
      }
      #expect(listeners == 1)
      #expect(faults == [])
    }
  }

  @Test("an abandoned socket is replaced")
  func stale() throws {
    let socket = try listen(at: meetingPlace)
    // As a process leaves it that is killed.
    abandon(socket.descriptor)
    let old = FileIdentity("\(meetingPlace.folder)/call.sock")
    let next = try listen(at: meetingPlace)
    defer { next.discard() }
    #expect(old != nil)
    guard case .neighbour(let descriptor) = try meetingPlace.meet() else {
      Issue.record("nobody listens where the socket was replaced")
      return
    }
    close(descriptor)
  }

  @Test("a listener that leaves removes its own socket, but never another's")
  func leaves() throws {
    let path = "\(meetingPlace.folder)/call.sock"
    let first = try listen(at: meetingPlace)
    try #require(unlink(path) == 0)
    let second = try listen(at: meetingPlace)
    first.discard()
    #expect(FileIdentity(path) != nil)
    second.discard()
    #expect(FileIdentity(path) == nil)
    #expect(FileIdentity(path + ".lock") == nil)
  }

  @Test("a file that is no socket is left alone")
  func occupied() throws {
    try meetingPlace.prepare()
    let file = creat("\(meetingPlace.folder)/call.sock", 0o600)
    try #require(file >= 0)
    close(file)
    #expect(throws: TransportFault(meetingPlace.address, .occupied)) { _ = try meetingPlace.meet() }
    #expect(FileIdentity("\(meetingPlace.folder)/call.sock") != nil)
  }

  @Test("a folder that is a symbolic link is refused")
  func link() throws {
    try #require(mkdir("\(scratch.path)/other", 0o700) == 0)
    try #require(symlink("\(scratch.path)/other", meetingPlace.folder) == 0)
    #expect(flaw(meetingPlace) == .folder(meetingPlace.folder, .link))
    #expect(throws: TransportFault.self) { _ = try meetingPlace.meet() }
  }

  @Test("a folder that others may enter is refused", arguments: [0o755, 0o770, 0o701] as [mode_t])
  func open(_ mode: mode_t) throws {
    try #require(mkdir(meetingPlace.folder, 0o700) == 0 && chmod(meetingPlace.folder, mode) == 0)
    #expect(flaw(meetingPlace) == .folder(meetingPlace.folder, .open(mode: mode)))
  }

  @Test("a path that is no folder is refused")
  func file() throws {
    let file = creat(meetingPlace.folder, 0o700)
    try #require(file >= 0)
    close(file)
    #expect(flaw(meetingPlace) == .folder(meetingPlace.folder, .noFolder))
  }

  @Test(
    "another user's folder is refused",
    .enabled(if: geteuid() == 0, "only root can give a folder away"))
  func foreign() throws {
    try #require(
      mkdir(meetingPlace.folder, 0o700) == 0 && chown(meetingPlace.folder, 65_534, 65_534) == 0)
    #expect(flaw(meetingPlace) == .folder(meetingPlace.folder, .foreign))
    #expect(throws: TransportFault.self) { _ = try meetingPlace.meet() }
  }

  @Test(
    "another user's lock is not waited for",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func foreignLock() throws {
    try meetingPlace.prepare()
    let lock = creat("\(meetingPlace.folder)/call.sock.lock", 0o666)
    try #require(lock >= 0 && fchown(lock, 65_534, 65_534) == 0 && flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    #expect(throws: TransportFault(meetingPlace.address, .stranger)) { _ = try meetingPlace.meet() }
  }

  @Test("a path that is too long is told as such")
  func length() throws {
    let long = "\(scratch.path)/\(String(repeating: "a", count: 100))"
    try #require(mkdir(long, 0o700) == 0)
    let meetingPlace = LocalMeetingPlace(runtimeFolder: long)
    #expect(throws: TransportFault(meetingPlace.address, .pathTooLong(bytesMax: 107))) {
      _ = try meetingPlace.meet()
    }
  }

  @Test("a runtime folder that is missing, relative or open leads to one in the temporary folder")
  func chooses() throws {
    let own = "\(scratch.path)/easel-\(geteuid())"
    try #require(mkdir("\(scratch.path)/open", 0o700) == 0)
    try #require(chmod("\(scratch.path)/open", 0o755) == 0)
    for runtime in [nil, "", "run", "\(scratch.path)/missing", "\(scratch.path)/open"] {
      let meetingPlace = LocalMeetingPlace(runtimeFolder: runtime, temporaryFolder: scratch.path)
      #expect(meetingPlace.folder == own)
    }
    let meetingPlace = LocalMeetingPlace(runtimeFolder: scratch.path, temporaryFolder: "/nowhere")
    #expect(meetingPlace.folder == "\(scratch.path)/easel")
  }
}

/// Threads that come to one place; none begins before all are there.
private final class Race: Sendable {
  private let count: Int
  private let arrived = Atomic(0)
  private let found = Mutex<[SocketFile.Found]>([])
  private let faults = Mutex<[TransportFault]>([])

  init(of count: Int) { self.count = count }

  func run(at meetingPlace: LocalMeetingPlace) -> ([SocketFile.Found], [TransportFault]) {
    let group = DispatchGroup()
    for number in 0..<count {
      DispatchQueue(label: "\(number)").async(group: group) { self.meet(at: meetingPlace) }
    }
    group.wait()
    return (found.withLock { $0 }, faults.withLock { $0 })
  }

  private func meet(at meetingPlace: LocalMeetingPlace) {
    arrived.add(1, ordering: .sequentiallyConsistent)
    while arrived.load(ordering: .sequentiallyConsistent) < count { sched_yield() }
    do throws(TransportFault) {
      let one = try meetingPlace.meet()
      found.withLock { $0.append(one) }
    } catch {
      faults.withLock { $0.append(error) }
    }
  }
}
