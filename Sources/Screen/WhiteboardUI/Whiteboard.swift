import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The app as a value: events go in, effects come out, and a frame shows its state.
///
/// It has no clock and no side effects. The caller passes events with their time, and carries out
/// the effects that it receives. The cost of a pen movement is only the dots that it draws,
/// whatever the size of the screen.
///
/// It only routes events to its parts, merges their effects and composes the frame. Each part has
/// its own state. The `Editor` has the user's drawing, and the `SessionPanel` the call and the ways
/// into a session. `Presence` has the other participants, and the `Composer` the last frame. They
/// share the `Workspace`.
package struct Whiteboard: Sendable {
  var workspace: Workspace
  var editor: Editor
  var panel = SessionPanel()
  var presence = Presence()
  var composer = Composer()
  var palette: ToolPalette
  var search = PaperSearch()
  var interruptKey = InterruptKey()
  var answers = NewAnswers()
  private var paper = PaperLayer()
  private var decoration = PaperDecoration()
  var requests = ShellRequests()
  private var hasBegun = false

  /// - Parameter notice: a text about the board for the user, such as the loss from a damaged file.
  package init(_ setup: Setup, on board: BoardReplica, notice: SafeText? = nil) {
    workspace = Workspace(setup, on: board)
    editor = Editor(setup)
    palette = ToolPalette(setup.palette)
    compose()
    workspace.notifyOpened(notice)
    compose()
    workspace.board = .none
  }

  /// Moves the caller's board into the workspace while `body` runs, and then back. So there is
  /// never a second reference to the board, and a change does not have to copy the whole board.
  mutating func borrowing<Result>(
    _ board: inout BoardReplica, _ body: (inout Whiteboard) -> Result
  ) -> Result {
    swap(&workspace.board, &board)
    defer { swap(&workspace.board, &board) }
    return body(&self)
  }

  /// Handles one event, which may change the board. The frame is up to date afterwards.
  ///
  /// - Returns: the effects that the shell has to carry out, in this order.
  package mutating func handle(
    _ event: Event, on board: inout BoardReplica, at now: Moment
  ) -> [Effect] {
    borrowing(&board) { $0.handle(event, at: now) }
  }

  private mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
    workspace.now = now
    paper.showNotice(in: &workspace)
    begin()
    let (wasInking, finishedAt) = (editor.gesture.isInking, editor.gesture.finishesAt)
    let (notice, wasLossReported) = (workspace.notices.shown, panel.reachability.isLossReported)
    let (paletteBefore, drawers) = (palette, presence.session?.drawers)
    expire()
    route(event)
    adoptAnswers()
    if editor.gesture.isIdle {
      workspace.letViewGo()
      palette.show(editor.tools, in: workspace)
      PaperMargin.update(beside: palette.columnsAtLeft, in: &workspace)
    }
    paper.follow(in: &workspace)
    search.follow(in: workspace)
    followChanges()
    presence.keepFollowing(editor, in: &workspace)
    followChanges()
    presence.showMyself(editor, in: &workspace)
    workspace.send(typed: editor.text.draft?.label)
    panel.sendPreview(editor, presence, in: &workspace)
    if editor.gesture.isIdle { palette.comeBack(besides: editor.keyPenOnScreen) }
    askToWake()
    // A mere movement of a pen, of this user or another participant, changes nothing in the bars.
    let onlyMoves =
      event.isGuestInk
      ? finishedAt == editor.gesture.finishesAt && drawers == presence.session?.drawers
      : event.isHover || wasInking && editor.gesture.isInking && event.isDrag
    compose(
      hasNews: !onlyMoves || workspace.notices.shown != notice
        || palette.differs(from: paletteBefore)
        || panel.reachability.isLossReported != wasLossReported)
    // The tool palette follows mouse moves without a button. So do the other participants, who see
    // this user's pointer.
    requests.hover(on: presence.isAmongOthers || palette.isOnScreen, in: &workspace)
    if editor.isIdle { rememberTools() }
    return workspace.removeEffects()
  }

  // MARK: Events

  private mutating func route(_ event: Event) {
    switch event {
    case .started: break
    case .input(let input): handle(input)
    case .board(let event): route(event)
    case .boards(let boards): BoardListActions.show(boards, in: &workspace)
    case .done(let text): workspace.notify(text.sentence)
    case .copied(let text): workspace.copyConfirmed(text)
    case .themes(let themes, let complaints): workspace.show(themes, complaints)
    }
  }

  private mutating func route(_ event: BoardEvent) {
    switch event {
    case .woke: break
    case .pausing: editor.finishAll(in: &workspace)
    case .kept, .filed: panel.stageAgain(in: &workspace)
    case .keepingFailed(let reason): reportKeepingFailed(reason)
    case .keepingRecovered: workspace.notify("Saved again.")
    case .opened(let opening): panel.show(opening, &editor, &presence, in: &workspace)
    case .openingFailed(let reason):
      panel.boards.forgetNext()
      workspace.notify(SafeText("Not opened: \(reason.string)").sentence, isWarning: true)
    case .openingTakesLong: workspace.notify("Opening the board… Ctrl-C quits.")
    case .failed(let text):
      // The board list will not arrive any more, so its sheet closes.
      if case .boards(let list) = workspace.sheet?.kind, list.boards == nil {
        workspace.closeSheet()
      }
      workspace.notify(text.sentence, isWarning: true)
    case .merged(let change): presence.showMerged(change, &editor, in: &workspace)
    case .call(let event): panel.handle(event, &editor, &presence, in: &workspace)
    case .session(let event, let session): handle(event, in: session)
    }
  }

  private mutating func handle(_ event: SessionEvent, in session: Bytes16) {
    guard workspace.session == session else { return }
    if case .ended(let ending) = event {
      panel.end(ending, &editor, &presence, in: &workspace)
    } else {
      presence.isOutOfReach = panel.reachability.isLossReported
      presence.handle(event, &editor, in: &workspace)
    }
  }

  private mutating func reportKeepingFailed(_ reason: SafeText) {
    let others = presence.isAmongOthers ? " The others get it once it is saved." : ""
    workspace.notify(
      "Not saved: \(reason.clause). Easel keeps it and tries again.\(others)",
      isWarning: true)
  }

  /// Updates the parts after an event has changed the workspace.
  mutating func followChanges() {
    editor.followPicture(in: &workspace)
    if workspace.removeIsViewMoved() {
      presence.noteOwnView(in: &workspace)
      editor.forgetViewBeforeTyping()
    }
    if workspace.removeIsGuestInkStale() {
      composer.forgetBars()
      presence.showInk(in: &workspace)
    }
    if workspace.removeIsPreviewStale() { editor.preview(in: &workspace) }
  }

  // MARK: Time

  /// Prepares the first event: adds the paper, and offers the last board.
  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    workspace.notices.startClock(at: workspace.now.uptime)
    if let text = workspace.setup.paper {
      paper.add(text, workspace.setup.paperCut, in: &workspace)
    }
    if let last = workspace.setup.lastBoard, workspace.notices.shown == nil { offer(last) }
  }

  private mutating func offer(_ last: BoardSummary) {
    let chrome = workspace.chrome
    let age = Age(from: last.changed, to: workspace.now.wall).words
    workspace.notices.offer(
      SafeText(
        "\(chrome.enter) open \(chrome.quoted(last.name.string)) from \(age) "
          + "\(chrome.dash) or just draw"), command: .openLast)
  }

  /// Ends all notices, moves and other states whose time is over.
  private mutating func expire() {
    workspace.notices.expire(at: workspace.now.uptime)
    editor.expire(in: &workspace)
    presence.expire(in: &workspace)
    panel.expire(in: &workspace)
    requests.expire(at: workspace.now.uptime)
  }

  private mutating func askToWake() {
    let moments =
      [workspace.notices.expires, editor.gesture.finishesAt].compactMap { $0 } + panel.expiries
      + presence.expiries(after: workspace.now.uptime)
      + [panel.previewDue(editor, presence, in: workspace)].compactMap { $0 }
    if let next = moments.min() { requests.wake(at: next, in: &workspace) }
  }

  private mutating func rememberTools() {
    let tools = editor.tools.remembered(
      with: palette.form, showsLineNumbers: workspace.showsLineNumbers)
    requests.remember(tools, in: &workspace)
  }

  // MARK: The frame

  /// - Parameter hasNews: false if the bars are known to be unchanged.
  mutating func compose(hasNews: Bool = true) {
    guard !workspace.view.isTooSmall else { return composer.composeTooSmall(in: &workspace) }
    let fits = composer.fits(workspace.view)
    if hasNews || !fits {
      palette.show(editor.tools, in: workspace)
      editor.showPanel(besides: palette.rect, in: workspace)
      decoration.show(in: workspace)
    }
    let bars = hasNews || !fits ? bars() : nil
    if fits {
      composer.compose(overlay(), bars, in: &workspace)
    } else if let bars {
      composer.composeAnew(overlay(), bars, in: &workspace)
    }
  }

  private mutating func bars() -> Composer.Bars {
    let undoability = workspace.findUndoability()
    return BarContent(
      workspace: workspace, editor: editor, panel: panel, presence: presence, palette: palette,
      search: search, sheet: sheetInput
    ).bars(undoability)
  }

  private func overlay() -> Overlay {
    let pages = workspace.sheet == nil ? nil : sheetPages
    return OverlayPainter(
      workspace: workspace, editor: editor, presence: presence, palette: palette,
      search: search, sharing: panel.sharingHint(in: workspace), decoration: decoration,
      sheet: pages?.layout, code: pages?.codeLayout
    ).overlay()
  }

  private var sheetPages: SheetPages {
    SheetPages(
      workspace: workspace, editor: editor, panel: panel, presence: presence,
      palette: palette.rect)
  }

  /// The open sheet; nil if none is open.
  var sheetInput: SheetInput? {
    workspace.sheet == nil ? nil : sheetPages.layout.map(SheetInput.init)
  }
}

// State that callers of the whiteboard can read.
extension Whiteboard {
  /// The content of the screen. Rows that did not change are shared with the previous frame.
  package var frame: Frame { composer.frame }
  /// The current theme, which may differ from the theme at the start.
  package var shownTheme: Theme { workspace.theme }
  package var shownRaster: Raster { workspace.raster }
  /// The part of the board on the screen, below the top line.
  package var shownViewport: Viewport { workspace.view.viewport }
  /// The session that this user is in; nil outside of a session.
  package var session: Bytes16? { workspace.session }
  package var isInSession: Bool { workspace.isInSession }
  /// Whether there is a session to join.
  package var isInvited: Bool { !panel.offers.isEmpty }
  /// Whether another person is in the call.
  package var isEligible: Bool { panel.isEligible }
}
