import BoardContract
import BoardEditor
import BoardFiles
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import OpenGroupActivities
import ScreenContract
import SystemFiles
import TerminalIO
import WhiteboardUI

/// Runs several participants over loopback in one terminal. Robots draw, and the user can join them.
@MainActor final class Demo {
  private let terminal: Terminal
  private let cast: Cast
  private let look: Look
  /// The scripts, which take turns.
  private let scripts: [DemoScript]
  private var scriptNumber = 0
  private var director: DemoDirector
  private var call = LoopbackCall()
  /// The robots that have come into the call, by their numbers.
  private var robots: [Int: DemoUser] = [:]
  /// Nil until the user joins.
  private var user: DemoUser?
  private var layout: DemoLayout
  private var shown: Frame?
  private var isLeaving = false
  /// The answers of the terminal: the latest of each kind, in the order in which they came.
  private var answers: [TerminalAnswer] = []

  struct Cast {
    let user: LocalAuthor
    let robots: [LocalAuthor]
  }

  struct Look {
    let theme: Theme
    let raster: Raster
    /// The names of the themes of which the terminal's background decides; nil if the user chose one.
    var themesForBackground: (dark: String, light: String)?
    var themes: [Theme] = []
  }

  init(_ terminal: Terminal, _ cast: Cast, _ look: Look) throws {
    (self.terminal, self.cast, self.look) = (terminal, cast, look)
    layout = Self.layout(terminal.columns, terminal.rows, cast)
    let scripts = try (0...1).map { try DemoScript.number($0, robots: cast.robots.count) }
    self.scripts = scripts
    director = Self.director(scripts[0], cast)
  }

  /// The panes of the robots, and one for the user.
  private static func layout(_ columns: Int, _ rows: Int, _ cast: Cast) -> DemoLayout {
    DemoLayout(columns: columns, rows: rows, wanted: cast.robots.count + 1)
  }

  private static func director(_ script: DemoScript, _ cast: Cast) -> DemoDirector {
    DemoDirector(script, robots: cast.robots.count, at: SystemClock.uptime())
  }

  /// Runs until the user leaves.
  func run() {
    show()
    while !isLeaving {
      MainLoop.runOnce(until: deadline, at: terminal) { for wake in $0 { handle(wake) } }
      for demoUser in users { demoUser.controller.wake() }
      act()
      show()
    }
  }

  private var users: [DemoUser] { robots.values + [user].compactMap { $0 } }

  private var deadline: Int64? {
    let times =
      users.map(\.controller.wakeAt)
      + [director.deadline(after: SystemClock.uptime())]
    return times.compactMap { $0 }.min()
  }

  // MARK: Events

  private func handle(_ wake: Wake) {
    switch wake {
    case .input(.resize(let columns, let rows)): resize(columns, rows)
    case .input(.answer(let answer)):
      // The same terminal shows all whiteboards, also those that come later.
      answers = answers.filter { $0 != answer } + [answer]
      for demoUser in users { demoUser.handle(.input(.answer(answer))) }
    case .input(let input): handle(input)
    case .suspend: suspend()
    case .terminate, .hangUp: isLeaving = true
    case .readable, .ready, .deadline, .pixels: break
    }
  }

  private func handle(_ input: InputEvent) {
    switch (input, user) {
    case (.mouse(let mouse), let user?):
      if let mouse = layout.mouse(mouse, in: userPane) { user.handle(.input(.mouse(mouse))) }
    case (_, let user?): user.handle(.input(input))
    case (.key(.character("S"), _), nil), (.key(.character("s"), _), nil): joinSession()
    case (.key(.character("q"), _), nil), (.key(.escape, _), nil),
      (.key(.character("c"), .control), nil):
      isLeaving = true
    default: break
    }
  }

  private func resize(_ columns: Int, _ rows: Int) {
    layout = Self.layout(columns, rows, cast)
    shown = nil
    for demoUser in users {
      demoUser.handle(.input(.resize(columns: layout.columns, rows: layout.rows)))
    }
  }

  private func suspend() {
    user?.handle(.board(.pausing))
    show()
    terminal.suspend()
  }

  // MARK: People

  private func demoUser(_ author: LocalAuthor, named name: String?) -> DemoUser {
    DemoUser(
      author, named: name, look, columns: layout.columns, rows: layout.rows,
      depth: terminal.depth, answers: answers)
  }

  /// Gives the user a pane. The user's board is the board of the robots, as soon as they share it.
  private func joinSession() {
    let demoUser = demoUser(cast.user, named: nil)
    demoUser.screen.perform = { [unowned self] in perform($0) }
    user = demoUser
    terminal.setHover(on: true)
    demoUser.enter(call)
  }

  private func act() {
    let now = SystemClock.uptime()
    let sights = cast.robots.indices.map { robots[$0]?.sight }
    for (robot, inputs) in director.act(at: now, sights).enumerated() {
      for input in inputs { robots[robot]?.handle(.input(input)) }
    }
    for robot in director.arrived where robots[robot] == nil {
      let name = robot == 0 ? director.script.title : "\(cast.robots[robot].name.string)’s board"
      let demoUser = demoUser(cast.robots[robot], named: name)
      robots[robot] = demoUser
      demoUser.enter(call)
    }
    if director.isOver, user == nil { begin(scriptNumber + 1) }
  }

  /// Begins another script with other boards.
  private func begin(_ scriptNumber: Int) {
    for demoUser in users { demoUser.controller.call.leave {} }
    (self.scriptNumber, robots, call) = (scriptNumber, [:], LoopbackCall())
    director = Self.director(scripts[scriptNumber % scripts.count], cast)
  }

