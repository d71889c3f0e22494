import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Foundation
import FrameTesting
import GroupTesting
import PictureFormats
import Testing
import TestThreads
import ThemeFiles
import WhiteboardUI

@testable import BoardSessions
@testable import easel

/// A ticket as a QR code, read from the screen by another program: what a camera would see.
@Suite(.besidePool) struct CodeTests {
  /// The text that zbar reads in a picture of the screen.
  private func read(_ frame: Frame, _ theme: Theme, in home: Home) throws -> String {
    let file = home.folder.appendingPathComponent("screen.png")
    try Data(try PNGExporter.png(frame, theme: theme)).write(to: file)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    reader.arguments = ["zbarimg", "--quiet", "--raw", file.path]
    let output = Pipe()
    (reader.standardOutput, reader.standardError) = (output, FileHandle.nullDevice)
    try reader.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    reader.waitUntilExit()
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private static let ticket =
    "easel://tcp://192.168.178.200:54321#" + String(repeating: "Ec59wOad5qRr-_LO", count: 4)
    + "abcd"

  private func screen(
    _ columns: Int, _ rows: Int, _ theme: Theme, _ raster: Raster = .braille,
    hasColors: Bool = true
  ) throws -> Frame {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: 1, count: 32), nonce: Array(repeating: 2, count: 16))
    let person = Person(
      author: replicaGenesis.author, name: SafeText("Ann"), color: PaletteColor.orange.color)
    var setup = Whiteboard.Setup(
      person: person, columns: columns, rows: rows, raster: raster,
      theme: theme)
    (setup.hasCall, setup.surface.depth) = (true, hasColors ? .direct : .none)
    let board = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: replicaGenesis,
      picture: Picture())
    var replica = BoardReplica(board, author: person.author, coding: .signed)
    var whiteboard = Whiteboard(setup, on: replica)
    let code = try #require(QRCode(of: Self.ticket))
    let tickets = Tickets(
      drawing: SafeText(Self.ticket), watching: SafeText(Self.ticket), drawingCode: code,
      watchingCode: code)
    let events: [Event] = [
      .started, .board(.call(.connected(tickets, canModerate: false))),
      .input(.key(.character("I"), [])),
      .input(.key(.character("q"), [])),
    ]
    for event in events {
      _ = whiteboard.handle(event, on: &replica, at: Moment(uptime: 0, wall: 0))
    }
    return whiteboard.frame
  }

  @Test(
    "The code is readable in every theme, beside the words and above them",
    arguments: Theme.builtInNames.compactMap(Theme.builtIn))
  func themes(theme: Theme) throws {
    let home = try Home()
    for (columns, rows) in [(80, 24), (50, 36), (120, 40)] {
      let frame = try screen(columns, rows, theme)
      #expect(try read(frame, theme, in: home) == Self.ticket, "\(columns)x\(rows)")
    }
  }

  @Test(
    "And on terminals of few colours, of none, and without blocks", arguments: ColorDepth.allCases)
  func depths(depth: ColorDepth) throws {
    let home = try Home()
    let theme = Theme.terminal
    let hasColors = depth != .none
    let halves = try screen(80, 24, theme, hasColors: hasColors).reduced(to: depth)
    #expect(try read(halves, theme, in: home) == Self.ticket)
    guard hasColors else { return }
    let blanks = try screen(130, 50, theme, .ascii).reduced(to: depth)
    #expect(try read(blanks, theme, in: home) == Self.ticket)
  }

  @Test("The code on the screen is the ticket in the file")
  func program() throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let run = session.host.run
    try run.send("I")
    try run.wait(for: "the invitation") { $0.contains("QR code") }
    try run.send("q")
    // The lower edges of the finders on the left, the last of the code: elsewhere chance draws
    // them, too.
    try run.wait(for: "the code") { screen in
      [5, 20].allSatisfy { screen.text[$0].dropFirst(3).hasPrefix(" ▄▄▄▄▄ ") }
    }
    var frame = Frame(columns: run.screen.columns, rows: run.screen.rows)
    let look = Style(foreground: .rgb(0), background: .rgb(0xFF_FF_FF))
    frame.fill(
      CellRect(column: 0, row: 0, columns: frame.columns, rows: frame.rows), Cell(.space, look))
    let dark = run.screen.style(column: 3, row: 5).background
    // Between the bars, left of the words.
    for row in 1..<frame.rows - 1 {
      for column in 0..<45 {
        let glyph = run.screen.glyph(column: column, row: row)
        // A full block is a blank with a background on the terminal.
        let isFull = glyph == " " && run.screen.style(column: column, row: row).background == dark
        let isCode = ["▀", "▄"].contains(glyph)
        let shown = isFull ? Glyph("█") : isCode ? Glyph(glyph.unicodeScalars) ?? .space : .space
        frame[column, row] = Cell(shown, look)
      }
    }
    let ticket = try session.tickets()[0]
    #expect(try read(frame, .terminal, in: session.shared) == ticket)
    try run.send("\u{1B}")
    try run.wait(for: "the sheet it was opened from") {
      $0.contains("Show the ticket as a QR code")
    }
    try run.send("\u{1B}")
    try run.wait(for: "the board") { !$0.contains("Show the ticket as a QR code") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("A text that is too long has no code") func tooLong() {
    #expect(QRCode(of: String(repeating: "a", count: 2_953)) != nil)
    #expect(QRCode(of: String(repeating: "a", count: 2_954)) == nil)
  }
}
