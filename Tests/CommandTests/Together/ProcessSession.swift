import Foundation
import FrameTesting
import Glibc
import SessionUI
import Testing

/// A session of several processes of the built program, each in a pty and a home of its own.
final class ProcessSession {
  struct Guest {
    let name: String
    let home: Home
    let run: EaselRun
    /// The row of the screen that is this guest's to draw in.
    let row: Int
  }

  /// How the others come to the first one.
  enum Connection: String, CaseIterable, CustomTestStringConvertible {
    /// By a ticket.
    case unix, tcp
    /// As the same user on the same machine.
    case local
    /// By a login at the first one's machine.
    case ssh

    static let withTicket: [Connection] = [.unix, .tcp]
    /// The ways that this machine has.
    static var here: [Connection] { allCases.filter { $0 != .ssh || SSHServer.isInstalled } }

    var testDescription: String { rawValue }
  }

  private(set) var guests: [Guest] = []
  private var connection = Connection.unix
  /// The first one's machine, where one logs in at it.
  private var server: SSHServer?
  private var isShared = false
  /// The name of the board, if the host has chosen one.
  private var board: String?
  /// Where tickets and sockets lie.
  let shared: Home

  init() throws { shared = try Home() }

  var host: Guest { guests[0] }

  /// The first row for drawing; each guest has its own.
  private var nextRow: Int { 3 + 2 * guests.count }

  // MARK: Coming

  @discardableResult
  private func add(
    _ name: String, _ arguments: [String] = [], in home: Home? = nil,
    environment: [String: String] = [:], input: String? = nil
  ) throws -> Guest {
    let home = try home ?? Home()
    let run = try EaselRun(
      arguments + ["--name", name], in: home, environment: environment, input: input)
    let guest = Guest(name: name, home: home, run: run, row: nextRow)
    guests.append(guest)
    return guest
  }

  /// The first one.
  ///
  /// - Parameters:
  ///   - more: what a host is told besides.
  ///   - board: the name of the board, for a host who has several.
  ///   - home: the host's home; nil for a new one.
  func host(
    by connection: Connection, _ more: [String] = [], board: String? = nil, in home: Home? = nil
  ) throws {
    (self.connection, self.board) = (connection, board)
    switch connection {
    case .unix: try listen(at: "unix://\(shared.path("s"))", more, in: home)
    case .tcp: try listen(at: "tcp://127.0.0.1:0", more, in: home)
    case .local: try meet("Hal", in: home)
    case .ssh:
      let server = try SSHServer()
      self.server = server
      try add("Hal", in: server.far).run.waitUntilReady()
    }
  }

  private func listen(at address: String, _ more: [String], in home: Home?) throws {
    let tickets = ["--ticket-file", shared.path("tickets")]
    let host = try add(
      "Hal", ["host", board ?? "plan", "--listen", address] + tickets + more, in: home)
    try host.run.wait(for: "the ticket") { $0.text.contains { $0.contains("easel://") } }
    try host.run.send("\u{1B}")
    try host.run.wait(for: "the board") { !$0.text.contains { $0.contains("easel://") } }
  }

  /// Both tickets, to draw and to watch.
  func tickets() throws -> [String] {
    try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
      .split { $0.isWhitespace || $0 == "'" }.filter { $0.hasPrefix("easel://") }.map(String.init)
  }

  /// A guest joins the first member.
  ///
  /// - Parameter home: the home of a guest who comes back; nil for a new one.
  func join(_ name: String, watching: Bool = false, in home: Home? = nil) throws {
    switch connection {
    case .unix, .tcp:
      let ticket = try shared.write(try tickets()[watching ? 1 : 0] + "\n", to: "ticket-\(name)")
      try add(name, ["join", "-"], in: home, input: ticket)
    case .local:
      let guest = try meet(name, in: home)
      try share()
      try guest.run.wait(for: "the offer") { $0.text.contains { $0.contains("Join: draw") } }
      try guest.run.send("j")
    case .ssh:
      let server = try #require(server)
      try add(name, ["join", server.target], environment: ["EASEL_SSH_COMMAND": server.command])
      try share()
    }
    try guests.last?.run.wait(for: "the session", until: \.isInSession)
  }

  /// Starts another run of the same user on this machine.
  @discardableResult
  private func meet(_ name: String, in home: Home?) throws -> Guest {
    let guest = try add(name, in: home, environment: ["XDG_RUNTIME_DIR": shared.folder.path])
    try guest.run.waitUntilReady()
    return guest
  }

  /// A host with tickets shares from the beginning, the others once another member is there.
  private func share() throws {
    if isShared { return }
    try host.run.wait(for: "somebody") { $0.text[$0.rows - 1].contains("Share") }
    try host.run.send("S")
    isShared = true
  }

  /// From now on guests come by the ticket on this guest's sheet.
  func takeTicket(from guest: Guest) throws {
    let run = guest.run
    try run.send("I")
    try run.wait(for: "the ticket") { $0.text.contains { $0.contains("easel://") } }
    try run.send("d")
    try run.wait(forOutput: "\u{1B}]52;c;")
    let start = try #require(run.end(of: "\u{1B}]52;c;"))
    try run.wait(forOutput: "\u{1B}\\", from: start)
    let code = run.output[start...].prefix { $0 != 0x1B }
    let ticket = try #require(Data(base64Encoded: Data(code)))
    try run.send("\u{1B}")
    _ = try shared.write(String(decoding: ticket, as: UTF8.self) + "\n", to: "tickets")
  }

  // MARK: Drawing

