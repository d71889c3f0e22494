import ArgumentParser
import BoardSessions
import GroupCore
import GroupSecurity

/// The arguments of commands that join a call.
struct GuestOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("\(JoinTarget.help)", valueName: "ticket"))
  var address = "-"

  @OptionGroup
  var options: DrawingOptions

  /// Draws with the members to which the argument leads.
  ///
  /// - Parameters:
  ///   - role: the role that the user wants in the call.
  ///   - kind: whether a person uses this screen.
  ///   - isNearby: whether a person nearby gives the ticket.
  func join(
    to role: Role, as kind: MemberProfile.Kind = .person, isNearby: Bool = false
  ) throws {
    let app = try AppEnvironment(options.settings(), isGuest: true)
    let target =
      isNearby
      ? try NearbyMeeting(localAuthor: app.localAuthor, known: app.people, role: role)
        .target(app.callSettings)
      : kind == .display
        ? try JoinTarget(display: address, app.localAuthor, app.callSettings)
        : try JoinTarget(address, to: role, app.localAuthor, app.callSettings)
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

  @Flag(
    help: """
      Find a person in this network who pressed I and then n. You compare four words, both confirm, and \
      you get the ticket.
      """)
  var nearby = false

  @OptionGroup
  var guest: GuestOptions

  func validate() throws {
    guard nearby, guest.address != "-" else { return }
    throw ValidationError("--nearby finds the person itself, so it takes no ticket.")
  }

  func run() throws { try guest.join(to: .draw, isNearby: nearby) }
}

/// `easel view [--wall] TICKET`.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Watch others draw, by their ticket or over ssh.",
    discussion: """
      You only watch, even if the ticket lets you draw. \(SSHRemote.help)

      easel view --wall TICKET shows the board on a screen that nobody uses: it shows the people who come \
      and go, follows the last ink, plays the films that are offered, and goes along to a new board. It is \
      dim after ten minutes without ink. F follows one person, and q ends it. The others see \
      “screen of” and your name, and it does not count as a person.
      """)

  @Flag(help: "Show the board alone, for a screen on a wall. Needs a ticket.")
  var wall = false

  @OptionGroup
  var guest: GuestOptions

  func run() throws { try guest.join(to: .watch, as: wall ? .display : .person) }
}
