import Foundation
import FrameTesting
import Glibc
import GroupSecurity
import SecureTransports
import SocketTransports
import Synchronization
import Testing
import TestThreads

/// A host decides who is there, and what they may do: with real processes, all of which check it.
@Suite(.besidePool, .serialized) struct RulingTests {
  @Test(
    "a removed guest is told and draws alone, their ticket is void, and the others go on",
    arguments: ProcessSession.Connection.withTicket)
  func putOut(_ connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    for name in ["Ann", "Bob"] { try session.join(name) }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let old = try session.tickets()
    try session.host.run.openSheet(about: "Bob", among: 3)
    try session.host.run.send("xx")
    let (ann, bob) = (session.guests[1], session.guests[2])
    try bob.run.waitForNotice("You were removed from the session.")
    try ann.run.waitForNotice("Bob was removed from the session")
    try bob.run.drag(line(from: (4, 20), to: (20, 20)))
    try bob.run.waitForInk((19, 20))
    for ticket in old {
      let outcome = try Easel.run(["join", "-"], in: try Home.lasting(), input: ticket)
      #expect(outcome.code == 1 && outcome.errors.contains("no longer works"))
    }
    try session.kill("Bob")
    // The file has the new ones.
    #expect(try session.tickets() != old)
    try session.join("Cyd")
    for guest in session.guests { try session.draw(guest, to: 50) }
    try session.waitForAllInk(to: 50)
    for guest in session.guests { #expect(!guest.run.screen.hasInk((12, 20))) }
    try session.expectSamePictures()
  }

  @Test("a drawer with a second identity in the call is put out, and neither reads the new ticket")
  func secondIdentity() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    let host = session.host.run
    let mal = try HostileMember(try session.tickets()[0], saying: "Mal")
    try await mal.join(beside: ["Hal", "Ann"])
    // In the call, and in no session.
    let zoe = try HostileMember(try mal.listen(for: .draw), saying: "Zoe")
    try await zoe.connect()
    let out = Mutex<[String]>([])
    for (name, member) in [("Mal", mal), ("Zoe", zoe)] {
      member.membership.observe { event in
        if case .out(.putOut) = event { out.withLock { $0.append(name) } }
      }
    }
    try host.send("P")
    try host.wait(for: "Zoe, marked as not in this session") { screen in
      screen.text.contains { $0.contains("Zoe") && $0.contains("not in this session") }
    }
    try host.send("\u{1B}")
    try host.wait(for: "the board") { screen in
      !screen.text.contains { $0.contains("not in this session") }
    }
    let old = try session.tickets()
    try host.openSheet(about: "Mal", among: 3)
    try host.send("x")
    try host.wait(for: "who goes and who stays") { screen in
      let words = screen.text.joined().filter { !" │".contains($0) }
      return words.contains("cameinonlythroughthem,andgoestoo.") && words.contains("Annstays.")
    }
    try host.send("x")
    let deadline = ContinuousClock.now + TerminalRun.patience
    while try out.withLock(\.count) < 2 || session.tickets() == old, ContinuousClock.now < deadline
    {
      sched_yield()
    }
    #expect(out.withLock { Set($0) } == ["Mal", "Zoe"])
    let fresh = try Ticket(try session.tickets()[0])
    let ended = try Ticket(old[0])
    #expect(fresh.secret != ended.secret)
    for member in [mal, zoe] {
      let own = try #require(try member.membership.ticket(to: .draw, at: fresh.addresses))
      #expect(own.secret == ended.secret && member.membership.epochNumber == 1)
      await #expect(throws: (any Error).self) {
        try await member.system.connect(to: fresh.addresses[0])
      }
    }
    for guest in session.guests { try session.draw(guest, to: 50) }
    try session.waitForAllInk(to: 50)
    try session.expectSamePictures()
  }

  @Test("a guest made a watcher draws nothing until they may again")
  func silenced() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    for name in ["Ann", "Bob"] { try session.join(name) }
    let ann = session.guests[1]
    try session.host.run.openSheet(about: "Ann", among: 3)
    try session.host.run.send("w")
    try ann.run.waitForNotice("You only watch now.")
    try ann.run.drawWhileWatching(row: 20)
    for guest in [session.guests[0], session.guests[2]] { try session.draw(guest) }
    try session.waitForAllInk(by: [session.guests[0], session.guests[2]])
    for guest in session.guests { #expect(!guest.run.screen.hasInk((12, 20))) }
    try session.host.run.openSheet(about: "Ann", among: 3)
    try session.host.run.send("d")
    try ann.run.waitForNotice("You may draw now.")
    for guest in session.guests { try session.draw(guest, to: 40) }
    try session.waitForAllInk(to: 40)
    try session.expectSamePictures()
  }

  @Test("a guest out of reach while tickets were renewed comes back with what they drew")
  func away() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    for name in ["Ann", "Bob"] { try session.join(name) }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let (host, bob) = (session.host.run, session.guests[2])
    bob.run.pty.kill(SIGSTOP)
    try host.send("P")
    // Long enough that the others take Bob for gone.
    try host.wait(for: "Bob's absence") { screen in !screen.text.contains { $0.contains("Bob,") } }
    // Together the two keys could be read as one.
    try host.send("\u{1B}")
    try host.wait(for: "the board") { screen in !screen.text.contains { $0.contains("Ann,") } }
    try host.send("I")
    try host.wait(for: "the sheet") { $0.text.contains { $0.contains("Renew tickets") } }
    try host.send("rr\u{1B}")
    try session.draw(session.host, to: 50)
    bob.run.pty.kill(SIGCONT)
    for guest in session.guests { try session.draw(guest, to: 50) }
    try session.waitForAllInk(to: 50)
    try session.expectSamePictures()
  }

  @Test("with a ticket one waits for a word where that is wanted; the answer is no, then yes")
  func nods() throws {
    let session = try ProcessSession()
    // A host at two addresses; at the second, no program asks again by itself.
    try session.host(by: .unix, ["--listen", "tcp://127.0.0.1:0"])
    let host = session.host.run
    try host.send("Ia\u{1B}")
    try host.waitForNotice("Easel asks you before a guest")
    let ticket = try session.shared.write(try session.tickets()[0] + "\n", to: "ticket")
    // Two names, since the notice of the first can still be read when the second comes.
    for (answer, name, isLetIn) in [("n", "Dot", false), ("y", "Eve", true)] {
      let home = try Home()
      let guest = try EaselRun(["join", "-", "--name", name], in: home, input: ticket)
      try host.waitForNotice("\(name) asks to draw with you")
      try guest.wait(for: "the wait") { screen in
        screen.text.contains { $0.contains("until a person admits you") }
      }
      try host.send("S")
      try host.wait(for: "the door") { $0.text.contains { $0.contains("\(name) asks to join") } }
      try host.send(answer)
      if isLetIn {
        try guest.wait(for: "the session", until: \.isInSession)
        try guest.send("q")
        #expect(try guest.waitForExit() == .code(0))
      } else {
        #expect(try guest.waitForExit() == .code(1))
        let output = String(decoding: guest.output, as: UTF8.self)
        #expect(output.contains("your request to join was refused"))
        // While a person is asked, the guest no longer waits for a connection.
        let asked = try #require(output.range(of: "until a person admits you"))
        #expect(!output[asked.upperBound...].contains("Connecting to"))
      }
    }
  }
}
