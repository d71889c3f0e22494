import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardSessions
import BoardStore
import CellFrame
import EaselBase
import EaselPlatform
import ScreenContract
import SystemFiles
import TerminalIO
import WhiteboardUI

/// The loop of `easel [BOARD]`: waits for the terminal, the entry writer and the clock, hands their
/// events to the whiteboard, carries out the whiteboard's effects, and draws. It uses no processor
/// time while nothing happens.
@MainActor final class Shell {
  enum Leaving: Hashable {
    case asked, terminated
    /// The terminal is gone: nothing may be written to it any more.
    case hungUp
    /// The user goes on in this terminal.
    case moved(to: String)
  }

  private let terminal: Terminal
  let library: BoardLibrary
  let screen: ScreenUser
  let controller: BoardController
  /// The connection at the start; the call of a person who rings comes with another one.
  private let connection: CallConnection?
  /// Nil as soon as the wish is fulfilled.
  private var wish: Wish?
  /// The seat that this run took over from another run.
  private let taken: TakenSeat?
  /// Gives the seat of this run to another run; nil if that is not possible.
  private var seats: SeatServer?
  /// The board at the start, and the path of the file that its first stroke makes.
  let start: (board: BoardID, path: String?)
  private let exports = BackgroundExport()
  private let glances: GlanceReader
  private var shown: Frame?
  private var schedule = FrameSchedule()
  private var stalls = StallDetector()
  var leaving: Leaving?
  /// The tools with which Easel starts the next time; nil if they are as at the start.
  private(set) var rememberedTools: RememberedTools?
  /// The people of the session in which the user was at the end.
  private(set) var peopleMet: [KnownPerson] = []

  /// A request to share a board that another process has open.
  struct Wish {
    let path: String
    /// The error shown if no process shares this board before the deadline.
    let refusal: UserError
    /// The uptime, in milliseconds, at which this run gives up.
    var deadline = SystemClock.uptime() + 3_000
  }

  init(
    terminal: Terminal, library: BoardLibrary, opened: OpenBoardFile, setup: Whiteboard.Setup,
    _ connection: CallConnection?, wish: Wish? = nil, seat: TakenSeat? = nil,
    wanted: String? = nil
  ) {
    (self.wish, taken) = (wish, seat)
    start = (opened.board.log.board, wanted)
    self.terminal = terminal
    self.library = library
    glances = GlanceReader(library.folder)
    self.connection = connection
    screen = ScreenUser(setup, opened.board)
    controller = BoardController(screen, opened, boards: library)
    screen.perform = { [unowned self] in perform($0) }
  }

  /// Runs until the user leaves. On return everything is saved, or the summary names what is not.
  ///
  /// - Parameters:
  ///   - complaints: warnings to show to the user at the start.
  func run(
    _ complaints: [String],
    themes: () -> (themes: [Theme], complaints: [String])
  ) -> ExitSummary {
    handle(.started)
    for complaint in complaints { reportFailure(complaint) }
    if let wish {
      let name = BoardFileName.shown(path: wish.path).string
      handle(.done(SafeText("Waiting for the easel in which “\(name)” is open…")))
    }
    show()
    // Read the themes after the first frame: the user chooses no theme before it.
    let (all, wrong) = themes()
    handle(.themes(all, complaints: wrong.map { SafeText($0) }))
    if taken?.seat.isAmongOthers != false { enterCall() }
    if screen.whiteboard.isForDrawing { seats = seatServer() }
    while leaving == nil {
      let deadline = [
        controller.wakeAt, schedule.mergesAt, wishDeadline, seats?.deadline, taken?.deadline,
      ].compactMap { $0 }.min()
      let descriptors = (seats?.descriptors ?? []) + [taken?.descriptor].compactMap { $0 }
      MainLoop.runOnce(until: deadline, at: terminal, also: descriptors) { woke(by: $0) }
      controller.call.noteStall(
        stalls.isStalled(
          due: deadline, at: SystemClock.uptime(), isTerminalReady: terminal.isReady))
      if leaving == nil { controller.wake() }
      show()
      taken?.follow(
        controller.session, isSeen: screen.shown.isSeatSeen, at: SystemClock.uptime())
    }
    peopleMet = whiteboard.peopleMet(at: SystemClock.now().wall)
    let hasMoved = seats?.hasClosedFile == true
    let refused = MainLoop.run(late: { showNotice("Easel saves what you drew…") }) { [controller] in
      await controller.finish()
    }
    let export = finishExport()
    // A user who asks to leave a read-only board agrees to lose its new entries. If the terminal
    // went away, the user has not agreed, so these entries are saved as well.
    // A board that has moved is the other run's.
    let unsaved =
      hasMoved ? [] : leaving == .asked ? refused : refused + controller.board.unkept
    let loss =
      unsaved.isEmpty ? nil : library.rescue(unsaved, of: controller.board, controller.header)
    return ExitSummary(
      leaving: leaving ?? .asked,
      board: loss == nil && !hasMoved ? boardToKeep() : controller.board,
      raster: whiteboard.shownRaster,
      theme: whiteboard.shownTheme, export: export, loss: loss)
  }

