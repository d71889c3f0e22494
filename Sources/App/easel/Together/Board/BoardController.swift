import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import Dispatch
import EaselBase
import WhiteboardUI

/// Runs one user's part in the program: the open board, its entry writer, and the user's part in
/// the call. It carries out what the user asks for, except for what needs a terminal or a folder of
/// files.
///
/// All of it runs on the main actor. The entry writer writes on its own thread, and reports here.
@MainActor final class BoardController {
  /// Decides what happens to the board, alone and in a session. The user can change the board only
  /// while the user handles an event.
  var client: SessionClient
  let user: any BoardUser
  private(set) var writer: EntryWriter
  private(set) var header: BoardHeader
  /// The uptime at which the user wants to be woken.
  private var userWakeAt: Int64?
  let boards: any Boards
  let now: () -> Moment
  /// The session's clock, in milliseconds.
  private let sessionClock: () -> Int64
  /// How long to wait for the disk when the user leaves a board, in milliseconds.
  let patience: Int64
  /// Nil outside of any call.
  var callClient: CallClient?
  var connection: CallConnection?
  /// Whether the user has asked for tickets before there is a call to make them for.
  var wantsTickets = false
  /// Carries out the user's effects that the controller does not carry out itself.
  var perform: (Effect) -> Void = { _ in }
  /// Receives every event of the entry writer.
  var observe: (WriterEvent) -> Void = { _ in }
  /// The session that this user is in, and its board.
  var placement = SessionPlacement()
  var chance = SystemRandomNumberGenerator()
  /// Outputs of the client that the controller still has to carry out.
  var outputs: [(output: SessionClient.Output, session: Bytes16?)] = []
  var isPerforming = false
  /// Reports of CallClient and SessionRunner that came during the handling of an event. They wait
  /// until that is done.
  private var waiting: [() -> Void] = []
  private var isHolding = false
  private var isDoingWaiting = false
  /// Work that needs the disk first, in order. The controller removes a piece when it begins it.
  private var errands: [@MainActor () async -> Void] = []
  private var isAwaitingDisk = false
  /// Keys and movements of the mouse that came while work waited for the disk.
  private var held: [Event] = []

  init(
    _ user: any BoardUser, _ opened: BoardLibrary.Opened, boards: any Boards,
    patience: Int64 = 2_000,
    now: @escaping () -> Moment = SystemClock.now,
    sessionClock: @escaping () -> Int64 = SystemClock.uptime
  ) {
    self.user = user
    client = SessionClient(
      board: BoardReplica(opened.board, author: user.person.author, coding: .signed))
    (writer, header) = (opened.writer, opened.header)
    (self.boards, self.patience) = (boards, patience)
    (self.now, self.sessionClock) = (now, sessionClock)
    listen(to: writer)
  }

  /// The uptime at which `wake` is due.
  var wakeAt: Int64? {
    [userWakeAt, client.deadline?.milliseconds].compactMap { $0 }.min()
  }

  /// The board that is open.
  var board: BoardReplica { client.board }

  /// Whether the user has entered that session.
  func isInSession(_ session: Bytes16?) -> Bool { user.session == session }

  /// Hands an event to the user, and does what the user asks for.
  func handle(_ event: Event) {
    if case .input = event, isAwaitingDisk { return held.append(event) }
    holding {
      for effect in user.handle(event, on: &client.board, at: now()) { carryOut(effect) }
      if case .filed = event { keepCall() }
    }
  }

  /// Runs a deed of CallClient or SessionRunner: now, or after the event that is being handled.
  func receive(_ deed: @escaping () -> Void) {
    if isDoingWaiting, !isHolding { return deed() }
    waiting.append(deed)
    if !isHolding { doWaiting() }
  }

  /// Runs a deed while the deeds of CallClient and SessionRunner wait, and runs those afterwards.
  private func holding(_ deed: () -> Void) {
    let wasHolding = isHolding
    isHolding = true
    deed()
    isHolding = wasHolding
    if !isHolding { doWaiting() }
  }

  /// Runs the waiting deeds one after the other, each to its end.
  private func doWaiting() {
    guard !isDoingWaiting else { return }
    isDoingWaiting = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isDoingWaiting = false
  }

  /// Merges the entries of other members and looks at the clock, for a run without a screen.
  func attend() {
    showArrivals()
    wake()
  }

