import Foundation
import FrameTesting
import Glibc
import GroupTesting
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// Real processes that draw together: all screens and all files are the same in the end.
@Suite(.besidePool, .serialized) struct ProcessSessionTests {
  @Test("a host and its guests draw at once", arguments: ProcessSession.Connection.here, [1, 7])
  func hosting(_ connection: ProcessSession.Connection, _ guests: Int) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    // Newcomers get the ink from before.
    try session.draw(session.host, to: 10)
    try session.host.run.waitUntilSaved()
    for number in 1...guests { try session.join("Guest \(number)") }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    try session.expectSamePictures()
  }

  @Test("A board follows the others though its terminal accepts nothing")
  func stalled() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    try session.join("Ann")
    try session.draw(session.host)
    try session.waitForAllInk(by: [session.host])
    for guest in session.guests { try guest.run.waitUntilSaved() }
    try session.guests[1].run.stopOutput()
    // The terminal does not accept the first frame, and the second one waits.
    for column in [40, 60] {
      try session.draw(session.host, to: column)
      try session.waitForInk(to: column, of: session.host, at: [session.host])
      try session.host.run.waitUntilSaved()
      #expect(try session.waitForSameFiles() != nil, "ink up to \(column)")
    }
  }

  @Test("a window that joined another window of its user leaves no copy of the board")
  func windows() throws {
    let (session, home) = (try ProcessSession(), try Home())
    func boards() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: home.path(".local/share/easel"))
        .filter { $0.hasSuffix(".easel") }
    }
    try session.host(by: .local, in: home)
    try session.draw(session.host)
    try session.host.run.waitUntilSaved()
    let board = try boards()
    try session.join("Hal's window", in: home)
    try session.draw(session.guests[1])
    try session.waitForAllInk()
    #expect(try boards().count == 2)
    let window = session.guests[1].run
    try session.leave("Hal's window")
    #expect(try board.count == 1 && boards() == board)
    let name = try #require(board.first).dropLast(".easel".count)
    #expect(window.screen.text.contains { $0.hasPrefix("Open this board again: ") })
    #expect(!window.screen.text.contains { $0.contains("\(name) 2") })

    // A board that the other window does not hold whole stays.
    try session.join("Hal's window", in: home)
    try session.waitForAllInk()
    try session.kill("Hal")
    try session.draw(session.guests[0], to: 40)
    try session.guests[0].run.waitUntilSaved()
    #expect(try boards().count == 2)
    // Now the other name leads to the copy itself.
    let other = home.path(".local/share/easel/\(name).easel")
    let copy = home.path(".local/share/easel/\(try #require(boards().first { $0 != board[0] }))")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: copy)
    try session.leave("Hal's window")
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test("the host is told how a login on their machine leads here; guests are not")
  func login() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    // The sheet in which the host waits closes when the guest arrives, and would take the key
    // along.
    try session.host.run.wait(for: "the guest") { $0.contains("Ann joined") }
    let me = try #require(User.account(of: geteuid())).name
    for (guest, isTold) in zip(session.guests, [true, false]) {
      try guest.run.send("I")
      try guest.run.wait(for: "the sheet") { $0.contains("Copy the ticket to watch") }
      #expect(guest.run.screen.contains("ssh://\(me)@") == isTold)
    }
  }

  @Test("a guest by `view` only watches, though the ticket lets them draw")
  func viewing() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.shared.write(try session.tickets()[0] + "\n", to: "ticket")
    let guest = try EaselRun(["view", "-", "--name", "Gil"], in: try Home.lasting(), input: ticket)
    try guest.wait(for: "the session", until: \.isInSession)
    try session.host.run.expect(guest, called: "Gil")
  }

  @Test(
    "a guest who comes while a stroke is drawn sees it from its beginning",
    arguments: ProcessSession.Connection.here)
  func midStroke(_ connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    try session.join("Ann")
    let ann = session.guests[1]
    try ann.run.drag(line(from: (4, ann.row), to: (12, ann.row)), release: false)
    try session.waitForAllInk(to: 12, by: [ann])
    try session.join("Bob")
    try session.waitForAllInk(to: 12, by: [ann])
    try ann.run.drag(line(from: (12, ann.row), to: (20, ann.row)))
    try session.waitForAllInk(by: [ann])
    try session.expectSamePictures()
  }

  @Test(
    "when the host is killed, or leaves, the others go on, and can still be joined",
    arguments: ProcessSession.Connection.here, [true, false])
  func hostGoes(_ connection: ProcessSession.Connection, isKilled: Bool) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    for name in ["Ann", "Bob"] { try session.join(name) }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    try isKilled ? session.kill("Hal") : session.leave("Hal")
    for guest in session.guests { try session.draw(guest, to: 50) }
    try session.waitForAllInk(to: 50)
    if ProcessSession.Connection.withTicket.contains(connection) {
      try session.takeTicket(from: session.guests[0])
    }
    try session.join("Dan")
    try session.draw(session.guests[2], to: 50)
    try session.waitForAllInk(to: 50)
    try session.expectSamePictures()
  }

  @Test(
    "a member that was stopped for a while gets what it missed, and sends what it drew",
    arguments: ProcessSession.Connection.here)
  func stopped(_ connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    for name in ["Ann", "Bob"] { try session.join(name) }
    session.guests[1].run.pty.kill(SIGSTOP)
    for guest in [session.guests[0], session.guests[2]] { try session.draw(guest) }
    try session.draw(session.guests[1])
    try session.guests[2].run.waitForInk((19, session.host.row))
    session.guests[1].run.pty.kill(SIGCONT)
    try session.waitForAllInk()
    try session.expectSamePictures()
  }

  @Test(
    "eight draw while one comes in mid-stroke, one is killed, one stops for a while and the host leaves",
    arguments: ProcessSession.Connection.here)
  func everything(_ connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    for number in 1...6 { try session.join("Guest \(number)") }
    let (host, killed, stopped) = (session.host, session.guests[3], session.guests[5])
    for guest in session.guests {
      try guest.run.drag(line(from: (4, guest.row), to: (12, guest.row)), release: false)
    }
    try session.join("Late")
    stopped.run.pty.kill(SIGSTOP)
    let drawers = session.guests
    for guest in drawers {
      let start = guest.name == "Late" ? 4 : 12
      try guest.run.drag(line(from: (start, guest.row), to: (20, guest.row)))
    }
    // A member that goes for good has sent its ink.
    let going = [host, killed, session.guests[1]]
    #expect(try session.waitForSameFiles(of: going) != nil)
    try session.kill(killed.name)
    try session.leave(host.name)
    stopped.run.pty.kill(SIGCONT)
    try session.waitForAllInk(by: drawers)
    try session.expectSamePictures()
  }

  @Test("a watcher sees everything, and nothing that it does reaches the others")
  func watcher() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    try session.join("Wim", watching: true)
    let wim = session.guests[2]
    try wim.run.drawWhileWatching(row: wim.row)
    for guest in session.guests.prefix(2) { try session.draw(guest) }
    try session.waitForAllInk(by: Array(session.guests.prefix(2)))
    for guest in session.guests {
      #expect(!guest.run.screen.hasInk((10, wim.row)), "\(guest.name)")
    }
    try session.expectSamePictures()
  }

  @Test("wrong tickets, and those that lead nowhere, are told in one sentence")
  func refused() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let tickets = try session.tickets()
    let other = try ProcessSession()
    try other.host(by: .tcp)
    let mark = try #require(tickets[0].firstIndex(of: "#"))
    let elsewhere = try #require(try other.tickets()[0].split(separator: "#").first)
    let secret = tickets[0][mark...]
    let home = try Home()
    let cases: [(ticket: String, code: Int32, says: String)] = [
      (String(elsewhere) + secret, 1, "is not the host of this ticket"),
      ("easel://tcp://127.0.0.1:1" + secret, 1, "no answer from 127.0.0.1:1. Check that"),
      ("easel://unix:///nowhere/s" + secret, 1, "no answer from"),
      (String(tickets[0].dropLast(3)), 2, "the ticket is cut off"),
      (String(tickets[0].dropLast(3)) + "___", 2, "the ticket has a wrong character"),
      ("hello", 2, "that is not a ticket"),
      ("", 2, "there was no ticket to read"),
    ]
    for (ticket, code, says) in cases {
      let outcome = try Easel.run(["join", "-"], in: home, input: ticket)
      #expect(outcome.code == code, "\(ticket): \(outcome.errors)")
      #expect(outcome.errors.contains(says), "\(ticket): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(!outcome.errors.contains(secret.dropFirst()), "the secret is shown")
    }
  }

  @Test("an address in use and an impossible address are told in one sentence")
  func notListening() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    let home = try Home()
    let cases: [(address: String, says: String, code: Int32)] = [
      ("unix://\(session.shared.path("s"))", "another program already listens at", 1),
      ("unix:///nowhere/at/all", "there is no folder", 1),
      ("tcp://127.0.0.1", "is not an address", 2),
      ("tcp://192.0.2.1:0", "is not an address of this machine", 1),
      ("here", "is not an address", 2),
    ]
    for (address, says, code) in cases {
      let outcome = try Easel.run(["host", "--listen", address], in: home)
      #expect(outcome.code == code)
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
  }
}
