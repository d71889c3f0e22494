import ArgumentParser
import BoardSessions
import EaselBase
import GroupSecurity
import Logging
import TerminalIO

/// `easel host [BOARD]`: draws with guests that have a ticket.
struct HostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Share a board with guests who have a ticket.",
    discussion: """
      The ticket is shown on the screen; press I to see it again. Whoever has it can draw with you, \
      from anywhere that leads to an address in it, and nobody else can. A ticket to watch is beside \
      it. Where nobody sits, with --headless, whoever joins as the same user decides about the others \
      from there; and started again it is the same call, with the same tickets.
      """)

  @OptionGroup
  var target: DrawnBoard

  @Option(
    help: ArgumentHelp(
      "Where others come: tcp://HOST:PORT (port 0 is any that is free) or unix:///PATH. May be "
        + "given more than once; else any free TCP port.", valueName: "address"))
  var listen: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the tickets into a file that only you can read: to draw, then to watch.",
      valueName: "file"), completion: .file())
  var ticketFile: String?

  @Option(
    help: ArgumentHelp(
      "Who may put others out, make them watchers and renew tickets as well, from their own seat: the "
        + "key that `easel doctor` shows there. May be given more than once. Whoever joins as you "
        + "may anyway.", valueName: "key"))
  var moderator: [String] = []

  @Flag(help: "Without a screen: keep the board and its call alive until a signal ends it.")
  var headless = false

  @Option(
    help: ArgumentHelp(
      "Write a log to standard error: \(Logger.Level.expected). It names links, guests, refused "
        + "entries and failures, and holds no ticket and no drawing. EASEL_LOG=LEVEL does the same.",
      valueName: "level"))
  var log: String?

  @OptionGroup
  var options: DrawingOptions

  func run() throws {
    let moderators = try Set(
      moderator.map { text throws(UserError) in try AuthorID(parsing: text) })
    let logger = try Logger.hosting(log, hasScreen: !headless)
    if headless { HeadlessHost.holdSignalsBack() }
    let app = try AppEnvironment(options.settings())
    let reference = try target.board.map { text throws(UserError) in
      try BoardReference.parsing(text)
    }
    let kept = reference.map { CallStateFile(of: $0.path(in: app.places), isLasting: headless) }
    if let complaint = kept?.complaint { Report.notice(complaint) }
    let connection = try CallConnection.hosting(
      at: listen, app.localAuthor, ticketFile: ticketFile, keptIn: kept, isPerson: !headless,
      hasDoor: app.acceptsKnocks, moderators: moderators, logger: logger)
    try connection.writeTickets()
    guard headless else {
      return try MainActor.assumeIsolated { try app.draw(reference, connection) }
    }
    // Without a screen, the tickets must be printed.
    if ticketFile == nil { _ = Report.result(try connection.ticketLines()) }
    try MainActor.assumeIsolated { try app.keep(reference, connection) }
  }
}
