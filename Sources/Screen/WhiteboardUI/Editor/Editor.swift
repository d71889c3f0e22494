import BoardEvents
import BoardModel
import CellFrame
import EaselBase

/// The state of the user's drawing: the tools, the gesture in progress, the selection, the text
/// being typed and the keyboard's pen.
struct Editor: Sendable {
  var tools: ToolSettings
  private(set) var gesture = Gesture.idle
  /// The mouse button that the user holds down on the canvas. If the program had to finish the
  /// gesture in the meantime, the next mouse report with this button begins another gesture.
  private var heldButton: MouseEvent.Button?
  /// The keyboard's pen; nil until the user moves it by key.
  private(set) var keyPen: KeyPen?
  var selecting = SelectionEditor()
  private(set) var text = TextEditor()
  private var doubleClick = DoubleClick()
  /// The cell of the second press of a double click, until the button is released.
  private var secondPress: CellPoint?

  init(_ setup: Whiteboard.Setup) {
    tools = ToolSettings(color: setup.person.color)
    if let width = setup.width { tools.setWidth(width) }
    if let tool = setup.tool.flatMap(Tool.init(number:)), tool != .laser { tools.use(tool) }
  }

  var selection: Selection { selecting.selection }
  /// Whether the user is neither making a gesture nor typing a text.
  var isIdle: Bool { gesture.isIdle && !text.isTyping }

  // MARK: The mouse

  mutating func press(
    _ button: MouseEvent.Button, _ touch: Touch, in workspace: inout Workspace
  ) {
    keyPen = nil
    let cell = touch.pointer.cell
    let isDouble =
      button == .left && tools.tool == .select && doubleClick.press(at: cell, workspace.now.uptime)
    secondPress = isDouble ? cell : nil
    start(button, touch, in: &workspace)
    // Some actions, such as filling, are complete at the press. A small movement of the pointer
    // must not repeat them.
    heldButton = gesture.isIdle ? nil : button
  }

  /// Notes a button whose press did not reach the canvas, so that a later drag begins a gesture.
  mutating func hold(_ button: MouseEvent.Button) { heldButton = button }

  mutating func releaseButton() { heldButton = nil }

  mutating func drag(_ button: MouseEvent.Button, _ touch: Touch, in workspace: inout Workspace) {
    guard heldButton == button else { return }
    if gesture.isIdle {
      start(button, touch, in: &workspace)
    } else {
      extend(to: touch, in: &workspace)
    }
  }

  mutating func release(_ touch: Touch, in workspace: inout Workspace) {
    guard heldButton != nil else { return }
    heldButton = nil
    if !gesture.isIdle { extend(to: touch, in: &workspace) }
    finishGesture(isReleased: true, in: &workspace)
    if secondPress == touch.pointer.cell { editText(under: touch, in: &workspace) }
  }

  // MARK: Gestures, the same for mouse and keyboard

  private mutating func start(
    _ button: MouseEvent.Button, _ touch: Touch, in workspace: inout Workspace
  ) {
    switch button {
    case .left: start(tools.tool, touch, in: &workspace)
    case .middle: start(.hand, touch, in: &workspace)
    case .right: start(.eraser, touch, in: &workspace)
    }
  }

  private mutating func start(_ tool: Tool, _ touch: Touch, in workspace: inout Workspace) {
    // The user points at the visible board, so the view must not move now. If the gesture begins a
    // new text, the earlier view to return to is remembered as well.
    keepText(in: &workspace)
    defer { text.forgetViewUnlessTyping() }
    if tool.changesBoard, !workspace.mayDraw { return workspace.notifyOnlyWatching() }
    if tool.addsToBoard, let lack = workspace.board.lack(for: .draw) {
      return workspace.notify(of: lack)
    }
    if tool != .select, tool != .hand { selecting.deselect() }
    switch tool {
    case .pen: gesture = .inking(Inking(.pen, tools.ink, at: touch, in: &workspace))
    case .marker: gesture = .inking(Inking(.marker, tools.markerInk, at: touch, in: &workspace))
    case .eraser: gesture = .erasing(Erasing(at: touch, in: &workspace))
    case .line: startShape(.line, touch, in: &workspace)
    case .arrow: startShape(.arrow, touch, in: &workspace)
    case .rectangle: startShape(.rectangle, touch, in: &workspace)
    case .ellipse: startShape(.ellipse, touch, in: &workspace)
    case .bucket: Bucket.fill(around: touch, with: tools.color, in: &workspace)
    case .text: text.start(at: touch, tools, in: &workspace)
    case .select: startSelecting(touch, in: &workspace)
    case .eyedropper:
      if let color = Eyedropper.describeThing(at: touch, in: &workspace) { tools.color = color }
    case .hand: gesture = .panning(Panning(at: touch))
    case .laser: gesture = .beaming
    }
  }

