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

  private var place: LocalMeetingPlace { LocalMeetingPlace(runtimeFolder: scratch.path) }

  private func mode(_ path: String) -> mode_t? { FileSystem.mode(of: path).map { $0 & 0o777 } }

  /// Listens, and gives the socket back that has to be discarded.
  private func listen(at place: LocalMeetingPlace) throws -> ListeningSocket {
    guard case .nobody(let socket) = try place.meet() else {
      throw TransportFault(place.address, .inUse)
    }
    return socket
  }

  private func flaw(_ place: LocalMeetingPlace) -> TransportFault.Cause? {
    do {
      try place.prepare()
      return nil
    } catch {
      return error.cause
    }
  }

  @Test("the first listens, the second is connected, whatever the mask is")
  func meets() throws {
    let socket = try listen(at: place)
    defer { socket.discard() }
    guard case .neighbour(let descriptor) = try place.meet() else {
      Issue.record("the second listens as well")
      return
    }
    close(descriptor)
    #expect(mode(place.folder) == 0o700)
    #expect(mode("\(place.folder)/call.sock") == 0o600)
    #expect(mode("\(place.folder)/call.sock.lock") == 0o600)
  }

  @Test("exactly one of two processes listens, though an abandoned socket is in the way")
  func races() throws {
    for _ in 0..<200 {
      let (found, faults) = Race(of: 2).run(at: place)
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
    let socket = try listen(at: place)
    // As a process leaves it that is killed.
    abandon(socket.descriptor)
    let old = FileIdentity("\(place.folder)/call.sock")
    let next = try listen(at: place)
    defer { next.discard() }
    #expect(old != nil)
    guard case .neighbour(let descriptor) = try place.meet() else {
      Issue.record("nobody listens where the socket was replaced")
      return
    }
    close(descriptor)
  }

  @Test("a listener that leaves removes its own socket, but never another's")
  func leaves() throws {
    let path = "\(place.folder)/call.sock"
    let first = try listen(at: place)
    try #require(unlink(path) == 0)
    let second = try listen(at: place)
    first.discard()
    #expect(FileIdentity(path) != nil)
    second.discard()
    #expect(FileIdentity(path) == nil)
    #expect(FileIdentity(path + ".lock") == nil)
  }

  @Test("a file that is no socket is left alone")
  func occupied() throws {
    try place.prepare()
    let file = creat("\(place.folder)/call.sock", 0o600)
    try #require(file >= 0)
    close(file)
    #expect(throws: TransportFault(place.address, .occupied)) { _ = try place.meet() }
    #expect(FileIdentity("\(place.folder)/call.sock") != nil)
  }

  @Test("a folder that is a symbolic link is refused")
  func link() throws {
    try #require(mkdir("\(scratch.path)/other", 0o700) == 0)
    try #require(symlink("\(scratch.path)/other", place.folder) == 0)
    #expect(flaw(place) == .folder(place.folder, .link))
    #expect(throws: TransportFault.self) { _ = try place.meet() }
  }

  @Test("a folder that others may enter is refused", arguments: [0o755, 0o770, 0o701] as [mode_t])
  func open(_ mode: mode_t) throws {
    try #require(mkdir(place.folder, 0o700) == 0 && chmod(place.folder, mode) == 0)
    #expect(flaw(place) == .folder(place.folder, .open(mode: mode)))
  }

  @Test("a path that is no folder is refused")
  func file() throws {
    let file = creat(place.folder, 0o700)
    try #require(file >= 0)
    close(file)
    #expect(flaw(place) == .folder(place.folder, .noFolder))
  }

  @Test(
    "another user's folder is refused",
    .enabled(if: geteuid() == 0, "only root can give a folder away"))
  func foreign() throws {
    try #require(mkdir(place.folder, 0o700) == 0 && chown(place.folder, 65_534, 65_534) == 0)
    #expect(flaw(place) == .folder(place.folder, .foreign))
    #expect(throws: TransportFault.self) { _ = try place.meet() }
  }

  @Test(
    "another user's lock is not waited for",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func foreignLock() throws {
    try place.prepare()
    let lock = creat("\(place.folder)/call.sock.lock", 0o666)
    try #require(lock >= 0 && fchown(lock, 65_534, 65_534) == 0 && flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    #expect(throws: TransportFault(place.address, .stranger)) { _ = try place.meet() }
  }

  @Test("a path that is too long is told as such")
  func length() throws {
    let long = "\(scratch.path)/\(String(repeating: "a", count: 100))"
    try #require(mkdir(long, 0o700) == 0)
    let place = LocalMeetingPlace(runtimeFolder: long)
    #expect(throws: TransportFault(place.address, .pathTooLong(bytesMax: 107))) {
      _ = try place.meet()
    }
  }

  @Test("a runtime folder that is missing, relative or open leads to one in the temporary folder")
  func chooses() throws {
    let own = "\(scratch.path)/easel-\(geteuid())"
    try #require(mkdir("\(scratch.path)/open", 0o700) == 0)
    try #require(chmod("\(scratch.path)/open", 0o755) == 0)
    for runtime in [nil, "", "run", "\(scratch.path)/missing", "\(scratch.path)/open"] {
      let place = LocalMeetingPlace(runtimeFolder: runtime, temporaryFolder: scratch.path)
      #expect(place.folder == own)
    }
    let place = LocalMeetingPlace(runtimeFolder: scratch.path, temporaryFolder: "/nowhere")
    #expect(place.folder == "\(scratch.path)/easel")
  }
}

/// Threads that come to one place; none begins before all are there.
private final class Race: Sendable {
  private let count: Int
  private let arrived = Atomic(0)
  private let found = Mutex<[SocketFile.Found]>([])
  private let faults = Mutex<[TransportFault]>([])

  init(of count: Int) { self.count = count }

  func run(at place: LocalMeetingPlace) -> ([SocketFile.Found], [TransportFault]) {
    let group = DispatchGroup()
    for number in 0..<count {
      DispatchQueue(label: "\(number)").async(group: group) { self.meet(at: place) }
    }
    group.wait()
    return (found.withLock { $0 }, faults.withLock { $0 })
  }

  private func meet(at place: LocalMeetingPlace) {
    arrived.add(1, ordering: .sequentiallyConsistent)
    while arrived.load(ordering: .sequentiallyConsistent) < count { sched_yield() }
    do throws(TransportFault) {
      let one = try place.meet()
      found.withLock { $0.append(one) }
    } catch {
      faults.withLock { $0.append(error) }
    }
  }
}
