import BoardContract
import BoardDocument
import BoardEditor
import BoardLog
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract
import SessionUI

/// The app as a value: events go in, effects come out, and a frame shows its state.
///
/// It has no clock and no side effects. The caller passes events with their time, and carries out
/// the effects. A pen movement costs only the dots that it draws, whatever the size of the screen.
///
/// It only routes events to its parts, carries out their requests and composes the frame. Each part
/// has its own state, which no other part changes: a part answers with `Requests`. A copy of a whiteboard
/// shares this list, which is empty between two events.
package struct Whiteboard {
  package typealias Setup = WhiteboardSetup

  private(set) var setup: Setup
  var notices = Notices()
  var sheets: Sheets
  /// The requests of the parts that are not carried out yet.
  let requests: Requests
  /// The effects of the event being handled.
  var effects: [Effect] = []

  var drawing: DrawingController
  var sessions: SessionController
  var palette: ToolPalette
  var search: PaperSearch
  var pictures: PicturePlacing
  var film: FilmController
  var composer = Composer()
  var toast = Toast()
  var heldPress: HeldPress?
  var interruptKey = InterruptKey()
  /// The state of a screen on a wall; nil for any other screen.
  var wall: WallScreen?
  var writing = WritingGuess()
  var answers = NewAnswers()
  var paper: PaperLayer
  private(set) var decoration = PaperDecoration()
  var shellRequests: ShellRequests
  private var hasBegun = false

  /// - Parameter notice: a text about the board for the user, such as the loss from a damaged file.
  package init(_ setup: Setup, on board: BoardReplica, notice: SafeText? = nil) {
    self.setup = setup
    let requests = Requests()
    self.requests = requests
    sheets = Sheets(requests)
    drawing = DrawingController(setup, on: board, requests)
    sessions = SessionController(setup, requests)
    search = PaperSearch(requests)
    pictures = PicturePlacing(requests)
    film = FilmController(requests)
    paper = PaperLayer(requests)
    shellRequests = ShellRequests(requests)
    palette = ToolPalette(setup.palette)
    wall = setup.purpose == .wall ? WallScreen() : nil
    palette.show(drawing)
    drawing.showBeginning(beside: palette.columnsAtLeft ?? 0)
    if let seat = setup.seat { drawing.adopt(seat) }
    compose()
    requests.notifyOpened(notice, board.saving)
    carryOutRequests()
    compose()
    drawing.recorder.board = .none
  }

  /// Moves the caller's board into the recorder while `body` runs, and then back. So there is
  /// never a second reference to the board, and a change does not have to copy the whole board.
  mutating func borrowing<Result>(
    _ board: inout BoardReplica, _ body: (inout Whiteboard) -> Result
  ) -> Result {
    swap(&drawing.recorder.board, &board)
    defer { swap(&drawing.recorder.board, &board) }
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
    drawing.recorder.now = now
    let isTimeOver = shellRequests.isDue(at: now.uptime)
    if drawing.isInking, hasBegun, !isTimeOver, let (button, mouse) = event.drag {
      draw(button, mouse)
    } else if hasBegun, !isTimeOver, let items = newInk(in: event) {
      grow(items)
    } else {
      handleFully(event, isTimeOver: isTimeOver)
    }
    defer { effects = [] }
    return effects
  }

  /// Handles a point of the stroke that the user draws: the editor, the pen that other participants
  /// see, and the frame.
  private mutating func draw(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    let before = palette
    sessions.presence.noteHover(
      mouse, isCovered: sheets.isOpen || palette.contains(mouse.at.cell),
      in: drawing.surface.view)
    drawing.drag(button, drawing.touch(mouse))
    giveWay(to: mouse.at.cell)
    sessions.showMyself(drawing, hosts: setup.arrival == .hosting, replays: false)
    carryOutRequests()
    compose(hasNews: palette.differs(from: before))
    if palette.differs(from: before) { askForHover() }
  }

  /// Returns the ink in progress of other participants, if the event has nothing else. A film hides
  /// their ink.
  private func newInk(in event: Event) -> [GuestItem]? {
    guard case .board(.session(.wets(let items), let session)) = event,
      session == drawing.recorder.session, replay == nil, wall == nil
    else { return nil }
    return items
  }

  /// Shows new points of other participants. Neither the bars nor the palette nor the sheets depend
  /// on them.
  private mutating func grow(_ items: [GuestItem]) {
    sessions.presence.show(items, besides: drawing.recorder.board.log.vector)
    followInk()
    compose(hasNews: false)
  }

  private mutating func handleFully(_ event: Event, isTimeOver: Bool) {
    paper.showNotice()
    carryOutRequests()
    begin()
    wall?.note(event, at: drawing.uptime)
    let (wasIdle, viewBefore) = (drawing.editor.isIdle, drawing.surface.view)
    let (bars, paletteBefore) = (BarChangeKey(self), palette)
    if isTimeOver { expire() }
    film.advance(to: drawing.uptime)
    route(event)
    carryOutRequests()
    followFilm(after: event)
    if drawing.adopt(answers) { answers = NewAnswers() }
    if drawing.editor.gesture.isIdle {
      drawing.surface.letViewGo()
      palette.show(drawing, unless: replay != nil)
      LeftMargin.update(
        beside: replay == nil ? palette.columnsAtLeft : nil, showing: drawing.recorder.picture,
        on: &drawing.surface)
    }
    follow()
    if drawing.editor.isIdle,
      !wasIdle || drawing.surface.view != viewBefore || event.isAboutParticipants
    {
      sessions.presence.keepFollowing(in: sessionContext)
      follow()
    }
    sessions.showMyself(drawing, hosts: setup.arrival == .hosting, replays: replay != nil)
    drawing.recorder.send(typed: drawing.editor.text.draft?.label)
    if drawing.editor.gesture.isIdle {
      sessions.sendPreview(with: &drawing.recorder)
      palette.comeBack(besides: drawing.keyPenOnScreen)
      toast.comeBack(besides: drawing.penOnScreen)
    }
    if let next = ScreenParts.fromTop.compactMap({ $0.nextWake(in: self) }).min() {
      shellRequests.wake(at: next)
    }
    carryOutRequests()
    // A mere movement of the mouse changes nothing in the bars.
    compose(
      hasNews: !event.isHover || BarChangeKey(self) != bars || palette.differs(from: paletteBefore))
    askForHover()
    if drawing.editor.isIdle { shellRequests.remember(drawing, palette.form) }
    carryOutRequests()
  }

  // MARK: Events

  private mutating func route(_ event: Event) {
    switch event {
    case .started: break
    case .input(let input):
      PixelPart.note(input, in: &self)
      handle(input)
    case .board(let event): route(event)
    case .boards(let boards): BoardListActions.show(boards, in: &sheets)
    case .glances(let glances): BoardListActions.add(glances, in: &sheets)
    case .done(let text): requests.notify(text.sentence)
    case .picture(let answer, let file): handle(answer, for: file)
    case .moving: prepareToMove()
    case .pixels(let news): PixelPart.handle(news, in: &self)
    case .copied(let text): notices.confirmCopied(text, at: drawing.uptime)
    case .themes(let themes, let complaints):
      if !themes.isEmpty { drawing.surface.offer(themes) }
      for complaint in complaints { requests.notify(complaint.sentence, .warning) }
    }
  }

  private mutating func handle(_ answer: PictureAnswer, for file: NamedPicture) {
    let text = pictures.handle(answer, for: file, in: drawing.recorder)
    if let text { TextPart.insert(pasted: text, in: &self) }
  }

  private mutating func route(_ event: BoardEvent) {
    switch event {
    case .pausing:
      drawing.finishAll()
      film.mode?.pause()
    case .failed(let text):
      // The board list will not arrive any more, so its sheet closes.
      if case .boards(let list) = sheets.kind, list.boards == nil { closeSheet() }
      requests.notify(text.sentence, .warning)
    case .session(.ended, let session) where session == drawing.recorder.session:
      drawing.finishAll()
      carryOutRequests()
      sessions.handle(event, with: &drawing.recorder, in: sessionContext)
    case .call(.changedCall):
      setup.changeCall()
      sessions.handle(event, with: &drawing.recorder, in: sessionContext)
    case .woke, .kept, .keepingFailed, .keepingRecovered, .opened, .openingFailed,
      .openingTakesLong, .filed, .merged, .call, .session, .playback:
      sessions.handle(event, with: &drawing.recorder, in: sessionContext)
    }
  }

  var sessionContext: SessionContext {
    SessionContext(
      setup, drawing, hasSheet: sheets.isOpen, replays: replay != nil, notices)
  }

  // MARK: Time

  /// Prepares the first event: adds the paper, and offers the last board.
  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    notices.startClock(at: drawing.uptime)
    if let text = setup.paper { paper.add(text, setup.paperCut, to: &drawing.recorder) }
    for start in setup.pictures {
      pictures.place(start, with: &drawing.recorder, in: drawing.surface.view)
    }
    if setup.seat != nil { requests.notify("Your seat is here now.") }
    carryOutRequests()
    if let last = setup.lastBoard, notices.shown == nil {
      notices.offer(last, drawing.surface.chrome, at: drawing.recorder.now.wall)
    }
  }

  /// Ends all notices, moves and other states whose time is over.
  private mutating func expire() {
    for part in ScreenParts.fromTop { part.expire(in: &self) }
    shellRequests.expire(at: drawing.uptime)
    carryOutRequests()
  }

  /// The tool palette follows mouse moves without a button. So do the other participants, who see
  /// this user's pointer.
  private mutating func askForHover() {
    let isFollowed = ScreenParts.fromTop.contains { $0.followsMouse(in: self) }
    shellRequests.hover(on: isFollowed && replay == nil)
    carryOutRequests()
  }

  // MARK: The frame

  /// - Parameter hasNews: false if the bars are known to be unchanged.
  mutating func compose(hasNews: Bool = true) {
    if film.removeHasChangedScreen() { composer.forgetAll() }
    if composer.tiles.isAvailable || composer.tiles.isOn {
      composer.tiles.prepare(for: shownSurface, isDim: isDim, at: drawing.uptime)
    }
    guard !drawing.surface.view.isTooSmall else {
      return composer.composeTooSmall(on: &drawing.surface)
    }
    var bars: Composer.Bars?
    if hasNews || !composer.fits(drawing.surface.view) {
      palette.show(drawing, unless: replay != nil)
      if drawing.surface.view.bars == .all {
        drawing.editor.showLine(
          besides: palette.rect, on: drawing.surface, in: drawing.panelStyle)
      }
      decoration.show(
        replay?.picture ?? drawing.recorder.picture, on: replay?.surface ?? drawing.surface)
      let content = BarContent(self)
      bars = content.bars(drawing.recorder.findUndoability())
      let notice = notices.shown.flatMap { wall == nil || $0.isWarning ? $0 : nil }
      toast.show(notice, content, in: drawing.panelStyle)
    }
    let overlay = ScreenParts.overlay(of: self)
    if var shown = replay {
      composer.show(overlay, bars, on: &shown.surface)
      film.mode = shown
    } else {
      composer.show(overlay, bars, on: &drawing.surface)
    }
    PixelPart.askForTiles(in: &self)
  }

  /// The surface on the screen: the one of the film, or the board's.
  var shownSurface: Surface { replay?.surface ?? drawing.surface }

  /// The open sheet; nil if none is open.
  var sheetInput: SheetInput? {
    sheets.isOpen ? SheetPages(self).layout.map(SheetInput.init) : nil
  }
}

// State that callers of the whiteboard can read.
extension Whiteboard {
  /// The content of the screen. Rows that did not change are shared with the previous frame.
  package var frame: Frame {
    isDim ? composer.frame.dimmed : composer.frame
  }
  private var isDim: Bool { wall?.isDim(at: drawing.uptime) == true }
  /// The current theme, which may differ from the theme at the start.
  package var shownTheme: Theme { drawing.surface.theme }
  package var shownRaster: Raster { drawing.surface.raster }
  /// The part of the board on the screen, below the top line.
  package var shownViewport: Viewport { drawing.surface.view.viewport }
  /// The session that this user is in; nil outside of a session.
  package var session: SessionUUID? { drawing.recorder.session }
  package var isInSession: Bool { drawing.recorder.isInSession }
  /// Whether there is a session to join.
  package var isInvited: Bool { !sessions.panel.offers.isEmpty }
  /// Returns the people to remember if the session ends now; none outside of a session.
  package func peopleMet(at wall: Int64) -> [KnownPerson] { sessions.presence.peopleMet(at: wall) }
  /// Whether another person is in the call.
  package var isEligible: Bool { sessions.panel.isEligible }
}