  /// Returns the board that is left. A window that joined another window of this user leaves no copy:
  /// it waits a moment until the other window has written all.
  private func boardToKeep() -> BoardReplica {
    var board = controller.board
    guard let name = controller.copiedBoard, let copy = board.path,
      let other = library.file(of: name), other != copy
    else { return board }
    leaveCall()
    let deadline = SystemClock.uptime() + 500
    repeat {
      if library.folder.remove(copy, heldAlsoBy: other) {
        board.filed(path: other, name: name)
        return board
      }
      poll(nil, 0, 50)
    } while SystemClock.uptime() < deadline
    return board
  }

  /// The uptime at which to give up the wish; nil if there is no wish or it is fulfilled.
  private var wishDeadline: Int64? { controller.session == nil ? wish?.deadline : nil }

  /// The error for a wish that was not fulfilled in time, or for a seat that could not be taken over.
  var disappointment: UserError? {
    let now = SystemClock.uptime()
    return wishDeadline.flatMap { $0 <= now ? wish?.refusal : nil }
      ?? taken?.disappointment(at: now)
  }

  private func enterCall() {
    guard let connection else { return }
    let (author, settings) = (library.localAuthor, connection.settings)
    controller.call.connectionToUser = { CallConnection.joining($0, to: $1, author, settings) }
    controller.call.nearby.connectionByTicket = { CallConnection.joining($0, author, settings) }
    controller.call.enter(connection, as: library.localAuthor.name, wishingFor: wish?.path)
  }

  /// Leaves the call as the last step. This may take up to a second, until the others have heard of
  /// it.
  func leaveCall() {
    if case .moved = leaving {
      return controller.leaveCall(hasMoved: true, withinMilliseconds: 1_000)
    }
    let notice = WaitNotice("Telling the others that you leave…")
    defer { notice.end() }
    controller.leaveCall(withinMilliseconds: 1_000)
  }

  private var whiteboard: Whiteboard { screen.whiteboard }

  private func woke(by wakes: [Wake]) {
    var rest = wakes[...]
    while leaving == nil, !rest.isEmpty {
      if screen.shown.isTypingText, let text = Wake.removeText(from: &rest) {
        handle(.input(.paste(text)))
      } else {
        woke(by: rest.removeFirst())
      }
    }
  }

  private func woke(by wake: Wake) {
    defer { if controller.session != nil { wish = nil } }
    switch wake {
    case .input(let event):
      guard seats?.hold(event) != true else { break }
      seats?.noteUse(at: SystemClock.uptime())
      handle(.input(event))
    case .suspend: suspend()
    case .terminate, .hangUp:
      handle(.board(.pausing))
      leaving = wake == .hangUp ? .hungUp : .terminated
    case .deadline:
      if disappointment != nil { leaving = .asked }
      seats?.wake(at: SystemClock.uptime())
    case .readable:
      seats?.attend()
      if taken?.attend() == true { succeed() }
    case .pixels(let news): handle(.pixels(news))
    case .ready: break
    }
    for event in seats?.releasedInput() ?? [] where leaving == nil { handle(.input(event)) }
  }

  /// Goes on alone, after the run from which the seat has moved has ended.
  private func succeed() {
    guard let taken else { return }
    if !taken.seat.isAmongOthers { enterCall() }
    if case .own(let call)? = taken.promise.call { controller.call.listen(at: call.addresses) }
    connection?.openDoorOfGuest()
  }

  func handle(_ event: Event) { controller.handle(event, of: screen) }

  private func reportFailure(_ sentence: String) {
    handle(.board(.failed(SafeText(sentence))))
  }

  private func listBoards() {
    do {
      let boards = try library.folder.listing()
      handle(.boards(boards))
      glances.read(boards) { [weak self] in self?.handle(.glances($0)) }
    } catch {
      reportFailure(UserError(wording: error).sentence)
    }
  }

  /// Waits for a running export, and tells the user so.
  ///
  /// - Returns: the sentence about its file or its failure; nil if no export runs.
  private func finishExport() -> SafeText? {
    guard exports.isRunning else { return nil }
    showNotice(BackgroundExport.closing)
    return MainLoop.run { [exports] in await exports.finish() }
  }

  /// Shows a sentence while Easel waits for the last steps.
  private func showNotice(_ sentence: String) {
    guard leaving != .hungUp else { return }
    handle(.done(SafeText(sentence)))
    terminal.draw(screen.frame, ground: screen.ground)
  }

  /// Exports a picture in the size of the screen.
  private func export(_ picture: Picture, of name: SafeText, as format: ExportFormat) {
    var theme = whiteboard.shownTheme.adapted(to: .direct)
    theme.hasPaleHand = false
    let exporter = BoardExporter(
      size: .all(), raster: whiteboard.shownRaster, theme: theme)
    let cell = controller.board.cell
    exports.begin {
      [library] in
      try library.export(picture, of: name, cell: cell, format, with: exporter)
    } report: { [unowned self] in
      handle($0)
    }
  }

