import BoardStore
import Codec
import Dispatch
import Drawing
import Log
import Rendering
import Sharing
import Vocabulary
import Whiteboard

/// One person's place: their whiteboard, the keeper of what is drawn on it, and their part in the
/// call. It does what the whiteboard asks for, except for what takes a terminal or a folder of files.
///
/// Used by one thread; the keeper and the gathering, on theirs, answer by letters.
final class Stand {
  private(set) var whiteboard: Whiteboard
  private(set) var keeper: Keeper
  private(set) var header: BoardHeader
  /// The uptime at which the whiteboard wants to be woken.
  private var whiteboardWakeAt: Int64?
  /// What the gathering and the keeper's readers have to say.
  let letters: Mailbox<Letter>
  let boards: any Boards
  let now: () -> Moment
  /// Nil outside of any call.
  private(set) var gathering: Gathering?
  var connection: Connection?
  /// Tickets are asked for, which there cannot be before there is a call.
  var wantsTickets = false
  /// Does what the whiteboard wants and this does not do itself.
  var perform: (Effect) -> Void = { _ in }
  /// Is told of every report of the keeper.
  var observe: (KeeperReport) -> Void = { _ in }
  private var sessions: [Bytes16: KnownSession] = [:]
  /// The session one is in.
  private(set) var current: Bytes16?
  /// The session whose board is the one that is open, though one may have left it.
  private(set) var home: Bytes16?
  var shared = SharedBoards()
  /// The session in whose place one begins another.
  private var replaced: Bytes16?
  /// Own entries that are safe but not yet told to anybody.
  private var unsent: [Entry] = []
  var hashing = StateHashing()
  var rebuilding = Rebuilding()

  typealias Letter = Gathering.Letter

  /// - Parameters:
  ///   - gathering: nil outside of any call.
  ///   - letters: where the gathering posts.
  init(
    _ setup: Whiteboard.Setup, _ opened: Desk.Opened, boards: any Boards,
    gathering: Gathering? = nil, letters: Mailbox<Letter> = Mailbox(),
    now: @escaping () -> Moment = Moments.now
  ) {
    whiteboard = Whiteboard(setup, board: opened.board)
    (keeper, header) = (opened.keeper, opened.header)
    self.boards = boards
    self.gathering = gathering
    self.letters = letters
    self.now = now
  }

  /// The uptime at which `wake` is due.
  var wakeAt: Int64? {
    [whiteboardWakeAt, hashing.due, rebuildDue].compactMap { $0 }.min()
  }

  var frame: Frame { whiteboard.frame }
  var ground: Tint { whiteboard.shownTheme.background }

  /// What to wait for besides the clock.
  var descriptors: [Int32] { [keeper.reports.descriptor, letters.descriptor] }

  func handle(_ event: Event) {
    for effect in whiteboard.handle(event, at: now()) { take(effect) }
    if case .filed = event { keepCall() }
  }

  /// Reads what came from other threads, and the clock.
  func attend() {
    takeReports()
    for letter in letters.take().joiningDrawing { take(letter) }
    wake()
  }

  /// Wakes the whiteboard if it is time.
  func wake() {
    let now = now().uptime
    // What the others cannot know yet would be a difference to them; once it is told, it is due again.
    if hashing.isDue(at: now), let home, whiteboard.unkept.isEmpty, unsent.isEmpty {
      let state = Bytes16(high: 0, low: whiteboard.picture.stableHash)
      meeting(home) { $0.made(state) }
    }
    if let due = rebuildDue, due <= now { rebuild() }
    guard let due = whiteboardWakeAt, due <= now else { return }
    whiteboardWakeAt = nil
    handle(.woke)
  }

  func takeReports() {
    for report in keeper.takeReports() {
      observe(report)
      switch report {
      case .filed(let path, let name): handle(.filed(path: path, name: name))
      case .moved(let sentence): handle(.failed(sentence))
      case .signed(let entries): if current != nil { unsent += entries }
      case .kept(let id): handle(.kept(id))
      case .failing(let reason): handle(.keepingFailed(reason: reason))
      case .recovered: handle(.keepingRecovered)
      }
    }
  }

  private func take(_ effect: Effect) {
    switch effect {
    case .keep(let entry):
      rebuilding.note([entry])
      keeper.keep(entry)
    case .wake(let moment): whiteboardWakeAt = moment
    case .call(let effect): take(effect)
    case .session(let effect, let session): take(effect, in: session)
    case .newBoard(let keepsPicture):
      change {
        boards.fresh(nil, keepsPicture ? try Beginning(whiteboard, owner: boards.owner) : nil)
      }
    default: perform(effect)
    }
  }

  // MARK: Boards

