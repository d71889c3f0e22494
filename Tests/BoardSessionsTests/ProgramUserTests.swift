import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardSessions

/// The requests of a host without a screen, and of a player of a script.
@MainActor @Suite struct ProgramUserTests {
  private let session = SessionUUID(Bytes16(high: 9, low: 1))
  private let me = ParticipantUUID(Bytes16(high: 7, low: 0))
  private let ben = ParticipantUUID(Bytes16(high: 7, low: 1))
  private static let owner = [UInt8](repeating: 1, count: 32)
  private static let person = Person(
    author: ReplicaGenesis.author(of: owner), name: SafeText("host"), color: PaletteColor.red.color)

  private static func user(_ purpose: ProgramUser.Purpose) -> ProgramUser {
    ProgramUser(person, purpose) { _ in Miniature() }
  }

  private func board() -> BoardReplica {
    let genesis = BoardGenesis(nonce: Array(repeating: 3, count: 16), owner: Self.owner)
    let replicaGenesis = ReplicaGenesis(
      publicKey: Self.owner, nonce: Array(repeating: 1, count: 16))
    return BoardReplica(
      LoadedBoard(
        path: "/plan", name: SafeText("plan"), log: Log(genesis), replicaGenesis: replicaGenesis,
        picture: Picture()),
      author: Self.person.author, coding: .signed)
  }

  @Test("a host without a screen shares its board with a display, which makes nobody eligible")
  func display() {
    let user = Self.user(.hosting)
    var board = board()
    func handle(_ event: CallEvent) -> [String] {
      names(user.handle(.call(event), on: &board, at: Moment(uptime: 0, wall: 0)))
    }
    let shown = CallStatus(displays: [SafeText("Cal")])
    #expect(handle(.around(shown)) == [])
    #expect(handle(.staged) == ["unstage", "share"])
    #expect(handle(.entered(Entrance(session: session, me: me))) == [])
    #expect(handle(.around(CallStatus())) == [] && handle(.around(shown)) == [])
  }