  private mutating func startShape(
    _ kind: Stroke.Kind, _ touch: Touch, in workspace: inout Workspace
  ) {
    let isFilled = tools.tool.isFillable && tools.isFilled
    gesture = .shaping(Shaping(kind, tools.ink, isFilled: isFilled, at: touch, in: &workspace))
  }

  private mutating func startSelecting(_ touch: Touch, in workspace: inout Workspace) {
    if let begun = selecting.press(touch, in: &workspace) { gesture = .selecting(begun) }
  }

  private mutating func extend(to touch: Touch, in workspace: inout Workspace) {
    // The property holds no gesture while this function changes the gesture. So the change copies
    // no data.
    var held = gesture
    gesture = .idle
    switch consume held {
    case .idle: held = .idle
    case .inking(var inking):
      inking.extend(to: touch, in: &workspace)
      held = .inking(inking)
    case .shaping(var shaping):
      let isConstrained = tools.isConstrained != touch.constrains
      shaping.extend(to: touch.point, isConstrained: isConstrained, in: &workspace)
      held = .shaping(shaping)
    case .erasing(var erasing):
      erasing.extend(to: touch.point, in: &workspace)
      held = .erasing(erasing)
    case .selecting(var going):
      let isConstrained = tools.isConstrained != touch.constrains
      going.extend(to: touch.point, isConstrained: isConstrained, selection, in: &workspace)
      held = .selecting(going)
    case .panning(var panning):
      panning.extend(to: touch.pointer, in: &workspace)
      held = .panning(panning)
    case .beaming: held = .beaming
    }
    gesture = held
  }

  /// Ends the gesture and keeps its result.
  ///
  /// - Parameter isReleased: whether the user ends it, by the mouse button or by key. If not, the
  ///   program ends it.
  mutating func finishGesture(isReleased: Bool = false, in workspace: inout Workspace) {
    let done = gesture
    gesture = .idle
    switch done {
    case .idle, .panning, .beaming: break
    case .inking(var inking): inking.finish(in: &workspace)
    case .shaping(let shaping): shaping.finish(in: &workspace)
    case .erasing(let erasing): erasing.finish(in: &workspace)
    case .selecting(let done): selecting.finish(done, isReleased: isReleased, in: &workspace)
    }
    workspace.surface.dropWet()
  }

  /// Abandons the gesture on Esc. Freehand ink stays; a gesture that so far is only a preview
  /// disappears.
  mutating func abandonGesture(in workspace: inout Workspace) {
    if case .inking = gesture { return finishGesture(in: &workspace) }
    if case .shaping = gesture { workspace.emit(.penAbandoned) }
    forgetGesture()
    workspace.surface.dropWet()
  }

  private mutating func forgetGesture() {
    gesture = .idle
    heldButton = nil
  }

  /// Finishes the gesture and the text in progress, because both would otherwise be lost.
  mutating func finishAll(in workspace: inout Workspace) {
    finishGesture(in: &workspace)
    finishText(in: &workspace)
  }

