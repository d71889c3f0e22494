import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import Foundation
import Glibc
import GroupSecurity
import OpenGroupActivities
import SystemFiles
import TestThreads

@testable import BoardEditor
@testable import BoardFiles
@testable import BoardSessions
@testable import BoardView
@testable import easel
@testable import SessionUI
@testable import WhiteboardUI

/// People with whiteboards in one call, without terminals: the program's own controllers over a
/// loopback call.
///
/// The whiteboards' clock moves only in `pass`, so that no name fades during a check. In a live call it
/// moves with the machine's clock as well.
@MainActor final class WhiteboardCall {
  private(set) var controllers: [BoardController] = []
  private let loopback = LoopbackCall()
  private let panes: Panes
  private let theme: Theme
  private let hours = Hours()
  private var shelves: [InMemoryBoards] = []

  /// The whiteboards' clocks.
  private final class Hours {
    /// The uptime by the machine's clock at which the whiteboards' clock began to move; nil if it
    /// moves only in `pass`.
    var began: Int64?
    /// The time that went by in `pass`, milliseconds.
    var passed: Int64 = 0
    var moment: Moment {
      let elapsed = passed + (began.map { SystemClock.uptime() - $0 } ?? 0)
      return Moment(uptime: 1_000_000 + elapsed, wall: 1_700_000_000_000 + elapsed)
    }
    /// How far the clock of the session is ahead of the machine's, milliseconds.
    var ahead: Int64 = 0
  }

  init(
    _ names: [String], _ panes: Panes = Panes(columns: 60, rows: 20, people: 1),
    theme: String = "dusk", isLive: Bool = false
  ) {
    if isLive { hours.began = SystemClock.uptime() }
    self.panes = panes
    self.theme = ThemeCatalog(AppPaths.current()).themeOrDefault(theme).0
    for name in names { arrive(name) }
  }

  /// Another person comes into the call.
  ///
  /// - Parameter disk: a disk that the test can stop; nil is one that always works.
  func arrive(
    _ name: String, color: PaletteColor? = nil, disk: TestDisk? = nil, patience: Int64 = 2_000
  ) {
    let index = controllers.count
    let shelf = InMemoryBoards(
      localAuthor: LocalAuthor(
        identity: Self.identity(index), name: SafeText(name, limit: .name),
        color: (color ?? PaletteColor.allCases[index]).color))
    let boards: any Boards = disk.map { TestDiskBoards(boards: shelf, disk: $0) } ?? shelf
    var setup = Whiteboard.Setup(
      person: shelf.localAuthor.person(), columns: panes.columns,
      rows: panes.rows, raster: .braille, theme: theme)
    setup.hasCall = true
    let opened = boards.fresh(nil, nil)
    let screen = ScreenUser(setup, opened.board)
    let controller = BoardController(
      screen, opened, boards: boards, patience: patience,
      now: { [hours] in hours.moment },
      sessionClock: { [hours] in SystemClock.uptime() + hours.ahead })
    screen.perform = { [unowned controller] effect in
      switch effect {
      case .open(let path): controller.change { try boards.open(path) }
      case .listBoards: controller.handle(.boards(shelf.summaries))
      default: break
      }
    }
    controllers.append(controller)
    shelves.append(shelf)
    controller.handle(.started)
    controller.call.enter(loopback.join(name: name))
  }

  /// The same in every run, since people's signs follow from it.
  private static func identity(_ index: Int) -> Identity {
    let seed = [UInt8](repeating: UInt8(index + 1), count: Identity.seedLength)
    guard let identity = Identity(seed: seed) else { preconditionFailure("a seed of its length") }
    return identity
  }

  /// Time goes by on the whiteboards: notices and names go.
  func pass(milliseconds: Int64) {
    hours.passed += milliseconds
    for controller in controllers { controller.handle(.woke) }
  }

  /// Time goes by in the session.
  func passInSession(milliseconds: Int64) { hours.ahead += milliseconds }

  /// Lets all programs go on until the condition holds. Returns false if it does not hold after so
  /// many rounds: 60,000 take five minutes, or longer on a busy machine.
  ///
  /// - Parameter stopped: a program that shows nothing meanwhile.
  func reach(
    rounds: Int = 60_000, without stopped: Int? = nil, _ holds: () -> Bool
  ) async -> Bool {
    for _ in 0..<rounds {
      if holds() { return true }
      await attend(without: stopped)
    }
    return holds()
  }

