import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The state that all parts of the screen share: the open board and its view, the open sheet, the
/// notices, and the requests to the shell.
///
/// Each part has its own private state, and receives the workspace with each call.
struct Workspace: Sendable {
  let setup: Whiteboard.Setup
  /// The caller's board while `Whiteboard.handle` handles an event; `BoardReplica.none` at other
  /// times.
  var board: BoardReplica
  /// The time of the event being handled.
  var now = Moment(uptime: 0, wall: 0)

  /// Whether there is a call that the user is in or can join.
  var hasCall: Bool
  let keymap: Keymap
  /// The session that this user is in; nil outside of a session.
  private(set) var session: Bytes16?
  /// Whether this user may draw. A watcher changes nothing on the board.
  var mayDraw = true
  /// The typed text that was last sent to the other participants.
  var typed: TypedText?
  /// The text that the user copied last, until the clipboard of the desktop has taken it.
  var copied: CopiedText?

  private(set) var view: View
  /// Whether text paper has line numbers.
  var showsLineNumbers: Bool
  var surface: LayeredCanvas
  private(set) var theme: Theme
  private(set) var rasterChoice: RasterChoice
  var themes: [Theme]
  /// Whether the screen has 256 colours or more.
  private var hasManyColors: Bool
  /// Whether the user has chosen a theme, or the default theme is settled.
  private var hasChosenTheme = false
  /// The background colour that the terminal reported, `0xRRGGBB`.
  private(set) var background: UInt32?

  var sheet: Sheet?
  var notices = Notices()
  var effects: [Effect] = []

  /// Whether undo and redo are possible. Nil after the picture changed, until the bar asks again.
  private(set) var undoability: Undoability?
  /// When this user next sends a preview of the board.
  var preview = PreviewSchedule()
  /// The changes of the picture since the selection last followed them.
  private var changedItems = ChangedItems()
  /// Whether the whole canvas was repainted after the strokes in progress were last drawn on it.
  private var isGuestInkStale = false
  /// Whether the canvas below the preview of the gesture changed.
  private var isPreviewStale = false
  /// Whether the user moved the view in this event.
  private var isViewMoved = false

  init(_ setup: Whiteboard.Setup, on board: BoardReplica) {
    self.setup = setup
    self.board = board
    hasCall = setup.hasCall
    keymap = setup.keymap
    theme = setup.theme
    hasManyColors = setup.hasManyColors
    rasterChoice = setup.rasterChoice
    showsLineNumbers = setup.showsLineNumbers
    themes = setup.themes.isEmpty ? [setup.theme] : setup.themes
    view = View(
      columns: setup.columns, rows: setup.rows, hasPaper: !board.picture.paper.isEmpty)
    surface = LayeredCanvas(
      view, raster: setup.raster(for: setup.rasterChoice), theme: setup.theme,
      picture: board.picture)
  }

  var chrome: Chrome { Chrome(raster) }
  /// The author of what this user draws.
  var me: AuthorID { setup.person.author }
  var isInSession: Bool { session != nil }

  /// The tools that are useful now. Outside of a session the laser is missing; for a watcher, the
  /// drawing tools.
  var availableTools: [Tool] {
    guard isInSession else { return Tool.solo }
    return mayDraw ? Tool.allCases : Tool.allCases.filter { !$0.changesBoard }
  }

  // MARK: Requests

  /// Returns the requests of this event, and forgets them.
  mutating func removeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  mutating func enter(_ session: Bytes16, mayDraw: Bool) {
    (self.session, self.mayDraw, typed) = (session, mayDraw, nil)
  }

  mutating func leaveSession() { (session, mayDraw, typed) = (nil, true, nil) }

  /// Requests an effect on the session; does nothing outside of a session.
  mutating func emit(_ effect: SessionEffect) {
    if let session { effects.append(.board(.session(effect, in: session))) }
  }

  // MARK: Notices

  mutating func notify(_ text: String, isWarning: Bool = false, command: Command? = nil) {
    notices.show(SafeText(text), isWarning: isWarning, command: command, at: now.uptime)
  }

  /// Shows a notice about the last action and the way to undo it.
  mutating func notify(done text: String) {
    notify(text)
    notices.markAsAboutLastAction()
  }

  mutating func notifyOnlyWatching() {
    notify("You are watching: only people who may draw can change the board.")
  }

  mutating func notifyNoCall() {
    notify(
      setup.hasCall
        ? "You are out of the call. Start Easel again to join another one."
        : "You draw alone. This needs other people.")
  }

  /// Returns the uptime in milliseconds that will be reached after `milliseconds`.
  func uptime(after milliseconds: Int64) -> Int64 { now.uptime &+ milliseconds }

  // MARK: The view

  /// Changes the view at the user's request.
  mutating func showForUser(_ change: (inout View) -> Void) {
    isViewMoved = true
    show(change)
  }

  /// Changes the view.
  mutating func show(_ change: (inout View) -> Void) {
    let old = view
    change(&view)
    if view != old { repaintAll() }
  }

  /// The zoom factor of a step: three steps almost double or halve the size.
  static let zoomStep = 1.25

  mutating func zoom(by factor: Double, about pointer: Pointer) {
    guard !view.isPaper else { return notify("Text paper scrolls; it does not zoom.") }
    showForUser { $0.zoom(by: factor, about: pointer) }
  }

  mutating func pan(columns: Double, rows: Double) {
    showForUser { $0.pan(columns: columns, rows: rows) }
  }

  /// At the end of a gesture, adapts the view to a size that the screen got during the gesture.
  mutating func letViewGo() { show { $0.letGo() } }