  /// How long a disk may take at the end, in milliseconds.
  static let patience: Int64 = 2_000

  /// Leaves the board that is open for another. What is queued is written first; where it cannot
  /// be, or the other does not open, the board stays.
  func change(_ opening: () throws -> Desk.Opened) {
    guard flush() else {
      return handle(.openingFailed(reason: SafeText("what you drew here is not saved yet")))
    }
    exchange(opening)
  }

  /// Puts another board in the place of the one that is open.
  func exchange(_ opening: () throws -> Desk.Opened) {
    do {
      let opened = try opening()
      put(opened)
      handle(.opened(opened.board))
    } catch {
      handle(.openingFailed(reason: SafeText(Refusal(wording: error).sentence)))
    }
  }

  /// Goes on with another keeper of the same board.
  func replace(_ keeper: Keeper) { self.keeper = keeper }

  private func put(_ opened: Desk.Opened) {
    _ = keeper.finish(withinMilliseconds: Self.patience)
    shared.leave(whiteboard.boardPath)
    shared.open(opened.board.path)
    (keeper, header) = (opened.keeper, opened.header)
    (home, unsent) = (nil, [])
    rebuilding.cancel()
  }

  /// False where what is queued cannot be written now.
  func flush() -> Bool {
    let isSaved = keeper.flush(withinMilliseconds: Self.patience)
    takeReports()
    return isSaved
  }

  // MARK: The call

  private func take(_ effect: CallEffect) {
    switch effect {
    case .share(let invitation):
      replaced = current
      call { [current, first = shared.current, genesis = whiteboard.log.genesis] in
        $0.activate(invitation, on: genesis, first: first, replacing: current)
      }
    case .stage(let invitation):
      replaced = nil
      if resume(invitation) { return }
      call { [first = shared.current, genesis = whiteboard.log.genesis] in
        $0.stage(invitation, on: genesis, first: first)
      }
    case .unstage: call { $0.unstage() }
    case .join(let session): join(session)
    case .goOn: goOn()
    case .leave:
      sendRest()
      call { $0.leave() }
    case .endForEveryone:
      sendRest()
      call { $0.end() }
    case .answer(let visitor, let answer): connection?.knocks.answer(visitor, answer.role)
    case .askFirst(let asks): connection?.knocks.askFirst(asks)
    case .rule(let ruling, let seat): call { $0.rule(ruling, seat) }
    case .renewTickets: call { $0.renewTickets() }
    case .makeTickets: makeTickets()
    case .hover, .writeTickets: perform(.call(effect))
    }
  }

  private func take(_ letter: Letter) {
    switch letter {
    case .event(let event):
      if let session = event.over { forget(session) }
      handle(event)
    case .connected(let gathering): self.gathering = gathering
    case .wished(let wish):
      if let path = whiteboard.boardPath, wish.isFor(path) { handle(.call(.wished)) }
    case .offered(let offer, let genesis, let board, let seat, let mayDraw):
      sessions[offer.session] = KnownSession(
        seat: seat, name: offer.invitation.title, genesis: genesis, board: board,
        replaces: offer.replaces, mayDraw: mayDraw)
      handle(.call(.offered(offer)))
    case .begun(let session, let seat):
      sessions[session] = KnownSession(
        seat: seat, name: nil, genesis: whiteboard.log.genesis,
        board: shared.current ?? session, replaces: replaced)
      enter(session, board: nil)
    case .renewed: renewed()
    case .mayModerate(let may): heeded(may)
    case .rebuild(let session): if home == session { rebuilding.want() }
    case .rebuilt(let stored, let reading): rebuilt(stored, reading: reading)
    case .supply(let ranges, let participant, let session):
      supply(ranges, to: participant, in: session)
    case .merged(let message, let participant, let session):
      meeting(session) { $0.goOn(message, from: participant) }
    case .base(let beginning, let session): begin(session, from: beginning)
    case .baseWanted(let participant, let session):
      let beginning = home == session ? Beginning.encoded(header) : nil
      meeting(session) { $0.sendBase(beginning, to: participant) }
    }
  }

  /// Should it be offered again, that says again what is to be known of it.
  private func forget(_ session: Bytes16) {
    sessions[session] = nil
    guard session == current else { return }
    current = nil
    keepCall()
  }

  /// Whose board is open already goes on with it; others get a fresh one, which begins as the
  /// session's does.
  private func join(_ session: Bytes16) {
    guard let known = sessions[session] else { return }
    if home == session { return enter(session, board: nil) }
    if let path = shared.path(of: known.board, in: session, replacing: known.replaces),
      let opened = boards.again(path, being: known.genesis.id, withinMilliseconds: Self.patience)
    {
      return open(opened, for: session)
    }
    if isOpenSinceBefore(session, known) { return enter(session, board: nil) }
    if let opened = boardOfBefore(session, known) { return open(opened, for: session) }
    guard let beginning = Beginning(joining: known.genesis) else {
      return call { $0.enter(session, knowing: [], lacking: known.genesis) }
    }
    open(boards.fresh(known.name, beginning), for: session)
  }

