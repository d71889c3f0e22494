import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardStore
import Dispatch
import EaselBase
import SessionCore
import SystemFiles

/// Runs one user's part in the program: the open board, its entry writer, and the user's part in
/// the call. The controller carries out the effects that its ``BoardUser`` returns.
///
/// All of it runs on the main actor. The entry writer writes on its own thread, and reports here.
@MainActor package final class BoardController {
  /// Runs the client, which decides what happens to the board, alone and in a session. The user can
  /// change the board only while the user handles an event.
  let driver: SessionDriver
  package let user: any BoardUser
  package private(set) var writer: EntryWriter
  package private(set) var header: BoardHeader
  /// The name that the board's file will get; nil if the board has a file or a chosen name.
  private var pendingName: PendingBoardName?
  /// The name of the session's board that this run copied into the open file; nil for no copy.
  package var copiedBoard: SafeText?
  /// The uptime at which the user wants to be woken.
  private var userWakeAt: Int64?
  package let boards: any Boards
  let now: () -> Moment
  /// The session's clock, in milliseconds.
  private let sessionClock: () -> Int64
  /// How long to wait for the disk when the user leaves a board, in milliseconds.
  package let patience: Int64
  /// This user's part in the call.
  package private(set) lazy var call = CallController(self)
  /// Receives every event of the entry writer.
  package var observe: (WriterEvent) -> Void = { _ in }
  /// The session that this user is in, and its board.
  var placement = SessionPlacement()
  private var chance = SystemRandomNumberGenerator()
  private let deferred = DeferredWork()
  let disk = DiskTaskQueue()
  /// The opening of another board, while another thread reads its file.
  var opening: AbandonableWork<OpenBoardFile?>?

  package init(
    _ user: any BoardUser, _ opened: OpenBoardFile, boards: any Boards,
    patience: Int64 = 2_000,
    now: @escaping () -> Moment = SystemClock.now,
    sessionClock: @escaping () -> Int64 = SystemClock.uptime
  ) {
    self.user = user
    driver = SessionDriver(
      SessionClient(
        board: BoardReplica(opened.board, author: user.person.author, coding: .signed)))
    (writer, header, pendingName) = (opened.writer, opened.header, opened.pendingName)
    (self.boards, self.patience) = (boards, patience)
    (self.now, self.sessionClock) = (now, sessionClock)
    listen(to: writer)
  }

  /// The board that is open.
  package var board: BoardReplica { driver.client.board }

  /// The session that this user is in; nil outside of any session.
  package var session: SessionUUID? { placement.current }

  // MARK: Events

  /// Hands an event to the user, and carries out the effects that the user returns.
  package func handle(_ event: BoardEvent) {
    deferred.hold {
      for effect in user.handle(event, on: &driver.client.board, at: now()) { carryOut(effect) }
      if case .filed = event { call.save() }
    }
  }

  /// Lets the user handle an event of its own, which may change the board, and carries out the
  /// effects that the user returns.
  ///
  /// - Parameter isInput: whether the event waits while work waits for the disk. A request to quit
  ///   does not wait for the opening of another board: see ``isOpening``.
  package func update(
    isInput: Bool = false, _ change: @escaping (inout BoardReplica, Moment) -> [BoardEffect]
  ) {
    if isInput, disk.isRunning {
      return disk.hold { [weak self] in self?.update(isInput: true, change) }
    }
    deferred.hold { for effect in change(&driver.client.board, now()) { carryOut(effect) } }
  }

  /// Runs work of the call and the session now, or after the event that is being handled.
  package func enqueue(_ work: @escaping () -> Void) { deferred.run(work) }

  /// Runs an event of this user's session; other work of the call and the session waits meanwhile.
  func hold(_ work: () -> Void) { deferred.hold(work) }

  private func carryOut(_ effect: BoardEffect) {
    switch effect {
    case .keep(let entry):
      driver.client.recorded(entry, at: uptime)
      writer.keep(entry)
    case .introduce(let person): writer.introduce(Contributor(person))
    case .wake(let moment): userWakeAt = moment
    case .call(let effect): carryOut(effect)
    case .session(let effect, let session):
      step(in: session) { $0.handle(effect, at: $1, using: &$2) }
    case .playback(let request): call.client?.runner?.playback?.handle(request)
    case .newBoard(let keepsPicture): changeToNew(keepingPicture: keepsPicture)
    case .custom(let work): work()
    }
  }

  // MARK: Time

  /// The uptime at which `wake` is due.
  package var wakeAt: Int64? {
    [userWakeAt, driver.client.deadline?.milliseconds].compactMap { $0 }.min()
  }

  /// The time by the session's clock.
  package var uptime: Uptime { Uptime(milliseconds: sessionClock()) }

  /// Wakes the client and the user if it is time.
  package func wake() {
    if let due = driver.client.deadline, due <= uptime { step { $0.woke(at: $1, using: &$2) } }
    guard let due = userWakeAt, due <= now().uptime else { return }
    userWakeAt = nil
    handle(.woke)
  }

  /// Merges the entries of other members, and wakes the client and the user if it is time. A
  /// program without a screen calls this in its loop.
  package func attend() {
    showArrivals()
    wake()
  }

  // MARK: The session client

  typealias Step = (inout SessionClient, Uptime, inout SystemRandomNumberGenerator)
    -> [SessionClient.Output]

  /// Lets the client handle one event, and performs the client's outputs.
  func step(_ event: Step) {
    driver.step(through: self) { event(&$0, uptime, &chance) }
  }

  /// Lets the client handle one event, but only if the client is in this session. Performs the
  /// client's outputs, like ``step(_:)``.
  func step(in session: SessionUUID, _ event: Step) {
    if driver.client.session?.id == session { step(event) }
  }

  // MARK: The entry writer

  /// From now on, handles the reports of an entry writer on the main thread.
  private func listen(to writer: EntryWriter) {
    writer.whenReporting { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.handleReports() } }
    }
  }

  /// Handles all reports that the entry writer has queued.
  package func handleReports() {
    for report in writer.removeReports() {
      observe(report)
      logger.record(report)
      switch report {
      case .filed(let path, let name): filed(path: path, name: name)
      case .moved(let sentence): handle(.failed(sentence))
      case .signed(let entries): driver.client.stored(entries)
      case .kept(let id): kept(id)
      case .failing(let reason):
        if driver.client.board.keepingFailed(reason) { handle(.keepingFailed(reason: reason)) }
      case .recovered: if driver.client.board.keepingRecovered() { handle(.keepingRecovered) }
      }
    }
  }

  /// Handles a new file or a new name of the open board. In the session of a host, the board keeps
  /// the host's name.
  package func filed(path: String, name: SafeText) {
    call.boardMoved(from: board.path, to: path)
    driver.client.board.filed(path: path, name: placement.hostsName ?? name)
    call.describe()
    handle(.filed)
  }

  /// Gives a board without a file the name that its file will get, because guests see this name.
  func nameForGuests() {
    if board.path == nil, let name = pendingName?.choose() { driver.client.board.named(name) }
  }

  /// Sends the user's own entries up to this one. They are on the disk now; no entry is sent
  /// earlier.
  private func kept(_ id: EntryID) {
    let endsFailure = driver.client.board.kept(id)
    step { $0.kept(through: id, at: $1, using: &$2) }
    handle(.kept)
    if endsFailure, !board.saving.isTrouble { handle(.keepingRecovered) }
  }

  /// Uses another entry writer for the same board from now on.
  package func replace(_ writer: EntryWriter) {
    self.writer = writer
    listen(to: writer)
  }

  /// Replaces the open board by another one, whose file is open.
  func replaceBoard(by opened: OpenBoardFile) -> BoardSwitch {
    (header, pendingName) = (opened.header, opened.pendingName)
    replace(opened.writer)
    return driver.client.open(opened.board)
  }

  /// Runs work on the main actor; may be called on any thread.
  nonisolated static func later(
    _ controller: BoardController?, _ work: @escaping @MainActor @Sendable (BoardController) -> Void
  ) {
    DispatchQueue.main.async { [weak controller] in
      MainActor.assumeIsolated { if let controller { work(controller) } }
    }
  }
}
