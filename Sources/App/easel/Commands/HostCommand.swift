import ArgumentParser
import BoardContract
import BoardFiles
import BoardSessions
import EaselBase
import GroupSecurity
import Logging
import SystemFiles
import TerminalIO

/// `easel host [BOARD]`: draws with guests that have a ticket.
struct HostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Share a board, and make the ticket for it.",
    discussion: """
      The screen shows a command with a ticket. Give it to your guests. Press I to see it again. A \
      guest needs the ticket and a network path to one of its addresses. There is a second ticket that \
      only lets guests watch.

      With --headless, Easel has no screen. Join from elsewhere as the same user to remove guests or \
      to renew the tickets. If you start it again with the same board, the tickets still work.
      """)

  @OptionGroup
  var target: DrawnBoard

  @Option(
    help: ArgumentHelp(
      "Listen here for guests: tcp://HOST:PORT (port 0 is any free port) or unix:///PATH. You can "
        + "give it several times. (default: any free TCP port)", valueName: "address"))
  var listen: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write both tickets into a file; - for standard output, with --headless. Only you can read a "
        + "new file. The ticket to draw comes first.", valueName: "file"), completion: .file())
  var ticketFile: String?

  @Option(
    help: ArgumentHelp(
      "Let the person with this key remove guests, make them watchers and renew tickets. `easel "
        + "doctor` shows the key of its user. You can give it several times. You may do all of it "
        + "from all your own easels.", valueName: "key"))
  var moderator: [String] = []

  @Option(
    help: ArgumentHelp(
      "How long the tickets last. Then Easel makes new ones. Guests who come in at the same moment "
        + "through others can be more than one. With --headless, this needs --ticket-file.",
      valueName: "time"))
  var ticketLasts = TicketLife.untilRenewed

  @Flag(help: "Host without a screen, until a signal ends the program.")
  var headless = false

  @Option(
    help: ArgumentHelp(
      "Write a log to standard error: \(Logger.Level.expected). It names links, guests, refused "
        + "entries and failures. It never holds a ticket or a board. EASEL_LOG=LEVEL does the same.",
      valueName: "level"))
  var log: String?

  @OptionGroup
  var options: DrawingOptions

  func run() throws {
    let moderators = try Set(
      moderator.map { text throws(UserError) in try AuthorID(parsing: text) })
    let file = ticketFile.map(NamedOutput.init)
    guard headless || file?.isStandardOutput != true else {
      throw UserError(
        "the screen is on standard output: the tickets go there only with --headless.",
        code: UserError.usage)
    }
    guard !headless || file != nil || ticketLasts == .untilRenewed else {
      throw UserError(
        "--ticket-lasts makes new tickets: with --headless, it needs --ticket-file for them.",
        code: UserError.usage)
    }
    try file?.refuseBoard()
    try file?.refuseKinds(besides: [".txt", "a name without an ending"], of: "host")
    let logger = try Logger.hosting(log, hasScreen: !headless)
    // No other thread may start before it.
    let signals = headless ? HeadlessHost.SignalWatch() : nil
    let app = try AppEnvironment(options.settings())
    let reference = try target.board.map { text throws(UserError) in
      try BoardReference.parsing(text)
    }
    let kept = CallStateFile(
      of: reference.map { BoardFolder(app.paths).path(of: $0) },
      madeBy: app.localAuthor.identity, isHeadless: headless)
    let connection = try CallConnection.hosting(
      at: listen, app.localAuthor, app.callSettings, ticketFile: file, keptIn: kept,
      isPerson: !headless, moderators: moderators, ticketLife: ticketLasts, logger: logger)
    let notices = HostNotices(
      kept, isElsewhere: listen.isEmpty && connection.port != kept.port,
      isOffline: !connection.hasNetwork)
    try MainActor.assumeIsolated {
      guard let signals else {
        return try app.draw(
          reference, connection, continuedCall: notices.continuedCall,
          beforeScreen: { notices.complaints + (try handOutTickets(of: connection, to: $0)) })
      }
      try app.keep(reference, connection, signals) { opened in
        for notice in notices.all { Report.notice(notice) }
        for complaint in try handOutTickets(of: connection, to: opened) { Report.notice(complaint) }
        // Without a screen, the tickets must be printed.
        if file == nil { try Report.result(try connection.ticketLines()) }
      }
    }
  }

  /// Saves the call and writes the tickets.
  ///
  /// - Returns: what the user should know about it.
  private func handOutTickets(
    of connection: CallConnection, to opened: OpenBoardFile
  ) throws(UserError) -> [String] {
    let notice = ticketFile.map(NamedOutput.init).flatMap(WaitNotice.writing)
    defer { notice?.end() }
    let complaint = try connection.handOutTickets(to: opened, waits: true)
    if let ticketFile, FileSystem.isSharedFile(ticketFile) {
      Report.notice("other users can read \(UserError.shown(ticketFile)), which holds the tickets.")
    }
    return [complaint].compactMap { $0 }
  }
}

extension TicketLife: ExpressibleByArgument {}

/// The facts about the saved call of a hosted board that its host must read.
struct HostNotices {
  /// When the call began whose tickets still work, in words; nil if the guests need new tickets.
  private(set) var continuedCall: SafeText?
  private(set) var complaints: [String] = []

  /// - Parameters:
  ///   - isElsewhere: whether the host could not listen at its earlier port.
  ///   - isOffline: whether this machine has no address at which others can reach it.
  init(_ kept: CallStateFile, isElsewhere: Bool, isOffline: Bool) {
    if !isElsewhere {
      continuedCall = kept.continued.map { SafeText(WallClock(milliseconds: $0).text) }
    }
    complaints = [kept.complaint].compactMap { $0 }
    if isOffline { complaints.append(CallConnection.noNetwork) }
    if isElsewhere, !isOffline, let port = kept.port {
      complaints.append("port \(port) of the last time is taken: your guests need a new ticket.")
    }
  }

  /// The sentences for a host without a screen.
  var all: [String] {
    complaints
      + (continuedCall.map { begun in
        ["This continues the session of \(begun.string): its tickets still work."]
      }
        ?? [])
  }
}
