import ArgumentParser
import BoardContract
import BoardFiles
import BoardSessions
import EaselBase

/// `easel ring USER`: draws on a board, and invites a user of this machine to it at once.
struct RingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ring",
    abstract: "Invite a user of this machine who has Easel open.",
    discussion: """
      easel ring bo            begin a board, and ring bo
      easel ring bo plan       the same with the board “plan”

      Their Easel asks them for a minute, with a small picture of the board. If they accept, they \
      are on your board at once, and may do what you may do. You can also ring from the screen: I \
      lists the users of this machine.

      A user with `rings = false` in the settings gets no rings. It looks as if they did not answer.
      """)

  @Argument(help: "A user of this machine: bo or @bo.")
  var user: String

  @OptionGroup
  var target: DrawnBoard

  @OptionGroup
  var options: DrawingOptions

  func run() throws {
    let address = try UserAddress(user.hasPrefix("@") ? user : "@\(user)")
    let person = PersonHere(
      user: address.rendezvous.user, login: SafeText(address.name, limit: .name))
    let app = try AppEnvironment(options.settings())
    let reference = try target.board.map { text throws(UserError) in
      try BoardReference.parsing(text)
    }
    let connection = CallConnection.local(app.localAuthor, app.callSettings)
    try MainActor.assumeIsolated { try app.draw(reference, connection, ringing: person) }
  }
}
