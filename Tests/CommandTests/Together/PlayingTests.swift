import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// A script played on a board that others share.
@Suite(.besidePool, .serialized) struct PlayingTests {
  private let script = """
    pen red width 2
    stroke 0.05,0.2 0.25,0.2
    as Ann
    #1 line 0.05,0.9 0.25,0.9
    as Bob
    #2 rect 0.6,0.6 0.9,0.9
    wait 20ms
    as Ann
    erase #2
    undo
    move #1 0,-0.1
    text 0.5,0.3 "played"

    """

  @Test(
    "all who are there see it, over each way, and have it in their files when the player has left",
    arguments: ProcessSession.Connection.withTicket)
  func everybody(_ connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    try session.join("Bea")
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let file = try session.shared.write(script, to: "play.script")
    let played = try Easel.run(
      ["play", file, "--join", "-"], in: try Home.lasting(), input: try session.tickets()[0] + "\n")
    #expect(played.code == 0, "\(played.errors)")
    #expect(played.text == "")
    #expect(played.errors == "")
    for guest in session.guests {
      try guest.run.wait(for: "what was played at \(guest.name)'s") { $0.contains("played") }
      try guest.run.wait(for: "the player's goodbye") { $0.text[23].contains("People 2") }
    }
    try session.waitForAllInk()
    try session.expectSamePictures()
  }

  @Test("a clear hides the things of before, and later ink lies above")
  func clear() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.draw(session.host)
    try session.waitForAllInk()
    let ticket = try session.tickets()[0]
    let played = try Easel.run(
      ["play", "-", "--join", ticket], in: try Home.lasting(),
      input: "clear\ntext 0.5,0.5 \"empty\"\n")
    #expect(played.code == 0)
    #expect(played.errors == "")
    try session.host.run.wait(for: "an empty board") {
      $0.contains("empty") && !$0.hasInk((10, session.host.row))
    }
    try session.host.run.send("q")
    #expect(try session.host.run.waitForExit() == .code(0))
  }

  @Test("a drawer that says nothing keeps the command no longer than is promised")
  func silentDrawer() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.tickets()[0]
    let silent = try HostileMember(ticket, saying: "Sil")
    try await silent.join()
    let played = try Easel.run(
      ["play", "-", "--join", ticket], in: try Home.lasting(),
      input: "text 0.5,0.5 \"played\"\n")
    #expect(played.code == 0, "\(played.errors)")
    #expect(
      played.errors == "easel: 1 person who draws may not have received everything yet.\n")
    try session.host.run.wait(for: "what was played") { $0.contains("played") }
    withExtendedLifetime(silent) {}
  }

  @Test("a long script is whole at all members when the command ends")
  func long() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Bea")
    let lines = (0..<2_000).map { "stroke 0.1,0.\(100 + $0 % 800) 0.9,0.\(101 + $0 % 800)" }
    let file = try session.shared.write(lines.joined(separator: "\n"), to: "long.script")
    let played = try Easel.run(
      ["play", file, "--join", "-"], in: try Home.lasting(), input: try session.tickets()[0] + "\n")
    #expect(played.code == 0, "\(played.errors)")
    let pictures = try session.pictures()
    let alone = try Home()
    #expect(try Easel.run(["play", file, "--board", "alone"], in: alone).code == 0)
    let expected = try Easel.run(["render", "alone", "--format", "ansi"], in: alone).text
    for picture in pictures { #expect(picture.hasPrefix(expected)) }
    #expect(!FileManager.default.fileExists(atPath: "0.way"), "a ticket in the working folder")
  }

  @Test("an impossible request is told in one sentence, and nothing is drawn")
  func refusals() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let tickets = try session.tickets()
    let home = try Home()
    let file = try home.write(script, to: "play.script")
    let broken = try home.write("strike 0.1,0.1\n", to: "broken.script")
    let cases: [(arguments: [String], input: String, says: String, code: Int32)] = [
      ([file, "--join", "-"], tickets[1] + "\n", "ask for one to draw", 1),
      ([broken, "--join", "-"], tickets[0] + "\n", "line 1", 1),
      ([file, "--join", "-"], "nonsense\n", "not a ticket", 2),
      ([file, "--join", "-"], "", "no ticket to read", 2),
      (["-", "--join", "-"], tickets[0] + "\n", "either the script or the ticket", 2),
      ([file, "--join", "-", "--board", "b"], tickets[0] + "\n", "--board does not go with it", 2),
    ]
    for (arguments, input, says, code) in cases {
      let outcome = try Easel.run(["play"] + arguments, in: home, input: input)
      #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    try session.host.run.send("q")
    #expect(try session.host.run.waitForExit() == .code(0))
    let late = try Easel.run(["play", file, "--join", "-"], in: home, input: tickets[0] + "\n")
    #expect(late.code == 1 && late.errors.contains("no answer"), "\(late.errors)")
  }
}
