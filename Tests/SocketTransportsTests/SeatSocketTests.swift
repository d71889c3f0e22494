import Glibc
import GroupCore
import SystemFiles
import Testing

@testable import SocketTransports

/// The socket of a seat, with real folders and real sockets.
@Suite(.timeLimit(.minutes(60))) struct SeatSocketTests {
  private let scratch: ScratchFolder
  private let place: LocalMeetingPlace

  init() throws {
    scratch = try ScratchFolder()
    place = LocalMeetingPlace(runtimeFolder: nil, temporaryFolder: scratch.path)
    try place.prepare()
  }

  private func socket(of process: pid_t, at terminal: String) -> String {
    "\(place.folder)/seat.\(process).\(terminal)"
  }

  /// Makes a socket at which no process listens.
  private func makeSocket(_ path: String, usedAt seconds: Int) throws {
    close(try UnixSocket(path: path).listen(mode: 0o600))
    var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
    try #require(utimes(path, &times) == 0)
  }

  @Test("The name of a socket tells the process and the terminal")
  func name() throws {
    let listener = try SeatListener(at: SeatSocket(of: "pts/7", in: place), in: place)
    let found = SeatSocket.all(in: place)
    #expect(found.map(\.process) == [getpid()] && found.map(\.terminal) == ["pts/7"])
    withExtendedLifetime(listener) {}
    #expect(FileSystem.mode(of: socket(of: getpid(), at: "pts-7")).map { $0 & 0o777 } == 0o600)
  }

  @Test("The sockets are in the order of use, and those of ended processes are removed")
  func order() throws {
    let (parent, gone) = (getppid(), pid_t(0x3F_FFFF))
    try makeSocket(socket(of: getpid(), at: "pts-1"), usedAt: 1_000)
    try makeSocket(socket(of: parent, at: "pts-2"), usedAt: 2_000)
    try makeSocket(socket(of: gone, at: "pts-3"), usedAt: 3_000)
    try makeSocket("\(place.folder)/call.sock", usedAt: 4_000)
    #expect(SeatSocket.all(in: place).map(\.terminal) == ["pts/2", "pts/1"])
    #expect(!FileSystem.exists(socket(of: gone, at: "pts-3")))
  }

  @Test("The use of a terminal makes its socket the first")
  func use() throws {
    let listener = try SeatListener(at: SeatSocket(of: "pts/1", in: place), in: place)
    try makeSocket(socket(of: getppid(), at: "pts-2"), usedAt: 4_000_000_000)
    #expect(SeatSocket.all(in: place).first?.terminal == "pts/2")
    var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
    try #require(utimes(socket(of: getppid(), at: "pts-2"), &times) == 0)
    listener.noteUse()
    #expect(SeatSocket.all(in: place).first?.terminal == "pts/1")
  }

  @Test("The connection of another user is closed unheard, because the kernel names the user")
  func anotherUser() throws {
    let socket = SeatSocket(of: "pts/1", in: place)
    let listener = try SeatListener(at: socket, in: place, for: geteuid() + 1)
    let link = try socket.connect()
    link.send([1])
    #expect(listener.accept() == nil)
    #expect(link.receive(withinMilliseconds: 2_000) == nil && link.isClosed)
  }

  @Test("A folder that other users can enter holds no seat")
  func openFolder() throws {
    try #require(chmod(place.folder, 0o755) == 0)
    #expect(throws: TransportFault.self) {
      _ = try SeatListener(at: SeatSocket(of: "pts/1", in: place), in: place)
    }
    #expect(SeatSocket.all(in: place).isEmpty)
  }

  @Test("Frames arrive whole and in order, and a longer frame closes the connection")
  func frames() throws {
    let socket = SeatSocket(of: "pts/1", in: place)
    let listener = try SeatListener(at: socket, in: place)
    let there = try socket.connect()
    let here = try #require(listener.accept())
    let frames: [[UInt8]] = [[], [1, 2, 3], Array(repeating: 7, count: 70_000)]
    for frame in frames { there.send(frame) }
    for frame in frames { #expect(here.receive(withinMilliseconds: 2_000) == frame) }
    #expect(here.receive() == nil && !here.isClosed)
    there.send(Array(repeating: 0, count: SeatLink.bytesMax + 1))
    #expect(here.receive(withinMilliseconds: 2_000) == nil && here.isClosed)
  }
}
