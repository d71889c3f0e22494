import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The app as a value: events go in, effects come out, and a frame shows where it stands.
///
/// It has no clock and touches nothing: what happens and when is told to it, and what it wants done
/// it says. A report of the pen costs what its own dots cost, whatever the size of the screen.
public struct Whiteboard: Sendable {
  /// What is on the screen. Rows that did not change are shared with the frame before.
  public internal(set) var frame: Frame

  let setup: Setup
  /// The board of the caller of `handle`, while an event is handled; ``BoardReplica/none`` otherwise.
  var board: BoardReplica
  var kit: ToolSettings
  var view: View
  var surface: Surface
  var theme: Theme
  var raster: Raster
  var themes: [Theme]
  /// What the terminal said its own background is, `0xRRGGBB`.
  var background: UInt32?

  /// What is under the hand.
  var gesture = Gesture.idle
  /// The button that went down on the canvas and has not come up: when a gesture had to be
  /// finished under it, the next report begins another.
  var heldButton: MouseEvent.Button?
  /// Shown once the keyboard moves it.
  var keyPen: KeyPen?
  var selection = Selection()
  /// The text being typed.
  var draft: TextDraft?
  /// What was looked at before the caret took the view along; nil where it did not.
  var viewBeforeTyping: View.Mode?
  var sheet: Sheet?
  var notice: Notice?
  /// What was said of late, the latest first.
  var notices: [SafeText] = []
  var clipboard: [Item] = []
  /// Whether the mouse is reported to us.
  var hasMouse = true
  /// Nil until the bar asks for it again after the picture changed.
  var undoability: Undoability?
  var hasBegun = false
  var together = Together()

  /// What is on the screen, part by part.
  var screen = Screen()
  /// When the event being handled happened.
  var now = Moment(uptime: 0, wall: 0)
  var effects: [Effect] = []
  /// The moment last asked for by `.wake`.
  var askedWake: Int64?

  /// - Parameter notice: what the user should know of the board: how much of a damaged file was lost.
  public init(_ setup: Setup, on board: BoardReplica, notice: SafeText? = nil) {
    self.setup = setup
    self.board = board
    kit = ToolSettings(color: setup.person.color)
    if let width = setup.width { kit.setWidth(width) }
    theme = setup.theme
    raster = setup.raster
    themes = setup.themes.isEmpty ? [setup.theme] : setup.themes
    view = View(
      columns: setup.columns, rows: setup.rows, hasPaper: !board.picture.paper.isEmpty)
    surface = Surface(view, raster: setup.raster, theme: setup.theme, picture: board.picture)
    frame = Frame(columns: 0, rows: 0)
    composeAnew()
    sayOpened(notice)
    compose()
    self.board = .none
  }

  /// Does something with the caller's board. There is never a second copy of it, which the next change
  /// would have to copy as a whole.
  mutating func borrowing<Result>(
    _ board: inout BoardReplica, _ deed: (inout Whiteboard) -> Result
  ) -> Result {
    swap(&self.board, &board)
    defer { swap(&self.board, &board) }
    return deed(&self)
  }

  /// Handles one event, which may change the board. The frame is up to date when it returns.
  ///
  /// - Returns: what the shell has to do, in this order.
  public mutating func handle(
    _ event: Event, on board: inout BoardReplica, at now: Moment
  ) -> [Effect] {
    borrowing(&board) { $0.handle(event, at: now) }
  }

  private mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
    self.now = now
    begin()
    let (wasInking, settles) = (gesture.isInking, gesture.settles)
    let (said, wasLossSaid) = (notice, together.isLossSaid)
    expire()
    route(event)
    if gesture.isIdle { move { $0.letGo() } }
    keepFollowing()
    showMyself()
    showTyping()
    askToWake()
    // A pen that only moves, here or elsewhere, says nothing new.
    let onlyMoves =
      event.isGuestInk ? settles == gesture.settles : wasInking && gesture.isInking && event.isDrag
    compose(hasNews: !onlyMoves || notice != said || together.isLossSaid != wasLossSaid)
    defer { effects = [] }
    return effects
  }

  // MARK: What the shell needs for exports

  /// The theme that is shown now, which may be another than at the start.
  public var shownTheme: Theme { theme }
  public var shownRaster: Raster { raster }
}
