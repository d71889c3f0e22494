import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The app as a value: events go in, effects come out, and a frame shows its state.
///
/// It has no clock and has no effect outside: the caller passes events with their time, and
/// receives the requested effects. A report of the pen costs its own dots, whatever the size of the
/// screen.
public struct Whiteboard: Sendable {
  /// The content of the screen. Rows that did not change are shared with the previous frame.
  public internal(set) var frame: Frame

  let setup: Setup
  /// The board of the caller of `handle`, while an event is handled; ``BoardReplica/none``
  /// otherwise.
  var board: BoardReplica
  var kit: ToolSettings
  var view: View
  var surface: Surface
  var theme: Theme
  var raster: Raster
  var themes: [Theme]
  /// The background colour that the terminal reported, `0xRRGGBB`.
  var background: UInt32?

  /// The gesture in progress.
  var gesture = Gesture.idle
  /// The button that went down on the canvas and has not come up: if a gesture had to be finished
  /// meanwhile, the next report begins another.
  var heldButton: MouseEvent.Button?
  /// The keyboard's pen, shown once the keyboard moves it.
  var keyPen: KeyPen?
  var selection = Selection()
  /// The text being typed.
  var draft: TextDraft?
  /// The view from before the caret moved it; nil if the caret did not.
  var viewBeforeTyping: View.Mode?
  var sheet: Sheet?
  var notice: Notice?
  /// The latest notices, the newest first.
  var notices: [SafeText] = []
  var clipboard: [Item] = []
  /// Whether the terminal reports the mouse.
  var hasMouse = true
  /// Nil after the picture changed, until the bar asks for it again.
  var undoability: Undoability?
  var hasBegun = false
  var together = Together()

  /// The parts of the screen.
  var screen = Screen()
  /// The time of the event being handled.
  var now = Moment(uptime: 0, wall: 0)
  var effects: [Effect] = []
  /// The uptime last asked for by `.wake`, in milliseconds.
  var askedWake: Int64?

  /// - Parameter notice: what the user should know about the board: how much of a damaged file was
  ///   lost.
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

  /// Does something with the caller's board, without a second copy of it, which the next change
  /// would have to copy as a whole.
  mutating func borrowing<Result>(
    _ board: inout BoardReplica, _ deed: (inout Whiteboard) -> Result
  ) -> Result {
    swap(&self.board, &board)
    defer { swap(&self.board, &board) }
    return deed(&self)
  }

  /// Handles one event, which may change the board. The frame is up to date afterwards.
  ///
  /// - Returns: the effects that the shell has to carry out, in this order.
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
    // A pen that only moves, here or at another participant, changes nothing in the bars.
    let onlyMoves =
      event.isGuestInk ? settles == gesture.settles : wasInking && gesture.isInking && event.isDrag
    compose(hasNews: !onlyMoves || notice != said || together.isLossSaid != wasLossSaid)
    defer { effects = [] }
    return effects
  }

  // MARK: State for the shell's exports

  /// The theme that is shown now, which may differ from the one at the start.
  public var shownTheme: Theme { theme }
  public var shownRaster: Raster { raster }
}