  /// Draws the preview again after the canvas below it has changed.
  mutating func preview(in workspace: inout Workspace) {
    switch gesture {
    case .idle, .panning, .beaming: text.preview(in: &workspace)
    case .inking(var inking):
      inking.preview(in: &workspace)
      gesture = .inking(inking)
    case .shaping(let shaping): shaping.preview(in: &workspace)
    case .erasing(var erasing):
      erasing.preview(in: &workspace)
      gesture = .erasing(erasing)
    case .selecting(let going): going.preview(selection, in: &workspace)
    }
  }

  /// Finishes a move by arrow keys once the series of key presses is over.
  mutating func expire(in workspace: inout Workspace) {
    if let end = gesture.finishesAt, end <= workspace.now.uptime { finishGesture(in: &workspace) }
  }

  /// Sends the stroke in progress to the other participants when a session begins.
  func sendGesture(in workspace: inout Workspace) {
    switch gesture {
    case .inking(let inking): inking.send(in: &workspace)
    case .shaping(let shaping): shaping.send(in: &workspace)
    case .idle, .erasing, .selecting, .panning, .beaming: break
    }
  }

  // MARK: Undo

  mutating func undo(in workspace: inout Workspace) {
    // Undo removes the whole stroke in progress, so the held button must not continue it.
    heldButton = nil
    workspace.undo()
  }

  // MARK: Text

  /// Adds the typed text to the board, if there is any, and returns to the earlier view.
  mutating func finishText(in workspace: inout Workspace) {
    keepText(in: &workspace)
    text.returnToView(in: &workspace)
  }

  /// Adds the typed text to the board, and leaves the view where the caret moved it. If the board
  /// does not accept the text, the text goes to the clipboard.
  private mutating func keepText(in workspace: inout Workspace) {
    if let lost = text.keep(in: &workspace) { selecting.replaceClipboard(by: [.label(lost)]) }
  }

  /// Follows the edits of others that were merged.
  mutating func followTexts(in change: BoardChange, in workspace: inout Workspace) {
    text.follow(change, in: &workspace)
  }

  /// Begins to edit the text under a double click of the selecting tool, if there is one.
  private mutating func editText(under touch: Touch, in workspace: inout Workspace) {
    guard !touch.constrains, !touch.modifiers.contains(.shift),
      let thing = workspace.board.picture.topmost(at: touch.point, within: 0),
      case .label = thing.item
    else { return }
    guard workspace.mayDraw else { return workspace.notifyOnlyWatching() }
    if let lack = workspace.board.lack(for: .draw) { return workspace.notify(of: lack) }
    selecting.deselect()
    workspace.notices.dismiss()
    text.start(at: touch, tools, in: &workspace)
  }

  /// Handles a key while the user types a text.
  mutating func type(_ key: Key, _ modifiers: Modifiers, in workspace: inout Workspace) {
    if key == .escape {
      finishText(in: &workspace)
    } else {
      text.type(key, modifiers, in: &workspace)
    }
  }

  /// Inserts pasted text where the user types, and begins a text if none is being typed.
  mutating func insert(pasted added: String, in workspace: inout Workspace) {
    if !text.isTyping {
      guard workspace.mayDraw else { return workspace.notifyOnlyWatching() }
      if let lack = workspace.board.lack(for: .draw) { return workspace.notify(of: lack) }
      finishGesture(in: &workspace)
      tools.use(.text)
      let pen = keyPen ?? KeyPen(workspace.view)
      text.start(at: pen.cell, tools, in: workspace)
    }
    text.insert(added, in: &workspace)
  }

  /// Adapts the keyboard's pen and the caret to a new screen size.
  mutating func followResize(in workspace: inout Workspace) {
    keyPen?.stay(in: workspace.view)
    text.revealCaret(in: &workspace)
  }

  /// Forgets the view from before the text, because the user has chosen another view. The end of
  /// the text then does not move the view.
  mutating func forgetViewBeforeTyping() { text.forgetView() }

  // MARK: The keyboard's pen

  mutating func hideKeyPen() { keyPen = nil }

  /// The cell of the screen under the keyboard's pen.
  var keyPenOnScreen: CellPoint? { keyPen?.cellOnScreen }