  /// Draws if something changed and a frame is due.
  private func show() {
    let isDue = schedule.isDue(
      at: SystemClock.uptime(), isTerminalReady: terminal.isReady,
      hasArrivals: controller.hasArrivals)
    guard isDue else { return }
    guard controller.hasArrivals || screen.frame != shown else { return }
    controller.showArrivals()
    terminal.draw(screen.frame, ground: screen.ground)
    shown = screen.frame
  }

  private func suspend() {
    handle(.board(.pausing))
    show()
    terminal.suspend()
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .board: break
    case .writeTickets:
      guard let connection = controller.call.connection else { break }
      report {
        let path = try connection.writeTickets(unlessElsewhere: library.folder.paths.tickets)
        let isShared = FileSystem.isSharedFile(path)
        return "The tickets are in \(path), which "
          + (isShared ? "other users can read too." : "only you can read.")
      }
    case .listBoards: controller.awaitDisk { [self] in listBoards() }
    case .glance(let path): glances.hurry(path)
    case .open(let path): controller.change { [library] in try library.open(path) }
    case .saveCopy(let entries): controller.awaitDisk { [self] in await saveCopy(adding: entries) }
    case .rename(let path, let name):
      controller.awaitDisk { [self] in await rename(path, to: name) }
    case .duplicate(let path): report { try library.duplicate(path) }
    case .trash(let path): report { try library.trash(path) }
    case .untrash(let path): report { try library.untrash(path) }
    case .export(let format, let picture, let name): export(picture, of: name, as: format)
    case .readPicture(let file):
      Task { [weak self] in
        let answer = await PictureFile.answer(to: file)
        self?.handle(.picture(answer, for: file))
      }
    case .makeTiles(let request): make(request)
    case .copy(let text): copy(text)
    case .mouse(let isOn): terminal.setMouse(on: isOn)
    case .hover(let isOn): terminal.setHover(on: isOn)
    case .rememberTools(let tools): rememberedTools = tools
    case .remember(let setting):
      do { try library.remember(setting) } catch { reportFailure(error.sentence) }
    case .rememberPeople(let met):
      do throws(UserError) { try library.remember(met) } catch {
        reportFailure("The people you met are not remembered: \(error.sentence)")
      }
    case .redraw: terminal.redraw()
    case .ringBell: terminal.ring()
    case .suspend: suspend()
    case .quit: leaving = .asked
    }
  }

  /// Sends a text to the terminal, and to the clipboard of the desktop.
  private func copy(_ text: String) {
    let isSent = terminal.copy(text)
    guard let clipboard = LocalClipboard(environment: { Environment[$0] }) else {
      if !isSent { reportFailure(Self.notCopied) }
      return
    }
    Task { [weak self] in
      let isTaken = await besideMainThread { clipboard.set(text) }
      if isTaken {
        self?.handle(.copied(text))
      } else if !isSent {
        self?.reportFailure(Self.notCopied)
      }
    }
  }

  private static let notCopied =
    "the terminal did not take it: it has no clipboard, or the text is too long."

  /// Opens a copy of the board, and tells the user where it is. The copy also holds entries of
  /// other members that still wait for the disk.
  private func saveCopy(adding entries: [Entry]) async {
    let known = Set(entries.map(\.digest))
    let others = controller.writer.waiting.filter { !known.contains($0.digest) }
    let isOpen = await controller.exchange {
      [library, board = controller.board, header = controller.header] in
      try library.copy(of: board, header, adding: entries + others)
    }
    guard isOpen, let path = controller.board.path else { return }
    handle(.done(SafeText("You draw on a copy now: \(path).")))
  }

  /// Renames the open board or another one. A file keeps its entries during a move only if no
  /// process has it open, so the entry writer stops before the move. A removed file holds its
  /// entries only while it is open, so the file is put in place first.
  private func rename(_ path: String, to name: SafeText) async {
    do throws(UserError) {
      guard path == controller.board.path else {
        return handle(.done(SafeText(try library.rename(path, to: name))))
      }
      guard await controller.flush() else { throw UserError("what you drew here is not saved yet") }
      if let reason = await controller.writer.ensureInPlace(within: controller.patience) {
        throw UserError("its file was removed and cannot be made anew: \(reason.string)")
      }
      _ = await controller.writer.finish(within: controller.patience)
      controller.handleReports()
      let renaming = library.renameClosed(controller.board.path ?? path, to: name)
      controller.replace(renaming.writer)
      if let refusal = renaming.refusal { throw refusal }
      controller.filed(path: renaming.path, name: BoardFileName.shown(path: renaming.path))
    } catch {
      reportFailure(error.sentence)
    }
  }

  /// Runs a command and reports its result.
  private func report(_ work: () throws -> String) {
    do {
      handle(.done(SafeText(try work())))
    } catch {
      reportFailure(UserError(wording: error).sentence)
    }
  }
}
