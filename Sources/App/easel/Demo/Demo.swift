import BoardCodec
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import OpenGroupActivities
import TerminalIO
import WhiteboardUI

/// Runs several participants over loopback in one terminal: the user on the left, robots beside.
@MainActor final class Demo {
  private let terminal: Terminal
  /// The user's boards.
  private let boards: InMemoryBoards
  private let screens: [ScreenUser]
  private let controllers: [BoardController]
  private var robots: [DemoRobot]
  private var panes: Panes
  private var pacer = FramePacer()
  private var shown: [Frame] = []
  private var isLeaving = false

  /// - Parameter cast: the user, followed by the robots.
  init(_ terminal: Terminal, _ cast: [LocalAuthor], theme: Theme, raster: Raster) {
    self.terminal = terminal
    let panes = Panes(columns: terminal.columns, rows: terminal.rows, people: cast.count)
    self.panes = panes
    let shelves = cast.map { InMemoryBoards(localAuthor: $0) }
    boards = shelves[0]
    let call = LoopbackCall()
    let seats = shelves.map { boards in
      let localAuthor = boards.localAuthor
      var setup = Whiteboard.Setup(
        person: localAuthor.person(), columns: panes.columns,
        rows: panes.rows, raster: raster, theme: theme)
      setup.hasCall = true
      let opened = boards.fresh(nil, nil)
      let screen = ScreenUser(setup, opened.board)
      let controller = BoardController(screen, opened, boards: boards)
      controller.call.enter(call.join(name: localAuthor.name.string))
      return (screen, controller)
    }
    (screens, controllers) = (seats.map(\.0), seats.map(\.1))
    let now = SystemClock.uptime()
    robots = cast.indices.dropFirst().map {
      DemoRobot(.number($0 - 1, of: cast.count - 1), at: now)
    }
    for (index, screen) in screens.enumerated() {
      screen.perform = { [unowned self] in perform($0, for: index) }
    }
  }

  /// Runs until the user leaves.
  func run() {
    for index in controllers.indices { handle(.started, at: index) }
    show()
    while !isLeaving {
      let times = controllers.map(\.wakeAt) + robots.map(\.deadline) + [pacer.deadline]
      let deadline = times.compactMap { $0 }.min()
      MainLoop.turn(until: deadline, at: terminal) { handle($0) }
      for controller in controllers { controller.wake() }
      actAll()
      show()
    }
  }

  private func handle(_ event: Event, at index: Int) {
    controllers[index].handle(event, of: screens[index])
  }

  private func handle(_ wake: Wake) {
    switch wake {
    case .input(.resize(let columns, let rows)): resize(columns, rows)
    case .input(.mouse(let mouse)):
      if let mouse = panes.first(mouse) { handle(.input(.mouse(mouse)), at: 0) }
    case .input(.answer(let answer)):
      // The same terminal shows all whiteboards.
      for index in controllers.indices { handle(.input(.answer(answer)), at: index) }
    case .input(let input): handle(.input(input), at: 0)
    case .suspend: suspend()
    case .terminate, .hangUp: isLeaving = true
    case .readable, .deadline: break
    }
  }

  private func resize(_ columns: Int, _ rows: Int) {
    panes = Panes(columns: columns, rows: rows, people: controllers.count)
    shown = []
    for index in controllers.indices {
      handle(.input(.resize(columns: panes.columns, rows: panes.rows)), at: index)
    }
  }

  private func suspend() {
    handle(.pausing, at: 0)
    show()
    terminal.suspend()
  }

  private func actAll() {
    let now = SystemClock.uptime()
    for index in controllers.indices.dropFirst() {
      let whiteboard = screens[index].whiteboard
      let sight = DemoRobot.Sight(
        session: whiteboard.session, isInvited: whiteboard.isInvited,
        isEligible: whiteboard.isEligible, columns: panes.columns, rows: panes.rows - 2)
      for input in robots[index - 1].act(at: now, sight) {
        handle(.input(input), at: index)
      }
    }
  }

  private func show() {
    let now = SystemClock.uptime()
    let isChanged = controllers.contains(where: \.hasArrivals) || frames != shown
    guard isChanged ? pacer.changed(at: now) : pacer.isDue(at: now) else { return }
    for controller in controllers { controller.showArrivals() }
    let theme = screens[0].whiteboard.shownTheme
    let rule = screens[0].whiteboard.shownRaster == .ascii ? Glyph("|") : Glyph("│")
    terminal.draw(panes.frame(frames, rule: rule, theme[.hint]), ground: theme.background)
    shown = frames
  }

  private var frames: [Frame] { screens.prefix(panes.count).map(\.frame) }

  /// Carries out the effects of the user's whiteboard. A demo does nothing with files, and robots'
  /// effects are ignored.
  private func perform(_ effect: Effect, for index: Int) {
    guard index == 0 else { return }
    switch effect {
    case .quit: isLeaving = true
    case .suspend: suspend()
    case .redraw: terminal.redraw()
    case .mouse(let isOn): terminal.setMouse(on: isOn)
    case .hover(let isOn): terminal.setHover(on: isOn)
    case .copy(let text): _ = terminal.copy(text)
    case .listBoards: handle(.boards(boards.summaries), at: 0)
    case .open(let path): controllers[0].change { [boards] in try boards.open(path) }
    case .rename, .duplicate, .trash, .untrash, .saveCopy, .export:
      handle(.failed(SafeText("The demo keeps no boards.")), at: 0)
    case .keep, .wake, .newBoard, .call, .session, .remember, .rememberTools: break
    }
  }
}