  /// Handles keys that move the pen, the selection or the view. Returns false for any other key.
  mutating func steer(_ key: Key, _ modifiers: Modifiers, in workspace: inout Workspace) -> Bool {
    if key == .enter || key == .character(" ") {
      tap(with: key, modifiers, in: &workspace)
      return true
    }
    guard let direction = Direction(key, modifiers) else { return false }
    let modifiers = direction.isShifted ? modifiers.union(.shift) : modifiers
    let canNudge = !selection.isEmpty && direction.isArrow && (gesture.isIdle || isNudging)
    if canNudge {
      nudge(direction, modifiers, in: &workspace)
    } else if tools.tool == .hand || direction.isArrow && workspace.view.isPaper && keyPen == nil {
      let cells = modifiers.contains(.shift) ? 8.0 : 1.0
      workspace.pan(
        columns: Double(direction.right) * cells * 2, rows: Double(direction.down) * cells)
    } else {
      movePen(direction, modifiers, in: &workspace)
    }
    return true
  }

  private var isNudging: Bool { gesture.finishesAt != nil }

  /// Moves the selection by an arrow key. Presses in quick succession make a single move.
  private mutating func nudge(
    _ direction: Direction, _ modifiers: Modifiers, in workspace: inout Workspace
  ) {
    var moving: Moving
    if case .selecting(.moving(let going, _)) = gesture, isNudging {
      moving = going
    } else {
      finishGesture(in: &workspace)
      moving = Moving(from: BoardPoint(x: 0, y: 0), at: workspace.now.uptime)
    }
    let steps = Double(modifiers.contains(.shift) ? 5 : 1)
    let step = BoardPoint(
      clamping: Double(direction.right) * steps * workspace.view.viewport.columnWidth,
      Double(direction.down) * steps * workspace.view.viewport.rowHeight)
    moving.extend(by: step, moving: selection.ids, in: &workspace)
    gesture = .selecting(.moving(moving, clicked: nil))
  }

  private mutating func movePen(
    _ direction: Direction, _ modifiers: Modifiers, in workspace: inout Workspace
  ) {
    if isNudging { finishGesture(in: &workspace) }
    guard var pen = keyPen else {
      // The first press only shows the pen.
      keyPen = KeyPen(workspace.view)
      return
    }
    let dots = modifiers.contains(.shift) ? 10 : modifiers.contains(.alt) ? 1 : 2
    let beyond = pen.move(
      right: direction.right, down: direction.down, dots: dots, in: workspace.view)
    keyPen = pen
    if !gesture.isIdle {
      extend(to: touch(pen, [], in: workspace), in: &workspace)
    } else if beyond.columns != 0 || beyond.rows != 0 {
      workspace.pan(columns: Double(beyond.columns), rows: Double(beyond.rows))
    }
  }

  /// Handles Space and Enter. Space puts the pen down or lifts it. Enter only lifts it, because the
  /// user may press it to answer a question that has just gone; after an arrow key it taps with the
  /// tools that need a single tap.
  private mutating func tap(
    with key: Key, _ modifiers: Modifiers, in workspace: inout Workspace
  ) {
    if isNudging { return finishGesture(in: &workspace) }
    guard gesture.isIdle else { return finishGesture(isReleased: true, in: &workspace) }
    let isWholeTap = tools.tool == .select || tools.tool == .eraser
    if key == .enter, keyPen == nil || !isWholeTap { return }
    let pen = keyPen ?? KeyPen(workspace.view)
    keyPen = pen
    start(tools.tool, touch(pen, modifiers, in: workspace), in: &workspace)
    if key == .enter { finishGesture(isReleased: true, in: &workspace) }
  }

  private func touch(_ pen: KeyPen, _ modifiers: Modifiers, in workspace: Workspace) -> Touch {
    Touch(
      pointer: pen.pointer, point: workspace.view.viewport.boardPoint(pen.pointer),
      modifiers: modifiers)
  }

  // MARK: Another board

  /// Drops all state that belongs to the previous board.
  mutating func reset() {
    forgetGesture()
    text = TextEditor()
    selecting.deselect()
    keyPen = nil
  }
}
