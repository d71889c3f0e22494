import BoardDocument
import BoardLog
import BoardStore
import CellFrame
import EaselBase
import TerminalIO
import WhiteboardUI

/// The loop of `easel [BOARD]`: waits for the terminal, the entry writer and the clock, hands what they
/// say to the whiteboard, does what it asks for, and draws. It uses no processor while nothing
/// happens.
@MainActor final class Shell {
  enum Leaving: Hashable {
    case asked, terminated
    /// Nothing may be written to the terminal any more.
    case hungUp
  }

  private let terminal: Terminal
  private let library: BoardLibrary
  private let screen: ScreenUser
  private let controller: BoardController
  private let connection: CallConnection?
  /// Nil as soon as it came about.
  private var wish: Wish?
  private var pacer = FramePacer()
  private var shown: Frame?
  private var leaving: Leaving?

  /// A board that another process has open, asked for.
  struct Wish {
    let path: String
    /// What is said where nobody shares it.
    let refusal: UserError
    /// By the uptime.
    var deadline = SystemClock.uptime() + 3_000
  }

  init(
    terminal: Terminal, library: BoardLibrary, opened: BoardLibrary.Opened, setup: Whiteboard.Setup,
    _ connection: CallConnection?, wish: Wish? = nil
  ) {
    self.wish = wish
    self.terminal = terminal
    self.library = library
    self.connection = connection
    screen = ScreenUser(setup, opened.board)
    controller = BoardController(screen, opened, boards: library)
    controller.perform = { [unowned self] in perform($0) }
  }

  /// Runs until somebody leaves; on return everything is saved, or the farewell says what is not.
  ///
  /// - Parameter complaints: what the user should know from the start.
  func run(_ complaints: [String], themes: () -> (themes: [Theme], complaints: [String]))
    -> ExitSummary
  {
    handle(.started)
    for complaint in complaints { handle(.failed(SafeText(complaint))) }
    show()
    // Whoever has not seen a board yet chooses no theme.
    let (all, wrong) = themes()
    handle(.themes(all, complaints: wrong.map { SafeText($0) }))
    if let connection {
      controller.enter(connection, as: library.artist.name, wishingFor: wish?.path)
    }
    while leaving == nil {
      let deadline = [controller.wakeAt, pacer.deadline, wishDeadline].compactMap { $0 }.min()
      MainLoop.turn(until: deadline, at: terminal) { if leaving == nil { woke(by: $0) } }
      if leaving == nil { controller.wake() }
      show()
    }
    let refused = MainLoop.run { [controller] in await controller.finish() }
    // Nobody whose terminal went away said that what a read-only board holds may go.
    let unsaved = leaving == .asked ? refused : refused + controller.board.unkept
    let loss =
      unsaved.isEmpty ? nil : library.rescue(unsaved, of: controller.board, controller.header)
    return ExitSummary(
      leaving: leaving ?? .asked, board: controller.board, raster: whiteboard.shownRaster,
      theme: whiteboard.shownTheme, loss: loss)
  }

  /// When to give up; nil where nothing is wished for that did not come.
  private var wishDeadline: Int64? { controller.placement.current == nil ? wish?.deadline : nil }

  /// What was wished for and did not come.
  var disappointment: UserError? {
    wishDeadline.flatMap { $0 <= SystemClock.uptime() ? wish?.refusal : nil }
  }

  /// The last step, since others may take their time to hear of it, a second at the most.
  func leaveCall() { controller.leaveCall(withinMilliseconds: 1_000) }

  private var whiteboard: Whiteboard { screen.whiteboard }

  private func woke(by wake: Wake) {
    defer { if controller.placement.current != nil { wish = nil } }
    switch wake {
    case .input(let event): handle(.input(event))
    case .suspend: suspend()
    case .terminate, .hangUp:
      handle(.pausing)
      leaving = wake == .hangUp ? .hungUp : .terminated
    case .deadline:
      if let due = wishDeadline, due <= SystemClock.uptime() { leaving = .asked }
    case .readable: break
    }
  }

  private func handle(_ event: Event) { controller.handle(event) }

