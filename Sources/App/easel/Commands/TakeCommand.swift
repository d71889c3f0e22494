import ArgumentParser
import BoardFiles
import BoardRendering
import BoardSessions
import BoardStore
import EaselBase
import EaselPlatform
import GroupSecurity
import ScreenContract
import SocketTransports

/// `easel take`: moves the user's seat from another terminal to this one.
struct TakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Go on in this terminal with what you draw in another one.",
    discussion: """
      easel take              from the Easel that you used last
      easel take --from pts/3 from the Easel in that terminal
      easel take --from plan  from the Easel that has that board open
      ssh -t HOST easel take  on another machine: the Easel stays on HOST

      The board, the view, the tool and the selection come along, and undo goes on. The others in a \
      session see you all the time. The Easel in the other terminal ends. Both run on one machine as \
      one user, since another machine has another key, and so is another person for the others.

      To draw on a board that is called “take”, write ./take.easel or `easel draw take`.
      """)

  @Option(
    help: ArgumentHelp(
      "The terminal or the board from which to go on. (default: the Easel that you used last)",
      valueName: "terminal-or-board"))
  var from: String?

  @Option(help: "The characters for ink. auto chooses them for this terminal.")
  var ink: RasterChoice?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  func run() throws {
    let app = try AppEnvironment(Settings(theme: theme, ink: ink))
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw UserError("easel take needs a terminal to draw in.", code: UserError.usage)
    }
    let folder = BoardFolder(app.paths)
    let candidates = try SeatSearch().candidates(from: from) { place throws(UserError) in
      BoardReference(place).flatMap { Holder.read(beside: folder.path(of: $0)) }?.process
    }
    let request = SeatRequest(
      terminal: SeatPlace.ownTerminal, owner: app.localAuthor.identity.publicKey)
    let (link, promise, socket) = try SeatSearch.ask(candidates, as: request)
    let seated = app.seated(as: promise)
    let connection = try Self.connect(by: promise.call, seated)
    let seat = try Self.receive(over: link, from: socket)
    try MainActor.assumeIsolated {
      let place = SeatPlace.words(socket)
      try seated.draw(
        in: TakenSeat(seat, promise, over: link, from: place), connection)
    }
  }

  private static func receive(
    over link: SeatLink, from socket: SeatSocket
  ) throws(UserError) -> Seat {
    let notice = WaitNotice("Waiting until all is saved \(SeatPlace.words(socket))…")
    defer { notice.end() }
    return try SeatSearch.receive(over: link, from: socket)
  }

  /// Enters the call of the other run; of the user's own call only the connection is made.
  private static func connect(
    by call: SeatCall?, _ app: AppEnvironment
  ) throws(UserError) -> CallConnection? {
    let (address, role): (String, Role)
    switch call {
    case nil: return nil
    case .own(let call):
      return CallConnection.succeeding(call, app.localAuthor, app.callSettings)
    case .ticket(let ticket): (address, role) = (ticket, .draw)
    case .login(let login, let watches): (address, role) = (login, watches ? .watch : .draw)
    }
    let target = try JoinTarget(address, to: role, app.localAuthor, app.callSettings)
    try target.enter(as: app.localAuthor.name)
    target.silence()
    return target.connection
  }
}