  /// Another member has sent the beginning of the session's board.
  private func begin(_ session: Bytes16, from beginning: Beginning) {
    guard home != session, let known = sessions[session], known.genesis == beginning.genesis
    else { return }
    open(boards.fresh(known.name, beginning), for: session)
  }

  /// A hand that has come down since this was asked for leaves its ink on the board before.
  private func open(_ opened: Desk.Opened, for session: Bytes16) {
    handle(.pausing)
    guard flush() else {
      return handle(.openingFailed(reason: SafeText("what you drew here is not saved yet")))
    }
    put(opened)
    enter(session, board: opened.board)
  }

  private func enter(_ session: Bytes16, board: OpenedBoard?) {
    guard let known = sessions[session] else { return }
    // First, so that it hears of what is under the hand already.
    enter(session, known, with: board?.log ?? whiteboard.log)
    let entrance = Entrance(
      session: session, me: known.seat, board: board, mayDraw: known.mayDraw)
    handle(.call(.entered(entrance)))
    keepCall()
  }

  private func enter(_ session: Bytes16, _ known: KnownSession, with log: Log) {
    (home, current) = (session, session)
    shared.enter(session, on: known.board, replacing: known.replaces)
    let heads = log.sortedHeads.map { ReplicaHead($0) }
    call { $0.enter(session, knowing: heads, lacking: nil) }
  }

  /// What was not told to the others yet is asked for by them, since they hear that it is here.
  private func goOn() {
    guard let current, let known = sessions[current] else { return }
    enter(current, known, with: whiteboard.log)
    keepCall()
    hashing.changed(at: now().uptime)
  }

  // MARK: The session

  private func take(_ effect: SessionEffect, in session: Bytes16) {
    switch effect {
    case .send: send(in: session)
    case .store(let entries, let advanced):
      rebuilding.note(entries)
      keeper.store(entries)
      know(advanced, in: session)
    case .rebuild: rebuilding.want()
    case .penBegan(let entry, let style, let point):
      meeting(session) { $0.penBegan(entry, style, at: point) }
    case .penMoved(let points): meeting(session) { $0.penMoved(points) }
    case .typed(let entry, let label): meeting(session) { $0.typed(entry, label) }
    case .penFinished: meeting(session) { $0.penFinished() }
    case .penAbandoned: meeting(session) { $0.penAbandoned() }
    case .appear(let appearance): meeting(session) { $0.appear(appearance) }
    case .tell(let happening): meeting(session) { $0.tell(happening) }
    case .met(let person): keeper.introduce(Participant(person))
    }
  }

  private func send(in session: Bytes16) {
    let entries = unsent
    unsent = []
    guard home == session, !entries.isEmpty else { return }
    let runs = EntryRun.encoded(entries)
    know(Set(entries.map(\.id.replica)).sorted(), in: session)
    meeting(session) { $0.wrote(runs) }
  }

  /// Draws what others than this artist made and signed, and tells it as one's own.
  ///
  /// - Returns: false where there is no session any more.
  func tell(_ entries: [Entry]) -> Bool {
    guard let current, home == current else { return false }
    handle(.session(.received(entries), in: current))
    unsent += entries
    send(in: current)
    return true
  }

  /// What was under the hand goes to the others before one is gone.
  func sendRest() {
    guard let current, flush() else { return }
    send(in: current)
  }

  private func know(_ replicas: [ReplicaID], in session: Bytes16) {
    let heads = replicas.compactMap { whiteboard.log.head(of: $0).map { ReplicaHead($0) } }
    meeting(session) { $0.knows(heads) }
    hashing.changed(at: now().uptime)
  }

  private func supply(
    _ ranges: [EntryRange], to participant: ParticipantID, in session: Bytes16
  ) {
    let excerpt =
      home == session ? Excerpt(of: ranges, from: keeper, Signatures(whiteboard.log)) : nil
    meeting(session) { $0.supply(excerpt, to: participant) }
  }

  // MARK: Other threads

  func call(_ deed: @escaping @MainActor @Sendable (Gathering) -> Void) {
    guard let gathering else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { deed(gathering) } }
  }

  func meeting(
    _ session: Bytes16, _ deed: @escaping @MainActor @Sendable (Meeting) -> Void
  ) {
    call { if let meeting = $0.meeting(session) { deed(meeting) } }
  }
}