  /// Has the reports of an entry writer handled on the main thread.
  private func listen(to writer: EntryWriter) {
    writer.whenReporting { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.takeReports() } }
    }
  }

  /// The time by the session's clock.
  var uptime: Uptime { Uptime(milliseconds: sessionClock()) }

  /// Wakes the client and the user if it is time.
  func wake() {
    if let due = client.deadline, due <= uptime { step { $0.woke(at: $1, using: &$2) } }
    guard let due = userWakeAt, due <= now().uptime else { return }
    userWakeAt = nil
    handle(.woke)
  }

  func takeReports() {
    for report in writer.takeReports() {
      observe(report)
      switch report {
      case .filed(let path, let name): filed(path: path, name: name)
      case .moved(let sentence): handle(.failed(sentence))
      case .signed(let entries): client.signed(entries)
      case .kept(let id): kept(id)
      case .failing(let reason):
        if client.board.keepingFailed(reason) { handle(.keepingFailed(reason: reason)) }
      case .recovered: if client.board.keepingRecovered() { handle(.keepingRecovered) }
      }
    }
  }

  /// The open board has another file or name.
  func filed(path: String, name: SafeText) {
    client.board.filed(path: path, name: name)
    handle(.filed)
  }

  /// Sends own entries as soon as they are on the disk, and not before.
  private func kept(_ id: EntryID) {
    let endsFailure = client.board.kept(id)
    step { $0.kept(through: id, at: $1, using: &$2) }
    handle(.kept)
    if endsFailure, !board.saving.isTrouble { handle(.keepingRecovered) }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .keep(let entry):
      client.recorded(entry, at: uptime)
      writer.keep(entry)
    case .wake(let moment): userWakeAt = moment
    case .call(let effect): carryOut(effect)
    case .session(let effect, let session): carryOut(effect, in: session)
    case .newBoard(let keepsPicture): changeToNew(keepingPicture: keepsPicture)
    default: perform(effect)
    }
  }

  // MARK: Boards

  /// Runs work that needs the disk first, after earlier work of that kind. The screen goes on
  /// meanwhile. Keys and the mouse wait, since the user may mean them for another board.
  func awaitDisk(_ errand: @escaping @MainActor () async -> Void) {
    errands.append(errand)
    guard !isAwaitingDisk else { return }
    isAwaitingDisk = true
    Task {
      while !errands.isEmpty { await errands.removeFirst()() }
      isAwaitingDisk = false
      let input = held
      held = []
      for event in input { handle(event) }
    }
  }

  /// Leaves the open board for another one. The entry writer first writes what is queued. If that
  /// fails, or the other board does not open, the board stays.
  ///
  /// - Parameter opening: reads files; it runs on another thread.
  func change(_ opening: @escaping @Sendable () throws -> BoardLibrary.Opened) {
    awaitDisk { [self] in
      guard await flush() else { return sayUnsaved() }
      _ = await exchange(opening)
    }
  }

  /// Leaves the open board for a new one.
  private func changeToNew(keepingPicture: Bool) {
    awaitDisk { [self] in
      guard await flush() else { return sayUnsaved() }
      _ = await exchange { [boards, board, person = user.person] in
        let beginning =
          keepingPicture ? try BoardBeginning(board, by: person, owner: boards.owner) : nil
        return boards.fresh(nil, beginning)
      }
    }
  }

  private func sayUnsaved() {
    handle(.openingFailed(reason: SafeText("what you drew here is not saved yet")))
  }

  /// Replaces the open board by another one.
  ///
  /// - Parameter opening: reads files; it runs on another thread.
  /// - Returns: false if the other board does not open.
  func exchange(_ opening: @escaping @Sendable () throws -> BoardLibrary.Opened) async -> Bool {
    do {
      let opened = try await besideMainThread(opening)
      handle(.opened(await switchBoard(to: opened)))
      return true
    } catch {
      handle(.openingFailed(reason: SafeText(UserError(wording: error).sentence)))
      return false
    }
  }

  /// Goes on with another entry writer for the same board.
  func replace(_ writer: EntryWriter) {
    self.writer = writer
    listen(to: writer)
  }

  /// Closes the file of the board that is open, and goes on with another board.
  private func switchBoard(to opened: BoardLibrary.Opened) async -> BoardOpening {
    mergeArrivals()
    _ = await writer.finish(within: patience)
    placement.boardChanged(from: board.path, to: opened.board.path)
    header = opened.header
    replace(opened.writer)
    return client.open(opened.board)
  }

  /// Writes what is queued and stops the entry writer, after all work that waits for the disk.
  ///
  /// - Returns: the entries that could not be written.
  func finish() async -> [Entry] {
    await withCheckedContinuation { continuation in
      awaitDisk { [self] in
        let lost = await writer.finish(within: patience)
        takeReports()
        continuation.resume(returning: lost)
      }
    }
  }

  /// Writes what is queued. Returns false if that is not possible now.
  func flush() async -> Bool {
    let isSaved = await writer.flush(within: patience)
    takeReports()
    return isSaved
  }

  // MARK: The call

  private func carryOut(_ effect: CallEffect) {
    switch effect {
    case .share(let invitation):
      callClient?.activate(
        invitation, on: board.log.genesis, first: placement.first, replacing: placement.share())
    case .stage(let invitation):
      placement.stage()
      if resume(invitation) { return }
      callClient?.stage(invitation, on: board.log.genesis, first: placement.first)
    case .unstage: callClient?.unstage()
    case .join(let session): join(session)
    case .goOn: goOn()
    case .leave:
      awaitDisk { [self] in
        await sendRest()
        callClient?.leave()
      }
    case .endForEveryone:
      awaitDisk { [self] in
        await sendRest()
        callClient?.end()
      }
    case .answer(let visitor, let answer): connection?.knocks.answer(visitor, answer.role)
    case .askFirst(let asks): connection?.knocks.askFirst(asks)
    case .rule(let ruling, let seat): callClient?.rule(ruling, seat)
    case .renewTickets: callClient?.renewTickets()
    case .makeTickets: makeTickets()
    case .hover, .writeTickets: perform(.call(effect))
    }
  }

  /// Forgets a session. A new offer of the session would bring all that is known of it again.
  func forget(_ session: Bytes16) {
    if placement.forget(session) { keepCall() }
  }

  /// Joins a session with the best copy of its board that this user can get.
  private func join(_ session: Bytes16) {
    if placement.home == session { return enter(session) }
    awaitDisk { [self] in
      let noted = await noted(session)
      for way in placement.ways(to: session, open: openFile, noted: noted) {
        if await join(session, by: way) { return }
      }
    }
  }

  /// - Returns: false if this way does not lead to the board.
  private func join(_ session: Bytes16, by way: SessionPlacement.Way) async -> Bool {
    let opened: BoardLibrary.Opened
    switch way {
    case .stay:
      enter(session)
      return true
    case .ask(let genesis):
      callClient?.enter(session, lacking: genesis)
      return true
    case .copy(let beginning): opened = boards.fresh(placement[session]?.name, beginning)
    case .file(let path, let board):
      guard let again = await reopen(path, being: board) else { return false }
      opened = again
    case .notedFile(let file, let board):
      guard let again = await reopen(file.path, being: board, begunAt: file.created) else {
        return false
      }
      opened = again
    }
    await open(opened, for: session)
    return true
  }

  private func reopen(
    _ path: String, being board: BoardID, begunAt created: Int64? = nil
  ) async -> BoardLibrary.Opened? {
    await besideMainThread { [boards, patience] in
      boards.again(path, being: board, begunAt: created, withinMilliseconds: patience)
    }
  }

  /// Opens a session's board and enters the session. A stroke that the user began since the request
  /// stays on the board before.
  private func open(_ opened: BoardLibrary.Opened, for session: Bytes16) async {
    handle(.pausing)
    guard await flush() else {
      _ = await opened.writer.finish(within: patience)
      return sayUnsaved()
    }
    enter(session, await switchBoard(to: opened))
  }

  /// Opens the board of a session after its beginning has come.
  func open(_ beginning: BoardBeginning, named name: SafeText?, for session: Bytes16) {
    awaitDisk { [self] in await open(boards.fresh(name, beginning), for: session) }
  }

  /// - Parameter opening: nil if the session's board was open already.
  func enter(_ session: Bytes16, _ opening: BoardOpening? = nil) {
    guard let known = placement[session] else { return }
    holding {
      // This comes first, so that the other members hear of the stroke in progress. Events of the
      // session wait until the user has entered it.
      goOn(with: session)
      let entrance = Entrance(
        session: session, me: known.seat, opening: opening, mayDraw: known.mayDraw)
      handle(.call(.entered(entrance)))
      keepCall()
    }
  }

  private func goOn(with session: Bytes16) {
    placement.enter(session)
    callClient?.enter(session, lacking: nil)
  }

  /// Goes on with the current session. The other members hear that this member is here, and ask for
  /// the entries that they have not received yet.
  private func goOn() {
    guard let current = placement.current, placement[current] != nil else { return }
    goOn(with: current)
    keepCall()
  }
}
