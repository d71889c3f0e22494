import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The user's drawing: the editor, the board on which it records, and the surface that shows both.
/// The controller is the only owner of the three, and passes the result of one to the others.
package struct DrawingController {
  package var editor: Editor
  package var recorder: BoardRecorder
  package var surface: Surface
  /// Whether the picture changed since the parts followed it.
  private var isPictureNew = true
  /// How many things reach beyond the edges of the view.
  package private(set) var beyond = ThingsBeyond()
  private var countedView: View?
  private let keymap: Keymap

  package init(_ setup: WhiteboardSetup, on board: BoardReplica, _ requests: Requests) {
    editor = Editor(setup, isBoardNew: board.picture.things.isEmpty, requests)
    keymap = setup.keymap
    recorder = BoardRecorder(board, by: setup.person, requests)
    surface = Surface(setup.surface, showing: board.picture)
  }

  package var uptime: Int64 { recorder.now.uptime }
  /// Whether the user draws a freehand stroke on a screen that shows it.
  package var isInking: Bool { editor.gesture.isInking && !surface.view.isTooSmall }

  /// The cell of the screen at which the user types or moves the keyboard's pen.
  package var penOnScreen: CellPoint? {
    let (view, caret) = (surface.view, editor.text.visibleCaret(in: surface.view))
    return keyPenOnScreen ?? caret.map { CellPoint(column: $0.column, row: $0.row + view.top) }
  }

  /// The cell of the screen of the keyboard's pen; nil if the user has not moved it.
  package var keyPenOnScreen: CellPoint? { editor.keyPen?.cellOnScreen(in: surface.view) }

  package var panelStyle: PanelStyle {
    PanelStyle(
      canvas: surface.view.canvas, chrome: surface.chrome, theme: surface.theme, keymap: keymap,
      mayDraw: recorder.mayDraw)
  }

  /// Takes over what the terminal has told, unless a gesture is under way. An answer may come late,
  /// and it ends no stroke that the user has begun.
  ///
  /// - Returns: whether it took them over.
  package mutating func adopt(_ answers: NewAnswers) -> Bool {
    guard editor.gesture.isIdle else { return false }
    if let shape = answers.shape, shape != surface.view.shape { surface.setShape(shape) }
    if let color = answers.background { surface.setBackground(color) }
    if answers.hasDirectColor { surface.adoptDirectColor() }
    return true
  }

  // MARK: The mouse

  /// Begins a gesture on the canvas.
  package mutating func press(_ button: MouseEvent.Button, _ touch: Touch) {
    keepText()
    let fill = editor.press(button, touch, in: recorder, on: &surface)
    record(fill)
  }

  /// Goes on with the gesture of a held button, or begins one.
  package mutating func drag(_ button: MouseEvent.Button, _ touch: Touch) {
    guard editor.begins(byDragging: button) else {
      return editor.drag(button, touch, in: recorder, on: &surface)
    }
    keepText()
    let fill = editor.start(button, touch, in: recorder, on: &surface)
    record(fill)
  }

  package mutating func release(_ touch: Touch) {
    guard editor.release(touch, in: recorder, on: &surface) else { return }
    finishGesture(isReleased: true)
    editor.editText(under: touch, in: recorder, on: &surface)
  }

  /// Returns the place of a mouse report on the canvas.
  package func touch(_ mouse: MouseEvent) -> Touch {
    let pointer = surface.view.onCanvas(mouse.at)
    return Touch(
      pointer: pointer, point: surface.view.viewport.boardPoint(pointer),
      modifiers: mouse.modifiers)
  }

  package mutating func wheel(_ mouse: MouseEvent) {
    finishGesture()
    surface.turnWheel(mouse, recorder.requests)
  }

  /// - Returns: whether the size is new.
  package mutating func resize(columns: Int, rows: Int) -> Bool {
    guard columns != surface.view.columns || rows != surface.view.rows else { return false }
    surface.resize(columns: columns, rows: rows, isHeld: !editor.gesture.isIdle)
    // A screen that is too small ignores the mouse, so no release would end the gesture.
    if surface.view.isTooSmall { finishGesture() }
    editor.followResize(on: &surface)
    return true
  }

  // MARK: Keys

  /// Handles keys that move the pen, the selection or the view. Returns false for any other key.
  package mutating func steer(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if key == .enter, editor.writeInShape(in: recorder, on: &surface) { return true }
    switch editor.effect(of: key, modifiers, isPaper: surface.view.isPaper) {
    case nil: return false
    case .ignored: break
    case .finish(let isReleased): finishGesture(isReleased: isReleased)
    case .tap:
      record(editor.tap(modifiers, in: recorder, on: &surface))
      if key == .enter { finishGesture(isReleased: true) }
    case .nudge(let direction, let modifiers):
      if !editor.isNudging { finishGesture() }
      editor.nudge(direction, modifiers, in: recorder, on: &surface)
    case .makeNext(let direction): perform(onSelection: .next(direction))
    case .pan(let columns, let rows): surface.pan(columns: columns, rows: rows)
    case .move(let direction, let modifiers):
      if editor.isNudging { finishGesture() }
      editor.movePen(direction, modifiers, in: recorder, on: &surface)
    }
    return true
  }

  /// Handles a key while the user types a text.
  package mutating func type(_ key: Key, _ modifiers: Modifiers) {
    if key == .escape {
      let shape = editor.text.draft?.shape?.id
      finishText()
      editor.selecting.noteWritten(in: shape)
    } else {
      editor.type(key, modifiers, in: recorder.board, on: &surface)
    }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  ///
  /// - Returns: whether the user types a text now.
  package mutating func insert(pasted text: String) -> Bool {
    if !editor.text.isTyping {
      guard recorder.accepts(.draw) else { return false }
      finishGesture()
      editor.startText(on: &surface, at: uptime)
    }
    editor.insert(pasted: text, in: recorder.board, on: &surface)
    return true
  }

  /// Ends the gesture on Esc.
  package mutating func abandonGesture() {
    if editor.keepsResultOnEscape { return finishGesture() }
    editor.abandonGesture()
    surface.dropWet()
  }

  // MARK: Commands

  package mutating func undo() {
    // Undo removes the whole stroke in progress, so the held button must not continue it.
    editor.releaseButton()
    recorder.undo()
  }

  package mutating func perform(onSelection command: SelectionCommand) {
    if case .next = command { finishGesture() }
    editor.perform(onSelection: command, with: &recorder, on: surface)
    if case .next(.some) = command, let box = editor.selection.box {
      surface.showForUser { $0.reveal(box) }
    }
  }

  /// Begins a text with these words in the selected shape.
  package mutating func writeInShape(_ words: String) {
    guard editor.writeInShape(in: recorder, on: &surface) else { return }
    editor.insert(pasted: words, in: recorder.board, on: &surface)
  }

  /// Takes the tools that the user had before, and selects a shape.
  package mutating func goBack(to tools: ToolSettings, selecting shape: EntryID) {
    showPicture()
    editor.goBack(to: tools, selecting: shape, in: recorder.picture)
  }

  /// Copies the selection, as text for other programs too.
  package mutating func copySelection(adding sentence: String) {
    editor.copySelection(from: recorder.picture, on: surface, adding: sentence)
  }

  package mutating func choose(_ color: InkColor) {
    editor.choose(color, with: &recorder)
  }

  package mutating func restyle(_ command: Command) {
    editor.restyle(command, with: &recorder)
    if command == .toggleGuides { editor.followGuides(in: recorder, on: &surface) }
  }

  /// Carries out what another part asks of the editor.
  package mutating func handle(_ request: EditorRequest) {
    switch request {
    case .finishAll: finishAll()
    case .stopDrawing: stopDrawing()
    case .adaptTools(let mayDraw): editor.adaptTools(mayDraw: mayDraw)
    case .leaveLaser: editor.leaveLaser()
    case .sendGesture: editor.sendGesture(in: recorder, surface.view)
    case .followTexts(let change):
      editor.followTexts(in: change, with: &recorder)
    case .reset:
      editor.reset(isBoardNew: recorder.picture.things.isEmpty && !recorder.isInSession)
    }
  }

  // MARK: The end of gestures and texts

  /// Records the fill of the bucket, if there is one.
  private mutating func record(_ fill: Stroke?) {
    if let fill { recorder.fill(with: fill) }
  }

  /// Ends the gesture and keeps its result.
  package mutating func finishGesture(isReleased: Bool = false) {
    editor.finishGesture(isReleased: isReleased, with: &recorder, on: surface)
    showPicture()
    surface.dropWet()
  }

  /// Adds the typed text to the board, if there is any.
  private mutating func keepText() {
    guard editor.text.isTyping else { return }
    editor.keepText(with: &recorder)
    showPicture()
    surface.dropWet()
  }

  /// Adds the typed text to the board, and returns to the earlier view.
  private mutating func finishText() {
    keepText()
    editor.returnToView(on: &surface)
  }

  /// Finishes the gesture and the text in progress, because both would otherwise be lost.
  package mutating func finishAll() {
    finishGesture()
    finishText()
  }

  /// Ends the gesture and the text in progress of a new watcher. The gesture is lost, and the text
  /// goes to the clipboard.
  private mutating func stopDrawing() {
    let loses = editor.gesture.changesBoard
    finishAll()
    if loses { recorder.requests.notify("You watch now: your unfinished change is lost.", .loss) }
  }

  /// Finishes a move by arrow keys once the series of key presses is over.
  package mutating func expire() {
    if editor.isOver(at: uptime) { finishGesture() }
  }

  // MARK: What changed

  /// Shows the picture in the view with which a board opens, beside the columns of the tool palette.
  package mutating func showBeginning(beside columns: Int) {
    surface.show { $0.setMargin(columns) }
    handle(.beginning)
    showPicture()
  }

  /// Shows the board as it stood in the terminal from which the user's seat moves here.
  package mutating func adopt(_ seat: Seat) {
    editor.tools.adopt(seat.tools)
    surface.show { $0.move(to: seat.view) }
    showPicture()
    editor.selecting.select(seat.things.map(\.id), in: recorder.picture)
  }

  /// Carries out the request of a part for another view.
  package mutating func handle(_ request: ViewRequest) {
    surface.setCell(recorder.board.cell)
    surface.handle(request, showing: recorder.picture)
  }

  /// Paints the recorded changes of the picture.
  package mutating func showPicture() {
    let canvasChanges = recorder.removeCanvasChanges()
    if !canvasChanges.isEmpty {
      isPictureNew = true
      surface.setCell(recorder.board.cell)
    }
    surface.update(recorder.picture, after: canvasChanges)
  }

  /// Paints the changes of the picture, counts what the view cuts off, and lets the selection follow.
  package mutating func followPicture() {
    showPicture()
    if isPictureNew || surface.view != countedView {
      countedView = surface.view
      let cell = surface.view.viewport.columnWidth
      beyond = ThingsBeyond(
        surface.view.visible, in: recorder.picture, tolerance: Int32(clamping: Int(cell / 2)))
    }
    editor.follow(recorder.removeChangedItems(), in: recorder.picture)
  }

  /// Returns whether the picture changed since the last call.
  package mutating func removeIsPictureNew() -> Bool {
    defer { isPictureNew = false }
    return isPictureNew
  }

  /// Draws the preview again after the canvas below it has changed.
  package mutating func preview() { editor.preview(in: recorder, on: &surface) }
}
