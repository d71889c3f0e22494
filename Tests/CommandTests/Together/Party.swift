import EaselTesting
import Foundation
import Glibc
import Testing

/// Several of the built program, each in a pty and a home of its own, that draw together.
final class Party {
  struct Guest {
    let name: String
    let home: Home
    let run: EaselRun
    /// The row of the screen that is this guest's to draw in.
    let row: Int
  }

  /// How the first one is come to.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case unix, tcp
    var testDescription: String { rawValue }
  }

  private(set) var guests: [Guest] = []
  /// Where tickets and sockets lie.
  let place: Home

  init() throws { place = try Home() }

  var host: Guest { guests[0] }

  /// The first row for drawing; each guest has its own.
  private var nextRow: Int { 3 + 2 * guests.count }

  // MARK: Coming

  @discardableResult
  private func add(
    _ name: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) throws -> Guest {
    let home = try Home()
    let run = try EaselRun(
      arguments + ["--name", name], in: home, environment: environment, input: input)
    let guest = Guest(name: name, home: home, run: run, row: nextRow)
    guests.append(guest)
    return guest
  }

  /// One who listens, and has said where.
  func host(by way: Way, board: String = "plan") throws {
    let address = way == .tcp ? "tcp://127.0.0.1:0" : "unix://\(place.path("s"))"
    let host = try add(
      "Hal", ["host", board, "--listen", address, "--ticket-file", place.path("tickets")])
    try host.run.wait(for: "the ticket") { $0.text.contains { $0.contains("easel://") } }
    try host.run.send("\u{1B}")
    try host.run.wait(for: "the board") { !$0.text.contains { $0.contains("easel://") } }
  }

  /// Both tickets, to draw and to watch.
  func tickets() throws -> [String] {
    try String(contentsOfFile: place.path("tickets"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// One who comes with a ticket, as somebody who pipes it in.
  func join(_ name: String, watching: Bool = false) throws {
    let ticket = try place.write(try tickets()[watching ? 1 : 0] + "\n", to: "ticket-\(name)")
    let guest = try add(name, ["join", "-"], input: ticket)
    try guest.run.wait(for: "the session", until: \.isInSession)
  }

  /// One of several of one user on one machine.
  func meet(_ name: String) throws {
    let guest = try add(name, [], environment: ["XDG_RUNTIME_DIR": place.folder.path])
    try guest.run.waitUntilReady()
  }

  // MARK: Drawing

  /// A line of one's own, from column 4 on, without waiting for it.
  func draw(_ guest: Guest, to column: Int = 20) throws {
    try guest.run.drag(line(from: (4, guest.row), to: (column, guest.row)))
  }

  /// Waits until everybody sees what everybody has drawn, and all see the same.
  func waitForAllInk(to column: Int = 20, by drawers: [Guest]? = nil) throws {
    for guest in guests {
      for drawer in drawers ?? guests {
        try guest.run.wait(for: "\(drawer.name)'s ink at \(guest.name)'s") { screen in
          // Where the hand was last stands its sign.
          screen.hasInk((4, drawer.row)) && screen.hasInk((column - 1, drawer.row))
        }
      }
    }
  }

  // MARK: Going

  func kill(_ name: String) throws {
    let index = try #require(guests.firstIndex { $0.name == name })
    guests[index].run.pty.kill(SIGKILL)
    _ = guests[index].run.pty.waitForExit()
    guests.remove(at: index)
  }

  /// Everybody leaves; what each has in its file, drawn as text.
  func pictures() throws -> [String] {
    try waitForSameFiles()
    for guest in guests {
      try guest.run.waitUntilSaved()
      try guest.run.send("q")
      #expect(try guest.run.waitForExit() == .code(0), "\(guest.name)")
    }
    return try guests.map { try #require(try picture(of: $0), "\($0.name) has no file") }
  }

  /// Ink is seen before what it becomes has reached every disk; whoever leaves meanwhile goes without.
  private func waitForSameFiles() throws {
    let deadline = ContinuousClock.now + TerminalRun.patience
    while ContinuousClock.now < deadline {
      for guest in guests { try guest.run.catchUp(within: .milliseconds(20)) }
      // Of what is not safe here nobody else has heard: all files would lack it alike.
      let areSaved = guests.allSatisfy(\.run.screen.isSaved)
      let pictures = try guests.map { try picture(of: $0) }
      if areSaved, pictures.allSatisfy({ $0 != nil && $0 == pictures[0] }) { return }
    }
  }

  /// Nil where there is no file yet.
  private func picture(of guest: Guest) throws -> String? {
    let folder = guest.home.path(".local/share/easel")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".easel") }
    guard let file = files.first else { return nil }
    #expect(files.count == 1, "\(guest.name) has \(files)")
    let rendered = try Easel.run(["render", "\(folder)/\(file)"], in: guest.home)
    #expect(rendered.code == 0, "\(rendered.errors)")
    return rendered.text
  }

  func expectSamePictures() throws {
    let pictures = try pictures()
    for (guest, picture) in zip(guests, pictures) {
      #expect(picture == pictures[0], "\(guest.name) has another picture than \(host.name)")
      #expect(picture.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    }
  }
}
