import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

extension Whiteboard {
  mutating func route(_ event: Event) {
    switch event {
    case .started, .woke: break
    case .input(let input): handle(input)
    case .pausing: finishAll()
    case .kept: stageAnew()
    case .keepingFailed(let reason): keepingFailed(reason)
    case .keepingRecovered: say("Saved again.")
    case .opened(let opening): opened(opening)
    case .openingFailed(let reason):
      together.next = nil
      say("Not opened: \(reason.string)", isWarning: true)
    case .filed: stageAnew()
    case .boards(let boards): list(boards)
    case .done(let text): say(text.string)
    case .failed(let text):
      // The list will not come any more, so its sheet closes.
      if case .boards(let list) = sheet?.kind, list.boards == nil { closeSheet() }
      say(text.string, isWarning: true)
    case .themes(let themes, let complaints): offer(themes, complaints)
    case .call(let event): handle(event)
    case .session(let event, let session): handle(event, in: session)
    }
  }

  private mutating func handle(_ input: InputEvent) {
    switch input {
    case .key(let key, let modifiers): handle(key, modifiers)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): insert(pasted: text)
    case .resize(let columns, let rows): resize(columns: columns, rows: rows)
    case .answer(let answer): handle(answer)
    }
  }

  private mutating func handle(_ answer: TerminalAnswer) {
    switch answer {
    case .cellPixels(let width, let height):
      let shape = CellShape(pixelWidth: width, pixelHeight: height)
      guard shape != view.shape else { return }
      finishGesture()
      view.setShape(shape)
      repaintAll()
    case .background(let color):
      finishGesture()
      background = color
      theme = theme.adapted(to: color)
      repaintAll()
    case .pixelMouse: break
    }
  }

  private mutating func resize(columns: Int, rows: Int) {
    guard columns != view.columns || rows != view.rows else { return }
    view.resize(columns: columns, rows: rows, isHeld: !gesture.isIdle)
    // A screen that is too small ignores the mouse.
    if view.isTooSmall { finishGesture() }
    keyPen?.stay(in: view)
    together.hover = nil
    repaintAll()
    revealCaret()
  }

  /// Paints everything again, after a change of size, view, raster, theme or board.
  mutating func repaintAll() {
    surface = Surface(view, raster: raster, theme: theme, picture: board.picture)
    (screen.top, screen.bottom) = (ShownBar(), ShownBar())
    if together.seat != nil { showGuestInk() }
    previewAnew()
  }

  /// Finishes the gesture and the text in progress, which would otherwise be lost.
  mutating func finishAll() {
    finishGesture()
    finishText()
  }

  // MARK: Keeping

  private mutating func keepingFailed(_ reason: SafeText) {
    let others = together.isAmongOthers ? " The others get it once it is saved." : ""
    say(
      "Not saved: \(reason.clause). It is kept in memory and tried again.\(others)",
      isWarning: true)
  }

  // MARK: Boards and themes

  /// Shows the newly opened board from its beginning.
  mutating func showOpened(_ opening: BoardOpening) {
    // The stroke in progress was finished on the previous board, when this board was asked for.
    gesture = .idle
    heldButton = nil
    (draft, viewBeforeTyping) = (nil, nil)
    selection = Selection()
    sheet = nil
    notice = nil
    view.show(board.picture.paper.isEmpty ? .fit : .paper(CellPoint(column: 0, row: 0)))
    keyPen = nil
    undoability = nil
    repaintAll()
    sayOpened(opening.notice)
  }

  /// Says what the user should know about the open board.
  mutating func sayOpened(_ notice: SafeText?) {
    if let notice {
      say(notice.string, isWarning: true)
    } else if case .readOnly(let reason) = board.saving {
      say("Read only: \(reason.clause). Menu, Save a copy keeps what you draw.", isWarning: true)
    }
  }

  private mutating func offer(_ themes: [Theme], _ complaints: [SafeText]) {
    if !themes.isEmpty { self.themes = themes }
    for complaint in complaints { say(complaint.string, isWarning: true) }
  }

  func wait(for milliseconds: Int64) -> Int64 { now.uptime &+ milliseconds }
}