  /// A line of one's own, from column 4 on, without waiting for it.
  func draw(_ guest: Guest, to column: Int = 20) throws {
    try guest.run.drag(line(from: (4, guest.row), to: (column, guest.row)))
  }

  /// Waits until all see the ink of all.
  func waitForAllInk(to column: Int = 20, by drawers: [Guest]? = nil) throws {
    for drawer in drawers ?? guests { try waitForInk(to: column, of: drawer, at: guests) }
  }

  func waitForInk(to column: Int, of drawer: Guest, at guests: [Guest]) throws {
    for guest in guests {
      try guest.run.wait(for: "\(drawer.name)'s ink at \(guest.name)'s") { screen in
        // Where the hand was last stands its sign.
        screen.hasInk((4, drawer.row)) && screen.hasInk((column - 1, drawer.row))
      }
    }
  }

  // MARK: Going

  func kill(_ name: String) throws {
    let guest = try remove(name)
    guest.run.pty.kill(SIGKILL)
    _ = guest.run.pty.waitForExit()
  }

  func leave(_ name: String) throws {
    let guest = try remove(name)
    try guest.run.waitUntilSaved()
    try guest.run.send("q")
    #expect(try guest.run.waitForExit() == .code(0))
  }

  private func remove(_ name: String) throws -> Guest {
    guests.remove(at: try #require(guests.firstIndex { $0.name == name }))
  }

  /// Waits until the same ink stands on all screens, but for where a pointer or a name lies over
  /// it.
  func waitForSameScreens() throws {
    for guest in guests.dropFirst() {
      let deadline = ContinuousClock.now + TerminalRun.patience
      while !host.run.screen.hasSameInk(as: guest.run.screen), ContinuousClock.now < deadline {
        for run in [host.run, guest.run] { try run.catchUp(within: .milliseconds(20)) }
      }
      let screens = [host, guest].map { $0.run.screen.text.joined(separator: "\n") }
      #expect(
        host.run.screen.hasSameInk(as: guest.run.screen),
        "\(guest.name) sees something else:\n\(screens.joined(separator: "\n"))")
    }
  }

  /// Lets all leave. Returns the picture in each file with its colours, and its recording.
  func pictures() throws -> [String] {
    try waitForSameScreens()
    try waitForSameFiles()
    for guest in guests {
      try guest.run.waitUntilSaved()
      try guest.run.send("q")
      #expect(try guest.run.waitForExit() == .code(0), "\(guest.name)")
    }
    return try guests.map { try #require(try picture(of: $0), "\($0.name) has no file") }
  }

  /// Ink is seen before its entries have reached every disk; a member that leaves meanwhile lacks
  /// them.
  ///
  /// - Returns: the picture in them, and its recording; nil if they differ.
  @discardableResult
  func waitForSameFiles(of guests: [Guest]? = nil) throws -> String? {
    let guests = guests ?? self.guests
    let deadline = ContinuousClock.now + TerminalRun.patience
    while ContinuousClock.now < deadline {
      for guest in guests { try guest.run.catchUp(within: .milliseconds(20)) }
      // An entry that is not yet saved here has not been sent, so all files would lack it alike.
      let areSaved = guests.allSatisfy(\.run.screen.isSaved)
      let pictures = try guests.map { try picture(of: $0) }
      if areSaved, pictures.allSatisfy({ $0 != nil && $0 == pictures[0] }) { return pictures[0] }
    }
    return nil
  }

  /// The only board of a guest; nil if there is none yet.
  func file(of guest: Guest) throws -> String? {
    let folder = guest.home.path(".local/share/easel")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { board.map { "\($0).easel" } == $0 || board == nil && $0.hasSuffix(".easel") }
    guard let file = files.first else { return nil }
    #expect(files.count == 1, "\(guest.name) has \(files)")
    return "\(folder)/\(file)"
  }

  /// Nil where there is no file yet.
  private func picture(of guest: Guest) throws -> String? {
    guard let file = try file(of: guest) else { return nil }
    let rendered = try Easel.run(["render", file, "--format", "ansi"], in: guest.home)
    #expect(rendered.code == 0, "\(rendered.errors)")
    let recorded = try Easel.run(["record", file], in: guest.home)
    #expect(recorded.code == 0, "\(recorded.errors)")
    return rendered.text + Self.withoutNames(recorded.text)
  }

  /// A member that came after another had gone never heard that name. It knows only that other
  /// authors drew.
  private static func withoutNames(_ script: String) -> String {
    var names: [Substring] = []
    return script.split(separator: "\n").map { line in
      guard line.hasPrefix("as ") else { return String(line) }
      if !names.contains(line) { names.append(line) }
      return "as \(names.firstIndex(of: line) ?? 0)"
    }.joined(separator: "\n")
  }

  /// All screens are the same, and all files.
  func expectSamePictures() throws {
    let pictures = try pictures()
    for (guest, picture) in zip(guests, pictures) {
      #expect(picture == pictures[0], "\(guest.name) has another picture than \(host.name)")
      #expect(picture.contains { $0.isInk })
    }
  }
}

extension TerminalScreen {
  /// Between the bars; both as large.
  fileprivate func hasSameInk(as other: TerminalScreen) -> Bool {
    (1..<rows - 1).allSatisfy { row in
      (0..<columns).allSatisfy { column in
        let glyphs = [self, other].map { $0.glyph(column: column, row: row) }
        return glyphs[0] == glyphs[1]
          || glyphs.contains { $0 != " " && !$0.isInk }
      }
    }
  }
}
