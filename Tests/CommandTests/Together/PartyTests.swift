import Foundation
import FrameTesting
import Glibc
import GroupTesting
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// Real processes that draw together: all screens and all files are the same in the end.
@Suite(.besidePool, .serialized) struct PartyTests {
  @Test("a host and its guests draw at once", arguments: Party.Connection.here, [1, 7])
  func hosting(_ connection: Party.Connection, _ guests: Int) throws {
    let party = try Party()
    try party.host(by: connection)
    // Newcomers get the ink from before.
    try party.draw(party.host, to: 10)
    try party.host.run.waitUntilSaved()
    for number in 1...guests { try party.join("Guest \(number)") }
    for guest in party.guests { try party.draw(guest) }
    try party.waitForAllInk()
    try party.expectSamePictures()
  }

  @Test("the host is told how a login on their machine leads here; guests are not")
  func login() throws {
    let party = try Party()
    try party.host(by: .tcp)
    try party.join("Ann")
    // The sheet in which the host waits closes when the guest arrives, and would take the key
    // along.
    try party.host.run.wait(for: "the guest") { $0.contains("Ann joined") }
    let me = try #require(User.account(of: geteuid())).name
    for (guest, isTold) in zip(party.guests, [true, false]) {
      try guest.run.send("I")
      try guest.run.wait(for: "the sheet") { $0.contains("Copy the ticket to watch") }
      #expect(guest.run.screen.contains("ssh://\(me)@") == isTold)
    }
  }

  @Test("a guest by `view` only watches, though the ticket lets them draw")
  func viewing() throws {
    let party = try Party()
    try party.host(by: .tcp)
    let ticket = try party.shared.write(try party.tickets()[0] + "\n", to: "ticket")
    let guest = try EaselRun(["view", "-", "--name", "Gil"], in: try Home.lasting(), input: ticket)
    try guest.wait(for: "the session", until: \.isInSession)
    try party.host.run.expect(guest, called: "Gil")
  }

  @Test(
    "a guest who comes while a stroke is drawn sees it from its beginning",
    arguments: Party.Connection.here)
  func midStroke(_ connection: Party.Connection) throws {
    let party = try Party()
    try party.host(by: connection)
    try party.join("Ann")
    let ann = party.guests[1]
    try ann.run.drag(line(from: (4, ann.row), to: (12, ann.row)), release: false)
    try party.waitForAllInk(to: 12, by: [ann])
    try party.join("Bob")
    try party.waitForAllInk(to: 12, by: [ann])
    try ann.run.drag(line(from: (12, ann.row), to: (20, ann.row)))
    try party.waitForAllInk(by: [ann])
    try party.expectSamePictures()
  }

  @Test(
    "when the host is killed, or leaves, the others go on, and can still be joined",
    arguments: Party.Connection.here, [true, false])
  func hostGoes(_ connection: Party.Connection, isKilled: Bool) throws {
    let party = try Party()
    try party.host(by: connection)
    for name in ["Ann", "Bob"] { try party.join(name) }
    for guest in party.guests { try party.draw(guest) }
    try party.waitForAllInk()
    try isKilled ? party.kill("Hal") : party.leave("Hal")
    for guest in party.guests { try party.draw(guest, to: 50) }
    try party.waitForAllInk(to: 50)
    if Party.Connection.withTicket.contains(connection) {
      try party.takeTicket(from: party.guests[0])
    }
    try party.join("Dan")
    try party.draw(party.guests[2], to: 50)
    try party.waitForAllInk(to: 50)
    try party.expectSamePictures()
  }

  @Test(
    "a member that was stopped for a while gets what it missed, and sends what it drew",
    arguments: Party.Connection.here)
  func stopped(_ connection: Party.Connection) throws {
    let party = try Party()
    try party.host(by: connection)
    for name in ["Ann", "Bob"] { try party.join(name) }
    party.guests[1].run.pty.kill(SIGSTOP)
    for guest in [party.guests[0], party.guests[2]] { try party.draw(guest) }
    try party.draw(party.guests[1])
    try party.guests[2].run.waitForInk((19, party.host.row))
    party.guests[1].run.pty.kill(SIGCONT)
    try party.waitForAllInk()
    try party.expectSamePictures()
  }

  @Test(
    "eight draw while one comes in mid-stroke, one is killed, one stops for a while and the host leaves",
    arguments: Party.Connection.here)
  func everything(_ connection: Party.Connection) throws {
    let party = try Party()
    try party.host(by: connection)
    for number in 1...6 { try party.join("Guest \(number)") }
    let (host, killed, stopped) = (party.host, party.guests[3], party.guests[5])
    for guest in party.guests {
      try guest.run.drag(line(from: (4, guest.row), to: (12, guest.row)), release: false)
    }
    try party.join("Late")
    stopped.run.pty.kill(SIGSTOP)
    let drawers = party.guests
    for guest in drawers {
      let start = guest.name == "Late" ? 4 : 12
      try guest.run.drag(line(from: (start, guest.row), to: (20, guest.row)))
    }
    // A member that goes for good has sent its ink.
    let going = [host, killed, party.guests[1]]
    #expect(try party.waitForSameFiles(of: going) != nil)
    try party.kill(killed.name)
    try party.leave(host.name)
    stopped.run.pty.kill(SIGCONT)
    try party.waitForAllInk(by: drawers)
    try party.expectSamePictures()
  }

  @Test("a watcher sees everything, and nothing that it does reaches the others")
  func watcher() throws {
    let party = try Party()
    try party.host(by: .tcp)
    try party.join("Ann")
    try party.join("Wim", watching: true)
    let wim = party.guests[2]
    try wim.run.drawWhileWatching(row: wim.row)
    for guest in party.guests.prefix(2) { try party.draw(guest) }
    try party.waitForAllInk(by: Array(party.guests.prefix(2)))
    for guest in party.guests { #expect(!guest.run.screen.hasInk((10, wim.row)), "\(guest.name)") }
    try party.expectSamePictures()
  }

  @Test("wrong tickets, and those that lead nowhere, are told in one sentence")
  func refused() throws {
    let party = try Party()
    try party.host(by: .tcp)
    let tickets = try party.tickets()
    let other = try Party()
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
    let party = try Party()
    try party.host(by: .unix)
    let home = try Home()
    let cases: [(address: String, says: String, code: Int32)] = [
      ("unix://\(party.shared.path("s"))", "another program already listens at", 1),
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
