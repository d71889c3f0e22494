import Foundation
import GroupSecurity
import LocalDiscovery
import OpenGroupActivities
import SocketTransports
import Synchronization
import Testing

@testable import OpenMultipeerConnectivity

/// Sessions of several people in one process, over Unix sockets.
@Suite(.timeLimit(.minutes(60))) struct SessionTests {
  private let folder: SocketFolder

  init() throws { folder = try SocketFolder() }

  private func people(_ names: String...) -> [Person] {
    let people = names.map { Person($0, in: folder) }
    people.forEach { $0.begin() }
    return people
  }

  private func connected(_ people: [Person]) async throws {
    try await until { people.allSatisfy { $0.peers.count == people.count - 1 } }
  }

  @Test("An invited peer comes in, and both send in order and hear the states")
  func two() async throws {
    let (ann, bob) = (Person("Ann", in: folder), Person("Bob", in: folder, info: ["topic": "tea"]))
    for person in [ann, bob] { person.begin() }
    try await ann.invite(bob, context: Data([1, 2]))
    try await connected([ann, bob])
    #expect(ann.log.withLock { $0.info } == ["Bob": ["topic": "tea"]])
    #expect(bob.log.withLock { $0.contexts } == [Data([1, 2])])
    let texts = (0..<50).map { "\($0)" }
    for text in texts {
      try ann.send(text)
      try bob.send(text)
    }
    for (person, other) in [(ann, "Bob"), (bob, "Ann")] {
      try await until { person.lines.filter { $0.contains(": ") }.count == 50 }
      #expect(person.lines.filter { $0.contains(": ") } == texts.map { "\(other): \($0)" })
      #expect(
        person.lines.filter { $0.hasPrefix(other) }.prefix(2)
          == ["\(other) connecting", "\(other) connected"])
    }
    let keys = [ann, bob].map { $0.log.withLock { $0.keys.values.first } }
    #expect(keys[0] != keys[1] && keys.allSatisfy { $0?.count == 32 })
    bob.session.disconnect()
    try await until { ann.lines.last == "Bob notConnected" && bob.lines.last == "Ann notConnected" }
    #expect(ann.peers.isEmpty && bob.peers.isEmpty)
  }

  @Test(
    "Peers of two machines find each other by mDNS, and send over TCP",
    .enabled(if: !LocalDiscovery.interfaces.isEmpty, "no interface carries multicast"))
  func network() async throws {
    let service = "t\(UInt32.random(in: 0...99_999_999))"
    let folders = [folder, try SocketFolder()]
    let people = zip(["Ann", "Bob"], folders).map { Person($0, in: $1, service: service) }
    people.forEach { $0.begin() }
    try await people[0].invite(people[1])
    try await connected(people)
    try people[1].send("from afar")
    try await until { people[0].lines.contains("Bob: from afar") }
    people[1].leave()
    try await until { people[0].lines.contains("lost Bob") }
  }

  @Test("An accepted invitation goes on when the advertiser and the browser stop")
  func stopped() async throws {
    let people = [Person("Ann", in: folder), Person("Bob", in: folder, stopsOnceInvited: true)]
    people.forEach { $0.begin() }
    try await people[0].invite(people[1])
    people[0].browser.stopBrowsingForPeers()
    try await connected(people)
  }

  @Test("A session that ended begins anew with the next invitation")
  func again() async throws {
    let people = people("Ann", "Bob")
    for round in 0..<2 {
      try await people[round].invite(people[1 - round])
      try await connected(people)
      people[0].session.disconnect()
      try await until { people.allSatisfy(\.peers.isEmpty) }
    }
  }

  @Test("An unreliable message arrives, and one of 256 KiB arrives reliably")
  func modes() async throws {
    let people = people("Ann", "Bob")
    try await people[0].invite(people[1])
    try await connected(people)
    let long = String(repeating: "a", count: 256 * 1_024)
    try people[0].send(long)
    try await until { people[1].lines.contains("Ann: \(long)") }
    let start = ContinuousClock.now
    while !people[1].lines.contains("Ann: now"), start.duration(to: .now) < .seconds(60) {
      try people[0].send("now", .unreliable)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(people[1].lines.contains("Ann: now"))
    #expect(throws: GroupSessionError.tooLarge(bytes: 262_145, limit: 262_144)) {
      try people[0].send(long + "a")
    }
  }

  @Test("M4 · A message without recipients, or to a peer that is not connected, is refused")
  func recipients() async throws {
    let people = people("Ann", "Bob")
    #expect(throws: MCError(.invalidParameter)) { try people[0].send("a") }
    #expect(throws: MCError(.notConnected)) {
      try people[0].send("a", to: [MCPeerID(displayName: "Cleo")])
    }
    try await people[0].invite(people[1])
    try await connected(people)
    #expect(throws: MCError(.notConnected)) {
      try people[0].send("a", to: [people[1].peer, MCPeerID(displayName: "Bob")])
    }
    #expect(throws: MCError(.notConnected)) { try people[0].send("a", to: [people[0].peer]) }
  }

  @Test("Resources, streams and connection data fail with an error")
  func unsupported() {
    let (ann, bob) = (Person("Ann", in: folder), MCPeerID(displayName: "Bob"))
    #expect(throws: MCError(.unsupported)) {
      _ = try ann.session.startStream(withName: "a", toPeer: bob)
    }
    var errors: [MCError?] = []
    let progress = ann.session.sendResource(
      at: URL(fileURLWithPath: "/etc/hosts"), withName: "a", toPeer: bob
    ) { errors.append($0 as? MCError) }
    ann.session.nearbyConnectionData(forPeer: bob) { errors.append($1 as? MCError) }
    #expect(progress == nil && errors == [MCError(.unsupported), MCError(.unsupported)])
  }

  @Test("A peer that declines, or does not answer in time, is not connected")
  func declined() async throws {
    let (ann, bob, cleo) = (
      Person("Ann", in: folder), Person("Bob", in: folder, accepts: false),
      Person("Cleo", in: folder, accepts: nil)
    )
    for person in [ann, bob, cleo] { person.begin() }
    try await ann.invite(bob)
    try await ann.invite(cleo, timeout: 0.3)
    try await until { ann.lines.filter { $0.hasSuffix("notConnected") }.count == 2 }
    try await ann.invite(bob, context: Data(count: PeerSession.contextBytesMax + 1))
    try await until { ann.lines.filter { $0.hasSuffix("notConnected") }.count == 3 }
    #expect(ann.peers.isEmpty && bob.log.withLock { $0.contexts.count } == 1)
  }

  @Test("A peer whose key is refused is not connected", arguments: [0, 1])
  func refusedKey(by number: Int) async throws {
    let people = [
      Person("Ann", in: folder, refuses: number == 0 ? ["Bob"] : []),
      Person("Bob", in: folder, refuses: number == 1 ? ["Ann"] : []),
    ]
    people.forEach { $0.begin() }
    try await people[0].invite(people[1], timeout: 2)
    try await until { people[0].lines.contains("Bob notConnected") }
    try await until { people[1].lines.contains("Ann notConnected") }
    #expect(people.allSatisfy { !$0.lines.contains { $0.hasSuffix(" connected") } })
  }

  @Test("Two peers that invite each other at once are connected once")
  func crossing() async throws {
    let people = people("Ann", "Bob")
    for person in people {
      try await until { person.log.withLock { $0.found.count == 1 } }
    }
    try await people[0].invite(people[1])
    try await people[1].invite(people[0])
    try await connected(people)
    try people[0].send("once")
    try await until { people[1].lines.contains("Ann: once") }
    try await Task.sleep(for: .milliseconds(300))
    #expect(people[1].lines.filter { $0 == "Ann: once" }.count == 1)
    #expect(people.allSatisfy { $0.lines.filter { $0.hasSuffix(" connected") }.count == 1 })
  }

  @Test("Guests that invite one host at once come into one session")
  func guests() async throws {
    let people = people("Ann", "Bob", "Cleo", "Dan")
    for guest in people.dropFirst() { try await guest.invite(people[0]) }
    try await connected(people)
    try people[3].send("hello")
    for person in people.prefix(3) { try await until { person.lines.contains("Dan: hello") } }
  }

  @Test("All peers go on when their founder leaves")
  func founderLeaves() async throws {
    let people = people("Ann", "Bob", "Cleo")
    for other in people.dropFirst() { try await people[0].invite(other) }
    try await connected(people)
    people[0].session.disconnect()
    try await until { people[1].peers == ["Cleo"] && people[2].peers == ["Bob"] }
    try await until {
      // The two find each other again without the founder.
      try? people[1].send("still here")
      return people[2].lines.contains("Bob: still here")
    }
  }

  @Test("M5 · A session has eight peers, and a ninth one is not connected")
  func eight() async throws {
    let names = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
    let people = names.map { Person($0, in: folder) }
    people.forEach { $0.begin() }
    for other in people.dropFirst() {
      try await people[0].invite(other)
      try await until { people[0].peers.contains(other.peer.displayName) }
    }
    try await connected(people)
    people[1].advertiser.stopAdvertisingPeer()
    let ninth = Person("Ida", in: folder)
    ninth.begin()
    try await people[0].invite(ninth)
    try await until { people[0].lines.contains("Ida notConnected") }
    try await ninth.invite(people[0])
    try await until { ninth.lines.contains("Ann notConnected") }
    #expect(people.allSatisfy { $0.peers.count == 7 } && ninth.peers.isEmpty)
  }

  @Test("A peer that is offered no more is lost, and is found when it is offered again")
  func lost() async throws {
    let people = people("Ann", "Bob")
    try await until { people[0].lines.contains("found Bob") }
    people[1].advertiser.stopAdvertisingPeer()
    try await until { people[0].lines.last == "lost Bob" }
    people[1].advertiser.startAdvertisingPeer()
    try await until { people[0].lines.last == "found Bob" }
  }

  @Test("An advertiser with texts that are too long tells its delegate")
  func info() async throws {
    let ann = Person("Ann", in: folder, info: ["a": String(repeating: "a", count: 254)])
    ann.begin()
    try await until { ann.lines.contains("not advertised: an argument is not allowed") }
    #expect(MCNearbyServiceAdvertiser.isFit(["a": String(repeating: "a", count: 253)]))
    #expect(
      !MCNearbyServiceAdvertiser.isFit(["a=": ""]) && !MCNearbyServiceAdvertiser.isFit(["": ""]))
  }

  /// The address of the first advertiser in the folder.
  private var address: String {
    "unix://\(folder.path)/easel-door-\(geteuid())/service.test.0"
  }

  @Test("A ninth invitation of one source is refused, and its questions are answered all the same")
  func flood() async throws {
    let ann = Person("Ann", in: folder, accepts: nil)
    ann.advertiser.startAdvertisingPeer()
    let answers = Mutex<[[UInt8]]>([])
    let closed = Mutex(0)
    let links = InvitationLinks(over: UnixTransport()) { _ in nil }
    defer { links.stop() }
    func dial(_ message: InvitationMessage) {
      links.dial(address) { link, event in
        switch event {
        case .opened: link.send(message)
        case .received(let bytes): answers.withLock { $0.append(bytes) }
        case .closed: closed.withLock { $0 += 1 }
        }
      }
    }
    let bob = PeerInvitation(
      peer: MCPeerID(displayName: "Bob"), isInSession: false, context: nil)
    for count in 1...InvitationLinks.acceptedOfSourceMax {
      dial(.invitation(bob))
      try await until { ann.log.withLock { $0.contexts.count == count } }
    }
    dial(.invitation(bob))
    try await until { closed.withLock { $0 == 1 } }
    dial(.descriptionRequest)
    try await until { closed.withLock { $0 == 2 } }
    #expect(
      answers.withLock { $0 } == [
        SecurityError.full.message, InvitationMessage.description(ann.peer, [:]).bytes,
      ])
    #expect(ann.log.withLock { $0.contexts.count } == InvitationLinks.acceptedOfSourceMax)
  }

  @Test("A link that accepts no bytes closes, also while its owner holds a lock")
  func refusedBytes() async throws {
    let unix = UnixTransport()
    try unix.listen(at: "unix://\(folder.path)/socket")
    let (host, guest) = (
      InvitationLinks(over: unix) { _ in { _ in } },
      InvitationLinks(over: UnixTransport()) { _ in nil }
    )
    let closed = Mutex(0)
    let link = guest.dial("unix://\(folder.path)/socket") { _, event in
      if case .closed = event { closed.withLock { $0 += 1 } }
    }
    // No transport accepts a message of this size.
    closed.withLock { _ in link?.send([UInt8](repeating: 0, count: 64 * 1_024 * 1_024)) }
    try await until { closed.withLock { $0 == 1 } }
    guest.stop()
    host.stop()
    #expect(guest.dial("unix://\(folder.path)/socket") { _, _ in } == nil)
  }

  @Test("A session listens in the network if the folder of the user's door cannot be used")
  func badDoor() throws {
    let door = "\(folder.path)/easel-door-\(geteuid())"
    try #require(FileManager.default.createFile(atPath: door, contents: nil))
    #expect(throws: (any Error).self) { try PeerSockets(in: folder.network) }
    let sockets = try PeerSockets(in: folder.machine)
    #expect(sockets.transports.count == 1)
    sockets.transports.forEach { $0.stop {} }
  }

  @Test("A socket in a folder that has the name of another user's door is not asked")
  func falseDoor() throws {
    let door = "\(folder.path)/easel-door-\(geteuid() + 1)"
    try FileManager.default.createDirectory(
      atPath: door, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
    let unix = UnixTransport()
    try unix.listen(at: "unix://\(door)/service.test.0")
    defer { unix.stop() }
    #expect(
      UserRendezvous.addresses(ofService: "test", temporaryFolder: folder.path).isEmpty)
  }

  @Test("A program that connects and sends no invitation is closed")
  func stranger() async throws {
    let ann = Person("Ann", in: folder)
    ann.begin()
    let closed = Mutex(false)
    let links = InvitationLinks(over: UnixTransport()) { _ in nil }
    links.dial(address) { link, event in
      switch event {
      case .opened: link.send(Array("GET / HTTP/1.1".utf8))
      case .received: Issue.record("an answer to a stranger")
      case .closed: closed.withLock { $0 = true }
      }
    }
    try await until { closed.withLock { $0 } }
    links.stop()
  }
}
