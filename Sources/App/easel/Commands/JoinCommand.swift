import ArgumentParser
import BoardSessions
import GroupSecurity

/// The arguments of commands that join a call.
struct GuestOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("\(JoinTarget.help)", valueName: "ticket"))
  var address = "-"

  @OptionGroup
  var options: DrawingOptions

  /// Draws with the members to which the argument leads.
  ///
  /// - Parameter role: the role that the user wants in the call.
  func join(to role: Role) throws {
    let app = try AppEnvironment(options.settings(), isGuest: true)
    let target = try JoinTarget(address, to: role, app.localAuthor)
    try target.enter(as: app.localAuthor.name)
    target.silence()
    try MainActor.assumeIsolated {
      try app.named(target.connection.givenName).draw(nil, target.connection)
    }
  }
}

/// `easel join TICKET`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Draw with others, by their ticket or over ssh.",
    discussion: """
      A board that they share opens at once. Your copy of it stays in a file of your own when the \
      others have gone.

      With a ticket to draw, Easel listens too, so that the session goes on when its host leaves: at a TCP \
      port, or at a socket beside the socket of the ticket. If you have no easel but a login on their \
      machine, use the easel there: ssh -t HOST easel join @USER.

      \(SSHRemote.help)
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
      You only watch, even if the ticket lets you draw. \(SSHRemote.help)
      """)

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch) }
}
