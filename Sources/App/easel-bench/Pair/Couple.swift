import EaselPlatform
import Foundation
import FrameTesting

/// Two programs in two terminals: a pointer draws in the first, and the second shows the drawing.
final class Couple {
  private let drawing: TerminalRun
  private let watching: TerminalRun
  /// The folder for Easel's files; nil if the programs are not Easel.
  private let folder: ScratchFolder?

  /// A program that writes nothing for this long is taken to be idle.
  private static let calm = Duration.milliseconds(400)
  /// The next mouse report is sent after the first time without output, or after the second time at
  /// the latest, since other participants may draw as well. This is the speed of a slow hand.
  private static let (settles, settlesMax) = (Duration.milliseconds(30), Duration.milliseconds(60))
  /// Ink that is not visible after this time counts as lost.
  private static let patience = Duration.seconds(1)

  /// Starts two programs of any kind; the second starts when the first has drawn its screen.
  init(_ drawing: String, _ watching: String, columns: Int, rows: Int) throws {
    folder = nil
    func run(_ command: String) throws -> TerminalRun {
      try TerminalRun(
        program: ["/bin/sh", "-c", command], environment: Self.environment, columns: columns,
        rows: rows, answers: .xterm())
    }
    self.drawing = try run(drawing)
    try Self.calmDown([self.drawing])
    self.watching = try run(watching)
    try Self.calmDown([self.drawing, self.watching])
  }

  /// Starts two Easels in one call.
  ///
  /// - Parameters:
  ///   - program: Easel's path.
  ///   - ticket: the path of a file with the ticket of an existing call; nil if the first Easel
  ///     creates the call.
  ///   - address: the address at which the first Easel listens if it creates the call; nil for a Unix
  ///     socket.
  ///   - join: the shell command with which the second Easel joins; nil to join by the ticket,
  ///     which is in the file `$TICKET`.
  init(
    easel program: String, ticket: String?, at address: String?, join: String?, columns: Int,
    rows: Int
  ) throws {
    let folder = try ScratchFolder()
    self.folder = folder
    let known = ticket ?? folder.path("ticket")
    func run(_ name: String, _ command: String) throws -> TerminalRun {
      let home = try folder.makeFolder(name)
      let own = [
        "HOME": home, "XDG_RUNTIME_DIR": home, "EASEL_DOORS": home, "EASEL": program,
        "TICKET": known,
      ]
      return try TerminalRun(
        program: ["/bin/sh", "-c", command], environment: Self.environment.merging(own) { $1 },
        columns: columns, rows: rows, answers: .xterm())
    }
    let address = address ?? "unix://\(folder.path("socket"))"
    let joins = #"exec "$EASEL" join - <"$TICKET""#
    let hosts = #"exec "$EASEL" host --listen \#(address) --ticket-file "$TICKET""#
    drawing = try run("first", ticket == nil ? hosts : joins)
    if ticket == nil {
      try drawing.wait(for: "the sheet") { $0.contains("Waiting for") }
    } else {
      try drawing.wait(for: "the session", until: \.isInSession)
    }
    watching = try run("second", join ?? joins)
    try watching.wait(for: "the session", until: \.isInSession)
    try drawing.wait(for: "the other", until: \.isInSession)
    for run in [drawing, watching] { try run.send("\u{1B}") }
    try Self.calmDown([drawing, watching])
  }

  deinit {
    // SIGTERM makes a program leave the call. Otherwise the other members would search for it.
    for run in [watching, drawing] { run.pty.kill(SIGTERM) }
    for run in [watching, drawing] { _ = run.pty.waitForExit(until: .now + .seconds(2)) }
  }

  private static var environment: [String: String] {
    ["HOME", "PATH"].reduce(into: [:]) { $0[$1] = ProcessInfo.processInfo.environment[$1] }
  }

  /// Reads until the programs are idle, for at most 5 seconds, since other participants may draw.
  private static func calmDown(_ runs: [TerminalRun]) throws {
    let end = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < end, wait(for: runs, until: .now + calm) {
      for run in runs { try run.catchUp() }
    }
  }

  /// - Returns: whether one of the programs has output to read.
  private static func wait(for runs: [TerminalRun], until end: ContinuousClock.Instant) -> Bool {
    var files = runs.map { pollfd(fd: $0.pty.master, events: Int16(POLLIN), revents: 0) }
    let left = max(end - .now, .zero) / .milliseconds(1)
    return poll(&files, nfds_t(files.count), Int32(left.rounded(.up))) > 0
  }

  /// The result of one drag.
  struct Outcome {
    /// For each report, the nanoseconds until its ink was visible. Cells that had ink before are
    /// left out.
    var delays: [Int64] = []
    var lost = 0
    /// The number of bytes written to the second terminal, and the number of mouse reports.
    var (bytes, reports) = (0, 0)
  }

