import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import Dispatch
import EaselBase
import WhiteboardUI

/// One user's place: the board that is open, its entry writer, and the user's part in the call. It does what the
/// user asks for, except for what takes a terminal or a folder of files.
///
/// All of it lives on the main actor. The entry writer writes on a thread of its own, and reports here.
@MainActor final class BoardController {
  /// Decides what becomes of the board, alone and in a session. The user has the board only while it handles
  /// an event.
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
  /// How long the disk may take when a board is left, in milliseconds.
  let patience: Int64
  /// Nil outside of any call.
  var callClient: CallClient?
  var connection: CallConnection?
  /// Tickets are asked for, which there cannot be before there is a call.
  var wantsTickets = false
  /// Does what the user asks for and this does not do itself.
  var perform: (Effect) -> Void = { _ in }
  /// Is told of every report of the entry writer.
  var observe: (WriterEvent) -> Void = { _ in }
  /// Which session this user is in, on which board.
  var placement = SessionPlacement()
  var chance = SystemRandomNumberGenerator()
  /// Outputs of the client that the controller still has to carry out.
  var outputs: [(output: SessionClient.Output, session: Bytes16?)] = []
  var isPerforming = false
  /// Reports of CallClient and SessionRunner that came while an event was handled. They wait until it is
  /// done.
  private var waiting: [() -> Void] = []
  private var isHolding = false
  private var isDoingWaiting = false
  /// Work that needs the disk first, in order. The first piece of it is under way.
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

  /// Does something for CallClient or SessionRunner: now, or after the event that is being handled.
  func receive(_ deed: @escaping () -> Void) {
    if isDoingWaiting, !isHolding { return deed() }
    waiting.append(deed)
    if !isHolding { doWaiting() }
  }

  /// Does something while the deeds of CallClient and SessionRunner wait, and then those.
  private func holding(_ deed: () -> Void) {
    let wasHolding = isHolding
    isHolding = true
    deed()
    isHolding = wasHolding
    if !isHolding { doWaiting() }
  }

  /// Each as a whole, one after the other.
  private func doWaiting() {
    guard !isDoingWaiting else { return }
    isDoingWaiting = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isDoingWaiting = false
  }

  /// Goes on without a screen: merges the ink of other members, and looks at the clock.
  func attend() {
    showArrivals()
    wake()
  }

  /// Hears the reports of an entry writer on the main thread.
  private func listen(to writer: EntryWriter) {
    writer.whenReporting { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.takeReports() } }
    }
  }

  /// By the session's clock.
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

  /// Does work that needs the disk first, after earlier work of that kind. The screen goes on meanwhile;
  /// keys and the mouse wait, since they may be meant for another board.
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

  /// Leaves the board that is open for another. What is queued is written first; where it cannot
  /// be, or the other does not open, the board stays.
  ///
  /// - Parameter opening: reads files, and is called beside the main thread.
  func change(_ opening: @escaping @Sendable () throws -> BoardLibrary.Opened) {
    awaitDisk { [self] in
      guard await flush() else { return sayUnsaved() }
      _ = await exchange(opening)
    }
  }

  /// Leaves the board that is open for a new one.
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

  /// Puts another board in the place of the one that is open.
  ///
  /// - Parameter opening: reads files, and is called beside the main thread.
  /// - Returns: false where the other does not open.
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

  /// Goes on with another entry writer of the same board.
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

  /// Writes what is queued and stops the entry writer, after all else that waits for the disk.
  ///
  /// - Returns: what could not be written.
  func finish() async -> [Entry] {
    await withCheckedContinuation { continuation in
      awaitDisk { [self] in
        let lost = await writer.finish(within: patience)
        takeReports()
        continuation.resume(returning: lost)
      }
    }
  }

  /// False where what is queued cannot be written now.
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

  /// Should it be offered again, that says again what is to be known of it.
  func forget(_ session: Bytes16) {
    if placement.forget(session) { keepCall() }
  }

  /// Joins a session with the best board that this user can get for it.
  private func join(_ session: Bytes16) {
    if placement.home == session { return enter(session) }
    awaitDisk { [self] in
      let noted = await noted(session)
      for way in placement.ways(to: session, open: openFile, noted: noted) {
        if await join(session, by: way) { return }
      }
    }
  }

  /// - Returns: false where the board cannot be had this way.
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

  /// A hand that has come down since this was asked for leaves its ink on the board before.
  private func open(_ opened: BoardLibrary.Opened, for session: Bytes16) async {
    handle(.pausing)
    guard await flush() else {
      _ = await opened.writer.finish(within: patience)
      return sayUnsaved()
    }
    enter(session, await switchBoard(to: opened))
  }

  /// Opens the board of a session whose beginning has come.
  func open(_ beginning: BoardBeginning, named name: SafeText?, for session: Bytes16) {
    awaitDisk { [self] in await open(boards.fresh(name, beginning), for: session) }
  }

  /// - Parameter opening: nil where the session's board was open already.
  func enter(_ session: Bytes16, _ opening: BoardOpening? = nil) {
    guard let known = placement[session] else { return }
    holding {
      // First, so that the others hear of what is under the hand already. What the session says about
      // itself waits until the user has entered it.
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

  /// What was not told to the others yet is asked for by them, since they hear that it is here.
  private func goOn() {
    guard let current = placement.current, placement[current] != nil else { return }
    goOn(with: current)
    keepCall()
  }
}
