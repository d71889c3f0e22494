import BoardCodec
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import Foundation
import FrameTesting
import GroupSecurity
import Testing
import TestThreads

/// A member whose program was changed signs entries that no Easel would write, or passes on what
/// others signed elsewhere. Honest members keep one picture, and go on drawing.
@Suite(.besidePool, .serialized) struct HostileEntriesTests {
  private func call() throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    return session
  }

  private static let honest: Set<String> = ["Hal", "Ann"]

  /// All members draw, see all ink, and have the same picture on the screen and in the file.
  private func expectPeace(_ session: ProcessSession, to column: Int) throws {
    for guest in session.guests { try session.draw(guest, to: column) }
    try session.waitForAllInk(to: column)
    try session.expectSamePictures()
  }

  @Test(
    "entries that honest members signed on another board are refused, from every sender",
    arguments: [Role.watch, .draw])
  func otherBoard(_ role: Role) async throws {
    let first = try call()
    let spy = try HostileMember(try first.tickets()[1], saying: "Spy")
    try await spy.join(beside: Self.honest)
    let listener = RunListener(spy)
    for guest in first.guests { try first.draw(guest) }
    try first.waitForAllInk()
    let runs = try await listener.runs(of: 2)
    let homes = first.guests.map(\.home)
    for name in ["Ann", "Hal"] { try first.leave(name) }

    let second = try ProcessSession()
    try second.host(by: .tcp, board: "other", in: homes[0])
    try second.join("Ann", in: homes[1])
    let ticket = try second.tickets()[role == .draw ? 0 : 1]
    let eve = try HostileMember(ticket, saying: "Eve")
    try await eve.join(beside: Self.honest)
    eve.pass(on: runs)
    try eve.waitUntilRead(by: second, "passed on")
    for guest in second.guests { #expect(guest.run.screen.ink == [], "\(guest.name)") }
    for guest in second.guests { try second.draw(guest, to: 40) }
    try second.waitForAllInk(to: 40)
    try second.expectSamePictures()
    let entries = try second.guests.map { try Self.contents($0, second).entries }
    #expect(entries.allSatisfy { $0.count == second.guests.count })
  }

  @Test("contradicting chains, one with a far time, that reach two members in two orders")
  func farContradictions() async throws {
    let session = try call()
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: Self.honest)
    for round in 0..<4 {
      var near = eve.chain()
      try near.add(HostileInk.text("both\(round)", row: 9 + round))
      eve.pass(on: near.runs())
      var far = near
      // The time is later in each round: a program that set its limit by the largest time it has seen would
      // accept it.
      let time = (UInt64(round) + 1) * Log.lamportLead - 6
      try far.add(HostileInk.payload("far\(round)", row: 14 + round), at: time)
      try near.add(HostileInk.text("near\(round)", row: 19))
      try eve.pass(on: far.runs(from: 2), to: ["Hal"])
      try eve.pass(on: near.runs(from: 2), to: ["Ann"])
      try eve.waitUntilRead(by: session, "half of \(round)")
      try eve.pass(on: near.runs(from: 2), to: ["Hal"])
      try eve.pass(on: far.runs(from: 2), to: ["Ann"])
      try eve.waitUntilRead(by: session, "all of \(round)")
    }
    // The host's log may still know the far times.
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let home = session.guests[1].home
    try #require(try session.waitForSameFiles() != nil)
    try session.leave("Ann")
    try session.draw(session.host, to: 30)
    try session.join("Ann", in: home)
    for guest in session.guests {
      try guest.run.wait(for: "the first entries at \(guest.name)'s") { screen in
        (0..<4).allSatisfy { screen.contains("both\($0)") } && !screen.contains("far")
          && !screen.contains("near")
      }
    }
    try expectPeace(session, to: 35)
  }

  @Test("times far ahead, in one chain and in many")
  func farTimes() async throws {
    let session = try call()
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: Self.honest)
    var chain = eve.chain()
    for step in UInt64(1)...64 {
      try chain.add(HostileInk.payload("step", row: 9), at: step * Log.lamportLead)
    }
    eve.pass(on: chain.runs())
    for power in [20, 21, 32, 51, 52, 53, 62] {
      let edge = UInt64(1) << power
      for time in [edge - 1, edge, edge + 1] {
        var chain = eve.chain()
        try chain.add(HostileInk.payload("far", row: 11), at: time)
        eve.pass(on: chain.runs())
      }
    }
    try eve.waitUntilRead(by: session, "all times")
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let home = session.guests[1].home
    try session.leave("Ann")
    try session.join("Ann", in: home)
    try expectPeace(session, to: 35)
  }

  @Test("a watcher who passes on as many waiting entries as a program keeps")
  func waitingEntries() async throws {
    let session = try call()
    let tickets = try session.tickets()
    let max = try HostileMember(tickets[0], saying: "Max")
    try await max.join(beside: Self.honest)
    let watcher = try HostileMember(tickets[1], saying: "Eve")
    try await watcher.join(beside: Self.honest)
    try await watcher.send(try Self.waiting(for: max), to: session)
    try watcher.waitUntilRead(by: session, "all that waits")
    // A drawer whose entries arrive in another order needs room as well.
    var chain = max.chain()
    for word in ["one", "two", "three"] { try chain.add(HostileInk.text(word, row: 9)) }
    let last = chain.runs(from: 3)
    max.pass(on: last)
    try max.waitUntilRead(by: session, "the last first")
    max.pass(on: EntryRun.encoded(Array(chain.entries.prefix(2))))
    for guest in session.guests {
      try guest.run.wait(for: "the last at \(guest.name)'s") { $0.contains("three") }
    }
    try expectPeace(session, to: 30)
  }

  /// Later entries without a signature, of invented replicas, in the name of an author who may
  /// draw.
  private static func waiting(for member: HostileMember) throws -> [[UInt8]] {
    let signature = HostileMember.bytes(Log.signatureLimit)
    return try (0..<4).flatMap { _ in
      let replica = ReplicaID(try #require(Bytes16(HostileMember.bytes(16))))
      var (entries, previous) = ([Entry](), Digest.sha256(of: HostileMember.bytes(16)))
      for number in UInt64(2)...4_097 {
        let stamp = Stamp(
          id: EntryID(replica, SequenceNumber(number)), author: member.author,
          lamport: Lamport(number), at: 0, lasted: 0)
        let entry = Entry(
          stamp: stamp, previous: previous, replicaGenesis: nil, payload: [7], signature: signature)
        entries.append(entry)
        previous = entry.digest
      }
      return EntryRun.encoded(entries)
    }
  }

  @Test("a drawer who contradicts itself again and again, each time in a new replica")
  func contradictions() async throws {
    let session = try call()
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: Self.honest)
    let ann = session.guests[1]
    var first = eve.chain()
    var other = first
    try first.add(HostileInk.text("first", row: 9))
    try other.add(HostileInk.text("other", row: 15))
    eve.pass(on: first.runs())
    for guest in session.guests {
      try guest.run.wait(for: "the first lie at \(guest.name)'s") { $0.contains("first") }
    }
    eve.pass(on: other.runs())
    // Each of these could make a program give up reading its file, and begin again.
    let deadline = ContinuousClock.now + TerminalRun.patience
    func showsFirst(_ guest: ProcessSession.Guest) -> Bool { guest.run.screen.contains("first") }
    while session.guests.contains(where: showsFirst), ContinuousClock.now < deadline {
      try await Self.contradict(eve, in: session)
      // She waits until the programs have drawn their screens: more entries would only make the log long.
      for guest in session.guests { try guest.run.catchUp(within: .milliseconds(20)) }
    }
    for guest in session.guests { #expect(!showsFirst(guest), "\(guest.name)") }
    for column in [10, 15, 20] {
      for _ in 0..<5 { try await Self.contradict(eve, in: session) }
      try session.draw(ann, to: column)
      try session.waitForAllInk(to: column, by: [ann])
    }
    try eve.waitUntilRead(by: session, "all of it")
    for guest in session.guests {
      try guest.run.wait(for: "a picture without lies at \(guest.name)'s") { screen in
        !screen.contains("lie") && !screen.contains("other")
      }
    }
    try expectPeace(session, to: 40)
  }

  /// Signs two first entries of one new replica.
  private static func contradict(_ member: HostileMember, in session: ProcessSession) async throws {
    var one = member.chain()
    var other = one
    try one.add(HostileInk.text("lie", row: 11))
    try other.add(HostileInk.text("other", row: 15))
    try await member.send(one.runs() + other.runs(), to: session)
  }

  private static func contents(_ guest: ProcessSession.Guest, _ session: ProcessSession) throws
    -> BoardFileContents
  {
    let file = try #require(try session.file(of: guest))
    return try BoardFile.read(at: file) { try? Entry(decoding: $0) }
  }
}
