import Glibc
import GroupCore
import SystemFiles
import Testing

@testable import SocketTransports

/// A user's door, with real folders and, for root, real other users.
@Suite(.timeLimit(.minutes(60))) struct UserRendezvousTests {
  private let scratch: ScratchFolder
  private let rendezvous: UserRendezvous

  init() throws {
    scratch = try ScratchFolder()
    rendezvous = UserRendezvous(of: geteuid(), temporaryFolder: scratch.path)
  }

  private func fault(_ act: () throws(TransportFault) -> Void) -> TransportFault.Cause? {
    do {
      try act()
      return nil
    } catch {
      return error.cause
    }
  }

  private func connect() throws(TransportFault) { close(try rendezvous.connect()) }

  private func isFolderFault(_ flaw: TransportFault.FolderFlaw) -> Bool {
    let wanted = TransportFault.Cause.folder(rendezvous.folder, flaw)
    return fault(connect) == wanted
      && fault { () throws(TransportFault) in try rendezvous.prepare() } == wanted
  }

  @Test("without an open door the fault is “nobody”; with one the user is connected")
  func opens() throws {
    #expect(fault(connect) == .nobody)
    let door = UnixTransport.door()
    defer { door.stop() }
    try door.open(rendezvous)
    #expect(
      !door.reaches(rendezvous.address) && UnixTransport(at: rendezvous).reaches(rendezvous.address)
    )
    #expect(!UnixTransport(at: rendezvous).reaches(rendezvous.address(of: 1)))
    #expect(FileSystem.mode(of: rendezvous.folder).map { $0 & 0o777 } == 0o711)
    #expect(FileSystem.mode(of: "\(rendezvous.folder)/door").map { $0 & 0o777 } == 0o666)
    try connect()
  }

  @Test("beside a door members listen, each once, and sockets of ended processes go")
  func beside() throws {
    try rendezvous.prepare()
    let left = ["call.99999999", "call.99999999.lock"].map { "\(rendezvous.folder)/\($0)" }
    let others = ["call.x", "call.0", "other"].map { "\(rendezvous.folder)/\($0)" }
    for file in left + others { close(creat(file, 0o600)) }
    let transport = UnixTransport()
    defer { transport.stop() }
    #expect(try transport.listen(beside: rendezvous) == [rendezvous.address(of: getpid())])
    #expect(
      fault { () throws(TransportFault) in try transport.listen(beside: rendezvous) } == .inUse)
    let files = (left + others).filter { access($0, F_OK) == 0 }
    #expect(files == others)
  }

  @Test("an announced address beside a door is dialled before any Unix socket was used")
  func announced() {
    let transport = UnixTransport()
    #expect(transport.mayDialAnnounced(rendezvous.address(of: 1)))
    let folder = rendezvous.folder
    let others = [
      "unix://\(folder)/door", "unix://\(folder)/door.1", "unix://\(folder)/call.x",
      "unix://\(folder)//call.1", "unix://\(folder)/a/call.1", "unix:///tmp/call.1",
      "unix:///tmp/easel-door-x/call.1", "unix://call.1",
    ]
    for address in others { #expect(!transport.mayDialAnnounced(address), "\(address)") }
  }

  @Test("a door that others can change, a link and a file in its place are refused")
  func refuses() throws {
    try #require(mkdir(rendezvous.folder, 0o711) == 0 && chmod(rendezvous.folder, 0o777) == 0)
    #expect(isFolderFault(.open(mode: 0o777)))
    try #require(rmdir(rendezvous.folder) == 0 && symlink(scratch.path, rendezvous.folder) == 0)
    #expect(isFolderFault(.link))
    try #require(unlink(rendezvous.folder) == 0)
    close(creat(rendezvous.folder, 0o600))
    #expect(isFolderFault(.noFolder))
  }

  @Test(
    "another user's folder in its place is refused, and so is its listener",
    .enabled(if: geteuid() == 0, "only root can give a folder away"))
  func foreign() throws {
    try #require(
      mkdir(rendezvous.folder, 0o711) == 0 && chown(rendezvous.folder, 65_534, 65_534) == 0)
    #expect(isFolderFault(.foreign))
    // The door of another user, at which this user listens.
    let theirs = UserRendezvous(of: 1, temporaryFolder: scratch.path)
    try #require(mkdir(theirs.folder, 0o711) == 0)
    let transport = UnixTransport()
    defer { transport.stop() }
    let members = theirs.address(of: 1)
    for address in [theirs.address, members] { try transport.listen(at: address) }
    try #require(chown(theirs.folder, 1, 1) == 0)
    #expect(fault { () throws(TransportFault) in close(try theirs.connect()) } == .stranger)
    let place = try #require(UserRendezvous(ofMembersAt: members))
    func meet() throws(TransportFault) { close(try place.connect(to: members)) }
    #expect(fault(meet) == .stranger)
  }

  @Test("A user's programs offer a service at numbered sockets, which every user finds")
  func services() throws {
    let transports = (0...UserRendezvous.programsMax).map { _ in UnixTransport() }
    defer { transports.forEach { $0.stop() } }
    func addresses() -> [String] {
      UserRendezvous.addresses(ofService: "tea", temporaryFolder: scratch.path)
    }
    var opened: [String] = []
    for transport in transports.dropLast() {
      opened.append(try transport.listen(forService: "tea", in: rendezvous))
    }
    #expect(addresses() == opened && opened.allSatisfy(UserRendezvous.isService))
    #expect(opened.allSatisfy(UnixTransport().mayDialAnnounced))
    #expect(throws: TransportFault.self) {
      try transports[UserRendezvous.programsMax].listen(forService: "tea", in: rendezvous)
    }
    for address in [
      "unix://\(scratch.path)/service.tea.0", "unix:///tmp/easel-door-0/service.tea.8",
      "unix:///tmp/easel-door-0/service.tea.0.lock", "unix:///tmp/easel-door-0//service.tea.0",
      "unix:///tmp/easel-door-0/service.tea", "unix:///tmp/easel-door-x/service.tea.0",
    ] { #expect(!UserRendezvous.isService(address), "\(address)") }
  }

  @Test("A member's socket of a process that ended is removed, and no other service is")
  func sweepsMembers() throws {
    try rendezvous.prepare()
    let ended = "\(rendezvous.folder)/service.member_999999999_a.0"
    let other = "\(rendezvous.folder)/service.t999999999.0"
    let files = [ended, other]
    for file in files { close(creat(file, 0o600)) }
    rendezvous.sweep()
    #expect(files.filter { access($0, F_OK) == 0 } == [other])
  }

  @Test("only what is a name is looked up")
  func names() {
    for name in ["root", "a.b_c-d", "x1"] { #expect(LoginName(name)?.string == name) }
    for name in ["", "-x", "a b", "a/b", "ä", "a\n", String(repeating: "a", count: 33)] {
      #expect(LoginName(name) == nil, "\(name)")
    }
  }
}