  /// - Parameter isHeld: whether a gesture is in progress. During a gesture, the board must not
  ///   move on the screen.
  mutating func resize(columns: Int, rows: Int, isHeld: Bool) {
    view.resize(columns: columns, rows: rows, isHeld: isHeld)
    repaintAll()
  }

  mutating func setShape(_ shape: CellShape) {
    view.setShape(shape)
    repaintAll()
  }

  mutating func setBackground(_ color: UInt32) {
    background = color
    theme = theme.adapted(to: color)
    adoptThemeForBackground()
    repaintAll()
  }

  /// Notes that the screen has direct colour from now on.
  mutating func adoptDirectColor() {
    hasManyColors = true
    adoptThemeForBackground()
  }

  /// Offers these themes from now on, and shows the complaints about themes that are missing.
  mutating func show(_ themes: [Theme], _ complaints: [SafeText]) {
    if !themes.isEmpty {
      self.themes = themes
      adoptThemeForBackground()
    }
    for complaint in complaints { notify(complaint.sentence, isWarning: true) }
  }

  /// Takes the default theme for the terminal's background. Until the terminal reports its
  /// background, it counts as dark.
  mutating func adoptThemeForBackground() {
    guard !hasChosenTheme, hasManyColors, let names = setup.themesForBackground else { return }
    let isLight = background.map { ColorMath.luminance($0) >= 0.18 } ?? false
    let name = isLight ? names.light : names.dark
    guard let theme = themes.first(where: { $0.name == name }) else { return }
    hasChosenTheme = background != nil
    use(theme)
  }

  /// The raster in which ink is drawn.
  var raster: Raster { setup.raster(for: rasterChoice) }

  mutating func use(_ choice: RasterChoice) {
    rasterChoice = choice
    repaintAll()
  }

  mutating func use(_ theme: Theme) {
    let theme = background.map(theme.adapted) ?? theme
    guard theme != self.theme else { return }
    self.theme = theme
    repaintAll()
  }

  /// Takes a theme that the user has chosen.
  mutating func choose(_ theme: Theme) {
    hasChosenTheme = true
    use(theme)
  }

  /// Paints everything again, after a change of size, view, raster, theme or board.
  mutating func repaintAll() {
    surface = LayeredCanvas(view, raster: raster, theme: theme, picture: board.picture)
    (isGuestInkStale, isPreviewStale) = (true, true)
  }

  /// Shows the strokes in progress of other participants and the laser trails.
  mutating func show(guestInk items: [Item]) {
    isGuestInkStale = false
    guard items != surface.guests else { return }
    if surface.show(guests: items) { isPreviewStale = true }
  }

  // MARK: Changes that other parts have to follow

  /// Each of these functions returns its flag and sets it to false.
  mutating func removeIsGuestInkStale() -> Bool { Self.remove(&isGuestInkStale) }
  mutating func removeIsPreviewStale() -> Bool { Self.remove(&isPreviewStale) }
  mutating func removeIsViewMoved() -> Bool { Self.remove(&isViewMoved) }

  private static func remove(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
  }

  /// Returns what changed in the picture since the last call.
  mutating func removeChangedItems() -> ChangedItems {
    defer { changedItems = ChangedItems() }
    return changedItems
  }

  // MARK: The picture

  /// Paints the changes. Paints new things directly if they lie above all others. All other changes
  /// together cover one area, and the function repaints this area once.
  mutating func show(_ change: BoardChange) {
    undoability = nil
    preview.pictureChanged()
    guard !change.operations.isEmpty else { return }
    var (added, rest) = ([EntryID](), Damage.none)
    for (operation, damage) in zip(change.operations.map(\.operation), change.damage.each) {
      changedItems.note(operation, damage, in: board.picture)
      if case .added(let id) = damage { added.append(id) } else { rest.add(damage) }
    }
    changedItems.note(change.damage.cleared)
    rest.add(change.damage.cleared)
    surface.repaint(
      board.picture, added: view.isTooSmall ? [] : added, after: view.isTooSmall ? .none : rest)
    isPreviewStale = true
  }

  /// Shows the board after its log and picture were rebuilt, or after another board was opened.
  mutating func showPictureAnew() {
    changedItems.noteAll()
    undoability = nil
    preview.pictureChanged()
    repaintAll()
  }

  /// Shows the newly opened board from its beginning.
  mutating func show(_ opening: BoardSwitch) {
    sheet = nil
    notices.dismiss()
    view.show(board.picture.paper.isEmpty ? .fit : .paper(CellPoint(column: 0, row: 0)))
    showPictureAnew()
    notifyOpened(opening.notice)
  }

  /// Shows the notices about a newly opened board.
  mutating func notifyOpened(_ notice: SafeText?) {
    if let notice {
      notify(notice.sentence, isWarning: true)
    } else if case .readOnly(let reason) = board.saving {
      notify(
        "Read only: \(reason.clause). Press : and choose Save a copy to keep what you draw.",
        isWarning: true)
    }
  }

  /// Closes the sheet. If the user only tried a theme in it, the former theme comes back.
  mutating func closeSheet() {
    guard let open = sheet else { return }
    sheet = nil
    if case .themes(let before) = open.kind { use(before) }
  }

  /// Returns whether undo and redo would have an effect, and remembers the answer. Only the bar
  /// needs it.
  mutating func findUndoability() -> Undoability {
    if let undoability { return undoability }
    let found = Undoability(
      canUndo: board.picture.undo(for: me, run: board.replica) != nil,
      canRedo: board.picture.redo(for: me) != nil)
    undoability = found
    return found
  }
}