  private func listBoards() {
    do {
      let boards = try [false, true].flatMap { try library.folder.summaries(trashed: $0) }
      handle(.boards(boards))
    } catch {
      handle(.failed(SafeText(UserError(wording: error).sentence)))
    }
  }

  /// As large as the screen.
  private var picturing: BoardExporter {
    BoardExporter(
      columns: terminal.columns, rows: terminal.rows, raster: whiteboard.shownRaster,
      theme: whiteboard.shownTheme)
  }

  /// Draws if something changed and a frame is due.
  private func show() {
    let now = SystemClock.uptime()
    let isChanged = controller.hasArrivals || screen.frame != shown
    guard isChanged ? pacer.changed(at: now) : pacer.isDue(at: now), leaving != .hungUp else {
      return
    }
    controller.showArrivals()
    terminal.draw(screen.frame, ground: screen.ground)
    shown = screen.frame
  }

  private func suspend() {
    handle(.pausing)
    show()
    terminal.suspend()
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .keep, .wake, .newBoard, .session: break
    case .call(.hover(let isOn)): terminal.setHover(on: isOn)
    case .call(.writeTickets):
      guard let connection else { break }
      report {
        let path = try connection.writeTickets(unlessElsewhere: library.folder.places.tickets)
        return "the tickets are in \(path), which only you can read"
      }
    case .call: break
    case .listBoards: controller.awaitDisk { [self] in listBoards() }
    case .open(let path): controller.change { [library] in try library.open(path) }
    case .saveCopy(let entries): controller.awaitDisk { [self] in await saveCopy(adding: entries) }
    case .rename(let path, let name):
      controller.awaitDisk { [self] in await rename(path, to: name) }
    case .duplicate(let path): report { try library.duplicate(path) }
    case .trash(let path): report { try library.trash(path) }
    case .untrash(let path): report { try library.untrash(path) }
    case .export(let format): report { try library.export(picturing, controller.board, format) }
    case .copy(let text):
      if !terminal.copy(text) { handle(.failed(SafeText("too much for the clipboard"))) }
    case .mouse(let isOn): terminal.setMouse(on: isOn)
    case .remember(let setting):
      do { try library.remember(setting) } catch { handle(.failed(SafeText(error.sentence))) }
    case .redraw: terminal.redraw()
    case .suspend: suspend()
    case .quit: leaving = .asked
    }
  }

  /// Goes on with a copy of the board, and says where it is. What others drew may wait for the disk as
  /// well.
  private func saveCopy(adding entries: [Entry]) async {
    let known = Set(entries.map(\.digest))
    let others = controller.writer.waiting.filter { !known.contains($0.digest) }
    let isOpen = await controller.exchange {
      [library, board = controller.board, header = controller.header] in
      try library.copy(of: board, header, adding: entries + others)
    }
    guard isOpen, let place = controller.board.path else { return }
    handle(.done(SafeText("you draw on a copy now: \(place)")))
  }

  /// Renames the open board or another one. An open file keeps its entries while it is moved only
  /// if nobody has it open, so that its entry writer is stopped meanwhile; one that was removed has them
  /// only while it is open.
  private func rename(_ path: String, to name: SafeText) async {
    do throws(UserError) {
      guard path == controller.board.path else {
        return handle(.done(SafeText(try library.rename(path, to: name))))
      }
      guard await controller.flush() else { throw UserError("what you drew here is not saved yet") }
      if let reason = await controller.writer.putFileInPlace(within: controller.patience) {
        throw UserError("its file was removed and cannot be made anew: \(reason.string)")
      }
      _ = await controller.writer.finish(within: controller.patience)
      controller.takeReports()
      let renaming = library.renameClosed(controller.board.path ?? path, to: name)
      controller.replace(renaming.writer)
      if let refusal = renaming.refusal { throw refusal }
      controller.filed(path: renaming.path, name: BoardName.shown(path: renaming.path))
    } catch {
      handle(.failed(SafeText(error.sentence)))
    }
  }

  /// Does something and says how it ended.
  private func report(_ deed: () throws -> String) {
    do {
      handle(.done(SafeText(try deed())))
    } catch {
      handle(.failed(SafeText(UserError(wording: error).sentence)))
    }
  }
}