  /// Each effect by its name, and what it is about.
  private func names(_ effects: [BoardEffect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .call(.stage(let invitation)): "stage \(invitation.title.string)"
      case .call(.share): "share"
      case .call(.unstage): "unstage"
      case .call(.describe): "describe"
      case .call(.join(let session)): "join \(session.raw.low)"
      case .session(.appear(let appearance), _):
        "appear \(appearance.unsaved?.string ?? "")".trimmingSuffix(" ")
      case .introduce(let person): "met \(person.name.string)"
      case .keep: "keep"
      default: "other"
      }
    }
  }

  private func handle(
    _ event: BoardEvent, _ user: ProgramUser, _ board: inout BoardReplica
  ) -> [String] {
    names(user.handle(event, on: &board, at: Moment(uptime: 1, wall: 1)))
  }

  private func offer(_ number: UInt64, replaces old: SessionUUID? = nil) -> BoardEvent {
    let invitation = Invitation(
      title: SafeText("plan"), author: Self.person.author, name: SafeText("Ben"),
      color: PaletteColor.red.color, sign: 1, miniature: Miniature())
    let session = SessionUUID(Bytes16(high: 9, low: number))
    return .call(
      .offered(JoinableSession(session: session, invitation: invitation, replaces: old)))
  }

  /// In the session, and Ben with it.
  private func enter(_ user: ProgramUser, _ board: inout BoardReplica, mayDraw: Bool = true) {
    _ = handle(.call(.entered(Entrance(session: session, me: me))), user, &board)
    let present = [SessionParticipant(id: me), SessionParticipant(id: ben, mayDraw: mayDraw)]
    _ = handle(.session(.participants(present), in: session), user, &board)
  }

  private func appearance(_ author: AuthorID) -> BoardEvent {
    .session(
      .appeared(
        ParticipantPresence(
          author: author, name: SafeText("Ben"), color: PaletteColor.cyan.color, sign: 1,
          since: 1), ben), in: session)
  }

  @Test("A host offers its board to every newcomer, and again after the session")
  func hosting() {
    let user = Self.user(.hosting)
    var board = board()
    let connected = BoardEvent.call(.connected(nil, canModerate: true))
    #expect(handle(connected, user, &board) == ["stage plan"])
    #expect(handle(.call(.staged), user, &board).isEmpty)
    #expect(handle(.filed, user, &board) == ["stage plan"])
    #expect(handle(offer(2), user, &board).isEmpty)
    enter(user, &board)
    #expect(user.session == session && handle(.kept, user, &board).isEmpty)
    #expect(handle(.call(.wished), user, &board).isEmpty)
    let ended = BoardEvent.session(.ended(.everyoneLeft), in: session)
    #expect(handle(ended, user, &board) == ["stage plan"] && user.session == nil)
    #expect(handle(.call(.wished), user, &board) == ["share"])
  }

  @Test("The program sends a preview while a member of the call is not in the session")
  func preview() {
    let user = Self.user(.hosting)
    var board = board()
    enter(user, &board)
    let outside = CallMember(
      id: ParticipantUUID(Bytes16(high: 7, low: 5)), name: SafeText("Cleo"), location: .call)
    #expect(
      handle(.call(.members([outside], isHost: true)), user, &board) == ["describe"])
    #expect(handle(.kept, user, &board).isEmpty)
  }

  @Test("The program follows the session that replaces its own")
  func replaced() {
    let user = Self.user(.hosting)
    var board = board()
    enter(user, &board)
    let next = SessionUUID(Bytes16(high: 9, low: 2))
    #expect(
      handle(.session(.ended(.replaced(by: next)), in: session), user, &board).isEmpty)
    #expect(handle(offer(3), user, &board).isEmpty)
    #expect(handle(offer(2, replaces: session), user, &board) == ["join 2"])
  }

  @Test("A player of a script joins what is shared, and offers nothing")
  func joining() {
    let user = Self.user(.joining)
    var board = board()
    #expect(handle(.call(.connected(nil, canModerate: false)), user, &board).isEmpty)
    #expect(handle(offer(1), user, &board) == ["join 1"])
    enter(user, &board)
    #expect(handle(offer(2), user, &board).isEmpty)
    #expect(handle(.session(.ended(.everyoneLeft), in: session), user, &board).isEmpty)
    // The host shares another board later than the one on which the script began.
    #expect(handle(offer(3), user, &board).isEmpty)
  }

  @Test("The program shows itself once another is there, and again when it cannot save")
  func showing() {
    let user = Self.user(.hosting)
    var board = board()
    #expect(
      handle(.call(.entered(Entrance(session: session, me: me))), user, &board).isEmpty)
    let present = [SessionParticipant(id: me), SessionParticipant(id: ben)]
    let participants = BoardEvent.session(.participants(present), in: session)
    #expect(handle(participants, user, &board) == ["appear"])
    #expect(handle(participants, user, &board).isEmpty)
    _ = board.keepingFailed(SafeText("No space left."))
    let failed = BoardEvent.keepingFailed(reason: SafeText("No space left."))
    #expect(handle(failed, user, &board) == ["appear No space left"])
    _ = board.keepingRecovered()
    #expect(handle(.keepingRecovered, user, &board) == ["appear"])
  }

  @Test(
    "The owner's program ends what a removed author writes, and lets them draw when they are back")
  func revoking() {
    let user = Self.user(.hosting)
    var board = board()
    enter(user, &board)
    let author = AuthorID(Bytes16(high: 5, low: 5))
    #expect(handle(appearance(author), user, &board) == ["met Ben"])
    #expect(handle(.session(.removed([author]), in: session), user, &board) == ["keep"])
    #expect(board.log.isRevoked(author))
    // A watcher stays revoked.
    enter(user, &board, mayDraw: false)
    #expect(handle(appearance(author), user, &board).isEmpty && board.log.isRevoked(author))
    enter(user, &board)
    #expect(handle(appearance(author), user, &board) == ["keep"])
    #expect(!board.log.isRevoked(author))
  }

  @Test("A host that owns the board revokes locked authors, until the lock ends")
  func locking() {
    let author = AuthorID(Bytes16(high: 5, low: 5))
    let locked = BoardEvent.call(.locked(BoardLock(authors: [author])))
    for isHost in [false, true] {
      let user = Self.user(.hosting)
      var board = board()
      _ = handle(.call(.members([], isHost: isHost)), user, &board)
      enter(user, &board)
      #expect(handle(appearance(author), user, &board) == ["met Ben"])
      #expect(handle(locked, user, &board) == (isHost ? ["keep"] : []))
      #expect(board.log.isRevoked(author) == isHost)
      // The same lock again changes nothing.
      #expect(handle(locked, user, &board).isEmpty)
      func present(mayDraw: Bool) -> [String] {
        let all = [SessionParticipant(id: me), SessionParticipant(id: ben, mayDraw: mayDraw)]
        return handle(.session(.participants(all), in: session), user, &board)
      }
      #expect(present(mayDraw: false).isEmpty)
      #expect(handle(.call(.locked(nil)), user, &board).isEmpty)
      #expect(present(mayDraw: true) == (isHost ? ["keep"] : []))
      #expect(!board.log.isRevoked(author))
    }
  }

  @Test("An event of another session than its own does nothing")
  func elsewhere() {
    let user = Self.user(.hosting)
    var board = board()
    enter(user, &board)
    let event = BoardEvent.session(.ended(.left), in: SessionUUID(Bytes16(high: 1, low: 1)))
    #expect(handle(event, user, &board).isEmpty && user.session == session)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    last == suffix ? String(dropLast()) : self
  }
}