  /// Draws a path cell by cell, with one mouse report for each cell.
  func draw(_ walk: Walk, reports count: Int) throws -> Outcome {
    var (walk, outcome, last) = (walk, Outcome(), nil as Walk.Cell?)
    let before = watching.screen.bytesTaken
    while outcome.reports < count, let (cell, isFirst) = walk.next() {
      if isFirst {
        if let last { try drawing.release(at: last) }
        try waitForSilence()
      }
      let old = watching.screen.glyph(column: cell.column, row: cell.row)
      let sent = ContinuousClock.now
      try drawing.move(to: cell, isFirst: isFirst)
      let seen = try see(ink: cell, besides: old, until: sent + Self.patience)
      // A line to an earlier cell may have drawn in this cell already.
      if old == " " {
        if let seen { outcome.delays.append(Int64((seen - sent) / .nanoseconds(1))) }
        outcome.lost += seen == nil ? 1 : 0
      }
      outcome.reports += 1
      try waitForSilence()
      last = cell
    }
    if let last { try drawing.release(at: last) }
    try waitForSilence()
    outcome.bytes = watching.screen.bytesTaken - before
    return outcome
  }

  /// Places a picture in the middle of the screen by a click, and takes it away again.
  ///
  /// - Returns: the nanoseconds from the click to the picture at the second terminal; nil if it was
  ///   not visible in time.
  func place(picture path: String) throws -> Int64? {
    try drawing.send("\u{1B}[200~\(path)\u{1B}[201~")
    try drawing.wait(for: "the frame at the pointer") { $0.contains("Click to place") }
    try waitForSilence()
    let cell = Walk.Cell(column: watching.screen.columns / 2, row: watching.screen.rows / 2)
    // The pointer and its name cover the cells at the click and to its right.
    let (column, row) = (cell.column - 6, cell.row - 2)
    let old = watching.screen.style(column: column, row: row)
    let sent = ContinuousClock.now
    try drawing.move(to: cell, isFirst: true)
    try drawing.release(at: cell)
    let seen = try see(until: sent + Self.patience * 5) {
      $0.style(column: column, row: row) != old
    }
    try waitForSilence()
    try drawing.send("u")
    try waitForSilence()
    return seen.map { Int64(($0 - sent) / .nanoseconds(1)) }
  }

  /// - Returns: the moment at which the output that changed the cell could be read; nil if the cell
  ///   had ink before or did not change in time.
  private func see(
    ink cell: Walk.Cell, besides old: String, until end: ContinuousClock.Instant
  ) throws -> ContinuousClock.Instant? {
    guard old == " " else { return nil }
    return try see(until: end) { $0.glyph(column: cell.column, row: cell.row) != old }
  }

  /// - Returns: the moment at which the output could be read that made the second screen so; nil if
  ///   that did not come in time.
  private func see(
    until end: ContinuousClock.Instant, _ isThere: (TerminalScreen) -> Bool
  ) throws -> ContinuousClock.Instant? {
    while ContinuousClock.now < end {
      guard Self.wait(for: [watching, drawing], until: end) else { return nil }
      let now = ContinuousClock.now
      guard try watching.read(atMost: 65_536) != nil else { throw ProgramEndedError() }
      if isThere(watching.screen) { return now }
      guard try drawing.read(atMost: 65_536) != nil else { throw ProgramEndedError() }
    }
    return nil
  }

  private func waitForSilence() throws {
    let end = ContinuousClock.now + Self.settlesMax
    while ContinuousClock.now < end,
      Self.wait(for: [watching, drawing], until: min(.now + Self.settles, end))
    {
      for run in [watching, drawing] { try run.catchUp() }
    }
  }
}

/// The error that a measured program has ended.
struct ProgramEndedError: Error, CustomStringConvertible {
  var description: String { "one of the programs ended." }
}

/// A temporary folder that is deleted with this object.
private final class ScratchFolder {
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("easel-bench-\(UUID().uuidString.prefix(8))")

  init() throws { try makeFolder(at: root) }

  deinit { try? FileManager.default.removeItem(at: root) }

  func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  func makeFolder(_ name: String) throws -> String {
    try makeFolder(at: root.appendingPathComponent(name))
    return path(name)
  }

  private func makeFolder(at folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}

extension TerminalScreen {
  fileprivate var isInSession: Bool { text[rows - 1].contains("Leave") }
}

extension TerminalRun {
  /// Sends a report for the left mouse button: a press in a stroke's first cell, else a drag.
  fileprivate func move(to cell: Walk.Cell, isFirst: Bool) throws {
    try send("\u{1B}[<\(isFirst ? 0 : 32);\(cell.column + 1);\(cell.row + 1)M")
  }
}
