import BoardDocument
import BoardEvents
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

/// The user's drawing: the editor, the board on which it records, and the surface that shows both.
/// The controller is the only owner of the three, and passes the result of one to the others.
package struct DrawingController: Sendable {
  package var editor: Editor
  package var recorder: BoardRecorder
  package var surface: Surface
  /// Whether the picture changed since the parts followed it.
  private var isPictureNew = true
  /// How many things reach beyond the edges of the view.
  package private(set) var beyond = ThingsBeyond()
  private var countedView: View?
  private let keymap: Keymap

  package init(_ setup: WhiteboardSetup, on board: BoardReplica) {
    editor = Editor(setup, isBoardNew: board.picture.things.isEmpty)
    keymap = setup.keymap
    recorder = BoardRecorder(board, by: setup.person)
    surface = Surface(setup.surface, showing: board.picture)
  }

  package var uptime: Int64 { recorder.now.uptime }
  /// Whether the user draws a freehand stroke on a screen that shows it.
  package var isInking: Bool { editor.gesture.isInking && !surface.view.isTooSmall }

  /// The cell of the screen at which the user types or moves the keyboard's pen.
  package var penOnScreen: CellPoint? {
    let caret = editor.text.visibleCaret(in: surface.view)
    return editor.keyPenOnScreen
      ?? caret.map { CellPoint(column: $0.column, row: $0.row + View.top) }
  }

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
  package mutating func press(
    _ button: MouseEvent.Button, _ touch: Touch, _ requests: inout Requests
  ) {
    keepText(&requests)
    let fill = editor.press(button, touch, in: recorder, on: &surface, &requests)
    record(fill, &requests)
  }

  /// Goes on with the gesture of a held button, or begins one.
  package mutating func drag(
    _ button: MouseEvent.Button, _ touch: Touch, _ requests: inout Requests
  ) {
    guard editor.begins(byDragging: button) else {
      return editor.drag(button, touch, in: recorder, on: &surface, &requests)
    }
    keepText(&requests)
    let fill = editor.start(button, touch, in: recorder, on: &surface, &requests)
    record(fill, &requests)
  }

  package mutating func release(_ touch: Touch, _ requests: inout Requests) {
    guard editor.release(touch, in: recorder, on: &surface, &requests) else { return }
    finishGesture(isReleased: true, &requests)
    editor.editText(under: touch, in: recorder, on: &surface, &requests)
  }

  /// Returns the place of a mouse report on the canvas.
  package func touch(_ mouse: MouseEvent) -> Touch {
    let pointer = surface.view.onCanvas(mouse.at)
    return Touch(
      pointer: pointer, point: surface.view.viewport.boardPoint(pointer),
      modifiers: mouse.modifiers)
  }

  package mutating func wheel(_ mouse: MouseEvent, _ requests: inout Requests) {
    finishGesture(&requests)
    surface.turnWheel(mouse, &requests)
  }

  /// - Returns: whether the size is new.
  package mutating func resize(columns: Int, rows: Int, _ requests: inout Requests) -> Bool {
    guard columns != surface.view.columns || rows != surface.view.rows else { return false }
    surface.resize(columns: columns, rows: rows, isHeld: !editor.gesture.isIdle)
    // A screen that is too small ignores the mouse, so no release would end the gesture.
    if surface.view.isTooSmall { finishGesture(&requests) }
    editor.followResize(on: &surface)
    return true
  }

  // MARK: Keys

  /// Handles keys that move the pen, the selection or the view. Returns false for any other key.
  package mutating func steer(
    _ key: Key, _ modifiers: Modifiers, _ requests: inout Requests
  ) -> Bool {
    if key == .enter, editor.writeInShape(in: recorder, on: &surface, &requests) { return true }
    switch editor.effect(of: key, modifiers, isPaper: surface.view.isPaper) {
    case nil: return false
    case .ignored: break
    case .finish(let isReleased): finishGesture(isReleased: isReleased, &requests)
    case .tap:
      record(editor.tap(modifiers, in: recorder, on: &surface, &requests), &requests)
      if key == .enter { finishGesture(isReleased: true, &requests) }
    case .nudge(let direction, let modifiers):
      if !editor.isNudging { finishGesture(&requests) }
      editor.nudge(direction, modifiers, in: recorder, on: &surface)
    case .pan(let columns, let rows): surface.pan(columns: columns, rows: rows)
    case .move(let direction, let modifiers):
      if editor.isNudging { finishGesture(&requests) }
      editor.movePen(direction, modifiers, in: recorder, on: &surface, &requests)
    }
    return true
  }

  /// Handles a key while the user types a text.
  package mutating func type(_ key: Key, _ modifiers: Modifiers, _ requests: inout Requests) {
    if key == .escape {
      finishText(&requests)
    } else {
      editor.type(key, modifiers, in: recorder.board, on: &surface, &requests)
    }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  ///
  /// - Returns: whether the user types a text now.
  package mutating func insert(pasted text: String, _ requests: inout Requests) -> Bool {
    if !editor.text.isTyping {
      guard recorder.accepts(.draw, &requests) else { return false }
      finishGesture(&requests)
      editor.startText(in: surface.view, at: uptime)
    }
    editor.insert(pasted: text, in: recorder.board, on: &surface, &requests)
    return true
  }

  /// Ends the gesture on Esc.
  package mutating func abandonGesture(_ requests: inout Requests) {
    if editor.keepsResultOnEscape { return finishGesture(&requests) }
    editor.abandonGesture(&requests)
    surface.dropWet()
  }

  // MARK: Commands

  package mutating func undo(_ requests: inout Requests) {
    // Undo removes the whole stroke in progress, so the held button must not continue it.
    editor.releaseButton()
    recorder.undo(&requests)
  }

  package mutating func perform(onSelection command: SelectionCommand, _ requests: inout Requests) {
    editor.perform(onSelection: command, with: &recorder, on: surface, &requests)
  }

  /// Copies the selection, as text for other programs too.
  package mutating func copySelection(adding sentence: String, _ requests: inout Requests) {
    editor.copySelection(from: recorder.picture, on: surface, adding: sentence, &requests)
  }

  package mutating func choose(_ color: InkColor, _ requests: inout Requests) {
    editor.choose(color, with: &recorder, &requests)
  }

  package mutating func restyle(_ command: Command, _ requests: inout Requests) {
    editor.restyle(command, with: &recorder, &requests)
  }

  /// Carries out what another part asks of the editor.
  package mutating func handle(_ request: EditorRequest, _ requests: inout Requests) {
    switch request {
    case .finishAll: finishAll(&requests)
    case .adaptTools(let mayDraw): editor.adaptTools(mayDraw: mayDraw)
    case .leaveLaser: editor.leaveLaser()
    case .sendGesture: editor.sendGesture(in: recorder, surface.view, &requests)
    case .followTexts(let change):
      editor.followTexts(in: change, with: &recorder, &requests)
    case .reset:
      editor.reset(isBoardNew: recorder.picture.things.isEmpty && !recorder.isInSession)
    }
  }

  // MARK: The end of gestures and texts

  /// Records the fill of the bucket, if there is one.
  private mutating func record(_ fill: Stroke?, _ requests: inout Requests) {
    if let fill { recorder.fill(with: fill, &requests) }
  }

  /// Ends the gesture and keeps its result.
  package mutating func finishGesture(isReleased: Bool = false, _ requests: inout Requests) {
    editor.finishGesture(isReleased: isReleased, with: &recorder, on: surface, &requests)
    showPicture()
    surface.dropWet()
  }

  /// Adds the typed text to the board, if there is any.
  private mutating func keepText(_ requests: inout Requests) {
    guard editor.text.isTyping else { return }
    editor.keepText(with: &recorder, &requests)
    showPicture()
    surface.dropWet()
  }

  /// Adds the typed text to the board, and returns to the earlier view.
  private mutating func finishText(_ requests: inout Requests) {
    keepText(&requests)
    editor.returnToView(on: &surface)
  }

  /// Finishes the gesture and the text in progress, because both would otherwise be lost.
  package mutating func finishAll(_ requests: inout Requests) {
    finishGesture(&requests)
    finishText(&requests)
  }

  /// Finishes a move by arrow keys once the series of key presses is over.
  package mutating func expire(_ requests: inout Requests) {
    if editor.isOver(at: uptime) { finishGesture(&requests) }
  }

  // MARK: What changed

  /// Shows the picture in the view with which a board opens, beside the columns of the tool palette.
  package mutating func showBeginning(beside columns: Int) {
    surface.show { $0.setMargin(columns) }
    surface.handle(.beginning, showing: recorder.picture)
    showPicture()
  }

  /// Paints the recorded changes of the picture.
  package mutating func showPicture() {
    let canvasChanges = recorder.removeCanvasChanges()
    if !canvasChanges.isEmpty { isPictureNew = true }
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
