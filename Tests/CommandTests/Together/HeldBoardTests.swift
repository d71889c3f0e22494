import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// A board that another process of the same user has open.
@Suite(.besidePool, .serialized) struct HeldBoardTests {
  @Test("a second run of a board joins the first, and the file holds what both draw")
  func joins() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "sketch", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    let second = try EaselRun(["sketch"], in: home)
    try second.wait(for: "the board") { $0.isInSession }
    try second.waitForInk((19, 4))
    try second.drag(line(from: (4, 8), to: (20, 8)))
    try first.waitForInk((19, 8))
    try first.waitUntilSaved()
    let third = try EaselRun(["sketch"], in: home)
    for row in [4, 8] { try third.waitForInk((19, row)) }
    for run in [third, second, first] {
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
    }
    let picture = try Easel.run(["render", "sketch"], in: home).text
    let lines = picture.split(separator: "\n").filter { row in
      row.count { $0.isInk } > 8
    }
    #expect(lines.count == 2, "\(picture)")
  }

  @Test("a new board whose name was taken gets a name beside it, and nothing is lost")
  func taken() throws {
    let home = try Home()
    let first = try EaselRun(["sketch", "--alone"], in: home)
    try first.waitUntilReady()
    let script = "stroke 0.1,0.1 0.9,0.1\n"
    #expect(try Easel.run(["play", "-", "--board", "sketch"], in: home, input: script).code == 0)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    try first.send("q")
    #expect(try first.waitForExit() == .code(0))
    let boards = try Easel.run(["boards"], in: home).text
    #expect(boards.contains("sketch 2"), "\(boards)")
    #expect(try Easel.run(["record", "sketch"], in: home).text.contains("0.1,0.1"))
  }

  @Test("a second run of a board in another's call comes into that call")
  func ofOthers() throws {
    let session = try ProcessSession()
    try session.host(by: .unix)
    try session.join("Ann")
    let ann = try #require(session.guests.last)
    try ann.run.drag(line(from: (4, 4), to: (20, 4)))
    try ann.run.waitUntilSaved()
    let boards = try Easel.run(["boards"], in: ann.home).text
    let board = String(try #require(boards.split(separator: " ").first))
    let second = try EaselRun([board], in: ann.home)
    try second.wait(for: "the others") { $0.text[23].contains("People 3") }
    try second.waitForInk((19, 4))
    try second.drag(line(from: (4, 8), to: (20, 8)))
    try session.host.run.waitForInk((19, 8))
    func ticketFiles() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: ann.home.folder.path)
        .filter { $0.hasSuffix(".way") }
    }
    try second.send("q")
    #expect(try second.waitForExit() == .code(0))
    // Files that a killed run leaves are gone once the board is opened again.
    #expect(try ticketFiles().count == 1)
    try session.kill("Ann")
    #expect(try ticketFiles().count == 1)
    let alone = try EaselRun([board, "--alone"], in: ann.home)
    try alone.waitForInk((19, 4))
    #expect(try ticketFiles() == [])
  }

  @Test("if the other run is in no call, easel says who has the board")
  func alone() throws {
    let home = try Home()
    let first = try EaselRun(["sketch", "--alone"], in: home)
    try first.waitUntilReady()
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    let second = try EaselRun(["sketch"], in: home)
    #expect(try second.waitForExit() == .code(1))
    #expect(
      second.screen.text.contains { $0.contains("is open in your terminal") },
      "\(second.screen.text)")
    #expect(second.leftovers == [])
  }
}