  /// Leaves the main actor to the waiting tasks, then looks at all clocks.
  private func attend(without stopped: Int? = nil) async {
    await besidePool { _ = poll(nil, 0, 5) }
    for (index, controller) in controllers.enumerated() where index != stopped {
      controller.attend()
    }
  }

  /// Lets all programs go on until nothing comes for a while.
  func awaitQuiet() async {
    var quiet = 0
    while quiet < 200 {
      let before = controllers.map(\.frame)
      await attend()
      quiet = controllers.map(\.frame) == before ? quiet + 1 : 0
    }
  }

  var screen: Frame {
    let theme = controllers[0].whiteboard.shownTheme
    return panes.frame(controllers.map(\.frame), rule: Glyph("│"), theme[.hint])
  }

  func type(_ text: String, of index: Int) {
    for character in text { press(.character(character), of: index) }
  }

  /// - Parameter lifts: whether the pen is up in the end.
  func draw(_ index: Int, _ lines: [[RobotPlan.Point]], lifts: Bool = true) {
    let size = (columns: Double(panes.columns - 1), rows: Double(panes.rows - 3))
    for (number, line) in lines.enumerated() {
      let pointers = line.map { point in
        let (x, y) = (point.x * size.columns, point.y * size.rows)
        return Pointer(
          CellPoint(column: Int(x), row: Int(y) + 1),
          fractionX: UInt8((x - x.rounded(.down)) * 255),
          fractionY: UInt8((y - y.rounded(.down)) * 255), isFine: true)
      }
      let stays = !lifts && number == lines.count - 1
      let actions: [MouseEvent.Action] =
        [.press(.left)] + Array(repeating: .drag(.left), count: max(pointers.count - 2, 0))
        + [stays ? .drag(.left) : .release(.left)]
      for (pointer, action) in zip(pointers, actions) {
        controllers[index].handle(.input(.mouse(MouseEvent(action, at: pointer))))
      }
    }
  }

  func join(_ index: Int) {
    for key in [.escape, RobotKeys.share, .enter] { press(key, of: index) }
  }

  func press(_ key: Key, of index: Int) { controllers[index].handle(.input(.key(key))) }

  func draw(_ index: Int, from: (Int, Int), to: (Int, Int)) {
    func mouse(_ action: MouseEvent.Action, _ at: (Int, Int)) {
      let pointer = Pointer(CellPoint(column: at.0, row: at.1))
      controllers[index].handle(.input(.mouse(MouseEvent(action, at: pointer))))
    }
    mouse(.press(.left), from)
    mouse(.drag(.left), to)
    mouse(.release(.left), to)
  }

  func click(_ index: Int, _ x: Double, _ y: Double) {
    let point = RobotPlan.Point(x: x, y: y)
    draw(index, [[point, point]])
  }

  /// Whether a user has read these words in a notice.
  func has(_ index: Int, heard words: String) -> Bool {
    controllers[index].whiteboard.notices.latest.contains { $0.string.contains(words) }
  }

  func areAll(_ holds: (Whiteboard) -> Bool) -> Bool {
    controllers.allSatisfy { holds($0.whiteboard) }
  }

  /// The number of a person's boards.
  func boards(of index: Int) -> Int { shelves[index].summaries.count }

  func name(of index: Int) -> String {
    controllers[index].whiteboard.setup.person.name.string
  }

  /// Whether all of these have seen each other show themselves in the session.
  func areAcquainted(_ people: [Int]) -> Bool {
    people.allSatisfy { one in
      let known = controllers[one].whiteboard.sessions.presence.session?.guests.compactMap {
        $0.known?.name.string
      }
      return people.allSatisfy { $0 == one || known?.contains(name(of: $0)) == true }
    }
  }

  var hashes: [UInt64] { controllers.map(\.board.picture.stableHash) }
  func isAlike(things: Int) -> Bool {
    Set(hashes).count == 1 && controllers[0].board.picture.things.count == things
  }
}

extension BoardController {
  /// The screen of a user in a test, which every such user has.
  private var screen: ScreenUser {
    guard let screen = user as? ScreenUser else { preconditionFailure("a program has no screen") }
    return screen
  }

  func handle(_ event: Event) { handle(event, of: screen) }

  var whiteboard: Whiteboard { screen.whiteboard }
  var frame: Frame { screen.frame }
}
