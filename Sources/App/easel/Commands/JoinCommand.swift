import ArgumentParser
import BoardSessions
import GroupSecurity

/// The arguments of commands that join a call.
struct GuestOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("\(JoinTarget.help)", valueName: "ticket"))
  var place = "-"

  @OptionGroup
  var options: DrawingOptions

  /// Draws with the members to which the argument leads.
  ///
  /// - Parameter role: the role that the user wants in the call.
  func join(to role: Role) throws {
    let app = try AppEnvironment(options.settings(), isGuest: true)
    let way = try JoinTarget(place, to: role, app.localAuthor)
    try way.enter(as: app.localAuthor.name)
    // Printed after the screen is closed, so that the user can read it.
    defer { if place.hasPrefix("easel:") { Report.notice(TicketInput.warning) } }
    way.silence()
    try MainActor.assumeIsolated {
      try app.named(way.connection.givenName).draw(nil, way.connection)
    }
  }
}

/// `easel join TICKET`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Draw with others, by their ticket or over ssh.",
    discussion: """
      What is shared there opens by itself. The board is kept in a file of your own as well, and \
      stays when the others have gone. With a ticket to draw, others can connect to you as well, \
      so that the call lasts when its host leaves: join opens a TCP port of this machine, or, \
      beside the Unix socket of a ticket, a socket of its own if the folder is yours. With a \
      login on their machine and no easel of your own you \
      join by theirs: ssh -t HOST easel join @USER. \(SSHRemote.help)
      """)

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .draw) }
}

/// `easel view TICKET`.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Watch others draw, by their ticket or over ssh.",
    discussion: """
      This only watches, though one may draw there, with a ticket to draw as well. \(SSHRemote.help)
      """)

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch) }
}