  // MARK: The screen

  /// The number of the user's pane: the first pane without a robot, or the last.
  private var userPane: Int { min(cast.robots.count, layout.count - 1) }

  private var panes: [DemoScreen.Pane] {
    let free = layout.count > cast.robots.count
    let isUserShown = user != nil || free
    var shown = Array(cast.robots.indices.prefix(isUserShown ? layout.count - 1 : layout.count))
    // If there is no pane for each robot, the last pane shows the robot that came last.
    if let last = shown.last, director.newest > last, user == nil || shown.count > 1 {
      shown[shown.count - 1] = director.newest
    }
    let robots = shown.map { robot in
      let name = cast.robots[robot].name.string
      guard let frame = self.robots[robot]?.screen.frame else {
        return DemoScreen.Pane(
          name: name, content: .text(["\(name) is not here yet."], current: nil))
      }
      return DemoScreen.Pane(name: name, content: .whiteboard(frame))
    }
    guard isUserShown else { return robots }
    guard let user else {
      return robots + [chapterList.pane]
    }
    return robots + [
      DemoScreen.Pane(
        name: "You (\(cast.user.name.string))", content: .whiteboard(user.screen.frame),
        hasCursor: true)
    ]
  }

  private var chapterList: DemoChapterList {
    DemoChapterList(
      chapters: director.script.chapters, current: director.chapter, isASCII: isASCII)
  }

  /// The robots' theme, which follows the answers of the terminal.
  private var theme: Theme { robots.values.first?.screen.whiteboard.shownTheme ?? look.theme }
  private var isASCII: Bool { look.raster == .ascii }

  private var caption: String {
    if user != nil,
      director.isOver || director.chapter == director.script.chapters.count - 1
    {
      return "You draw with them: use the mouse, or the arrow keys and Space"
    }
    return chapterList.caption
  }

  private func show() {
    for demoUser in users { demoUser.controller.showArrivals() }
    guard terminal.isReady else { return }
    let frame = DemoScreen(layout: layout, theme: theme, isASCII: isASCII).frame(
      columns: terminal.columns, rows: terminal.rows, panes, caption: caption,
      hint: user == nil ? DemoChapterList.hint : "? help   q quit")
    guard frame != shown else { return }
    terminal.draw(frame, ground: theme.background)
    shown = frame
  }

  // MARK: Effects

  /// Carries out the effects of the user's whiteboard. A demo does nothing with files.
  private func perform(_ effect: Effect) {
    guard let user else { return }
    switch effect {
    case .quit: isLeaving = true
    case .suspend: suspend()
    case .redraw: terminal.redraw()
    case .mouse(let isOn): terminal.setMouse(on: isOn)
    case .hover(let isOn): terminal.setHover(on: isOn)
    case .copy(let text): _ = terminal.copy(text)
    case .listBoards:
      let boards = user.boards.summaries
      user.handle(.boards(boards))
      let glances = boards.map { board in
        (board.path, user.boards.glance(at: board.path) { Miniature(of: $0) })
      }
      user.handle(.glances(Dictionary(glances) { first, _ in first }))
    case .open(let path): user.controller.change { [boards = user.boards] in try boards.open(path) }
    case .readPicture(let file):
      user.handle(.picture(.failed(SafeText("The demo reads no files.")), for: file))
    case .rename, .duplicate, .trash, .untrash, .saveCopy, .export:
      user.handle(.board(.failed(SafeText("The demo keeps no boards."))))
    // The robots would ring without an end.
    case .board, .ringBell, .writeTickets, .remember, .rememberTools, .rememberPeople, .glance,
      .makeTiles:
      break
    }
  }
}

/// One person of the demo: a whiteboard of their own, whose boards are in memory.
@MainActor final class DemoUser {
  let screen: ScreenUser
  let controller: BoardController
  let boards: InMemoryBoards

  /// - Parameters:
  ///   - name: the name of the person's first board; nil for an unnamed board.
  ///   - answers: what the terminal has said about itself so far.
  init(
    _ author: LocalAuthor, named name: String?, _ look: Demo.Look, columns: Int, rows: Int,
    depth: ColorDepth, answers: [TerminalAnswer]
  ) {
    boards = InMemoryBoards(localAuthor: author)
    var setup = Whiteboard.Setup(
      person: author.person(), columns: columns, rows: rows, raster: look.raster, theme: look.theme)
    setup.hasCall = true
    setup.surface.showsWholePage = true
    setup.surface.depth = depth
    setup.surface.themesForBackground = look.themesForBackground
    setup.surface.themes = [look.theme] + look.themes.filter { $0 != look.theme }
    if name == nil { setup.arrival = .joining }
    let opened = boards.fresh(name.map { SafeText($0, limit: .title) }, nil)
    screen = ScreenUser(setup, opened.board)
    controller = BoardController(screen, opened, boards: boards)
    for answer in answers { handle(.input(.answer(answer))) }
  }

  /// Comes into the call.
  func enter(_ call: LoopbackCall) {
    handle(.started)
    controller.call.enter(call.join(name: boards.localAuthor.name.string))
  }

  func handle(_ event: Event) { controller.handle(event, of: screen) }

  /// The part of the whiteboard that a robot sees.
  var sight: DemoRobot.Sight {
    let (whiteboard, frame) = (screen.whiteboard, screen.frame)
    return DemoRobot.Sight(
      session: whiteboard.session, isInvited: whiteboard.isInvited,
      isEligible: whiteboard.isEligible, viewport: whiteboard.shownViewport,
      columns: frame.columns, rows: max(frame.rows - 2, 0))
  }
}
