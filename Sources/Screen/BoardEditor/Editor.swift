import BoardContract
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The state of the user's drawing: the tools, the gesture in progress, the selection, the text
/// being typed and the keyboard's pen.
package struct Editor {
  package var tools: ToolSettings
  package private(set) var gesture = Gesture.idle
  /// The mouse button that the user holds down on the canvas. If the program had to finish the
  /// gesture in the meantime, the next mouse report with this button begins another gesture.
  private var heldButton: MouseEvent.Button?
  /// The keyboard's pen; nil until the user moves it by key.
  package private(set) var keyPen: KeyPen?
  package var selecting: SelectionEditor
  package internal(set) var text: TextEditor
  private var doubleClick = DoubleClick()
  /// The cell of the second press of a double click, until the button is released.
  private var secondPress: CellPoint?
  /// Whether the next arrow key gives the direction of the next shape.
  var awaitsDirection = false
  let requests: Requests

  /// - Parameter isBoardNew: whether nothing is drawn on the board. Then the first drag draws,
  ///   whatever tool the user had last.
  init(_ setup: WhiteboardSetup, isBoardNew: Bool, _ requests: Requests) {
    self.requests = requests
    (selecting, text) = (SelectionEditor(requests), TextEditor(requests))
    tools = ToolSettings(color: setup.person.color)
    if let width = setup.width { tools.setWidth(width) }
    if !isBoardNew, let tool = setup.tool.flatMap(Tool.init(number:)), tool != .laser {
      tools.use(tool)
    }
  }

  package var selection: Selection { selecting.selection }
  /// Whether the user is neither making a gesture nor typing a text.
  package var isIdle: Bool { gesture.isIdle && !text.isTyping }

  // MARK: The mouse

  /// Begins a gesture on the canvas. The whiteboard has finished the last gesture and the text.
  ///
  /// - Returns: the fill of the bucket, for the recorder.
  package mutating func press(
    _ button: MouseEvent.Button, _ touch: Touch, in recorder: BoardRecorder,
    on surface: inout Surface
  ) -> Stroke? {
    (keyPen, awaitsDirection) = (nil, false)
    let cell = touch.pointer.cell
    let isPlain = button == .left && !touch.constrains && !touch.modifiers.contains(.shift)
    let isDouble =
      (tools.tool == .select || tools.tool.isFillable)
      && doubleClick.press(at: isPlain ? cell : nil, recorder.now.uptime)
    secondPress = isDouble ? cell : nil
    if isDouble, tools.tool.isFillable {
      // The first press has made or selected a shape: the second one draws no other.
      heldButton = button
      return nil
    }
    let fill = start(button, touch, in: recorder, on: &surface)
    // Some actions, such as filling, are complete at the press. A small movement of the pointer
    // must not repeat them.
    heldButton = gesture.isIdle ? nil : button
    return fill
  }

  /// Notes a button whose press did not reach the canvas, so that a later drag begins a gesture.
  package mutating func hold(_ button: MouseEvent.Button) { heldButton = button }

  package mutating func releaseButton() { heldButton = nil }

  /// Whether a drag with this button begins a gesture.
  func begins(byDragging button: MouseEvent.Button) -> Bool {
    heldButton == button && gesture.isIdle
  }

  /// Follows the pointer while the user holds the button of the gesture.
  package mutating func drag(
    _ button: MouseEvent.Button, _ touch: Touch, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    guard heldButton == button else { return }
    extend(to: touch, in: recorder, on: &surface)
  }

  /// Follows the pointer to the place where the user releases the button.
  ///
  /// - Returns: whether the button was held, so that the gesture is over.
  package mutating func release(
    _ touch: Touch, in recorder: BoardRecorder, on surface: inout Surface
  ) -> Bool {
    guard heldButton != nil else { return false }
    heldButton = nil
    extend(to: touch, in: recorder, on: &surface)
    return true
  }

  // MARK: Gestures, the same for mouse and keyboard

  /// Begins a gesture by a mouse button.
  ///
  /// - Returns: the fill of the bucket, for the recorder.
  mutating func start(
    _ button: MouseEvent.Button, _ touch: Touch, in recorder: BoardRecorder,
    on surface: inout Surface
  ) -> Stroke? {
    let tool: Tool =
      switch button {
      case .left: tools.tool
      case .middle: .hand
      case .right: .eraser
      }
    return start(tool, touch, in: recorder, on: &surface)
  }

  private mutating func start(
    _ tool: Tool, _ touch: Touch, in recorder: BoardRecorder, on surface: inout Surface
  ) -> Stroke? {
    // The user points at the visible board, so the view must not move now. If the gesture begins a
    // new text, the earlier view to return to is remembered as well.
    defer { text.forgetViewUnlessTyping() }
    if tool.changesBoard, !recorder.mayDraw {
      requests.notifyOnlyWatching()
      return nil
    }
    if tool.addsToBoard, let lack = recorder.board.lack(for: .draw) {
      requests.notify(of: lack)
      return nil
    }
    if tool.isFillable, let begun = selecting.pressCorner(touch, in: recorder, on: surface) {
      gesture = .selecting(begun)
      return nil
    }
    let clicked = clickedShape(at: touch.point, in: recorder.picture, surface.view)
    if tool != .select, tool != .hand { selecting.deselect() }
    switch tool {
    case .pen:
      gesture = .inking(Inking(.pen, tools.ink, at: touch, in: recorder, on: &surface))
    case .marker:
      gesture = .inking(Inking(.marker, tools.markerInk, at: touch, in: recorder, on: &surface))
    case .eraser: gesture = .erasing(Erasing(at: touch, in: recorder, on: &surface))
    case .line: startShape(.line, touch, in: recorder, on: surface)
    case .arrow: startShape(.arrow, touch, in: recorder, on: surface)
    case .rectangle:
      startShape(.rectangle, touch, clicked: clicked, in: recorder, on: surface)
    case .ellipse:
      startShape(.ellipse, touch, clicked: clicked, in: recorder, on: surface)
    case .diamond:
      startShape(.diamond, touch, clicked: clicked, in: recorder, on: surface)
    case .bucket:
      return Bucket.fill(around: touch, with: tools.color, in: recorder, on: surface)
    case .text: text.start(at: touch, tools, in: recorder, on: &surface)
    case .select:
      if let begun = selecting.press(touch, in: recorder, on: surface) {
        gesture = .selecting(begun)
      }
    case .eyedropper:
      let color = Eyedropper.describeThing(at: touch, within: surface.reach, in: recorder)
      if let color { tools.color = color }
    case .hand: gesture = .panning(Panning(at: touch.pointer))
    case .laser: gesture = .beaming
    }
    return nil
  }

  private mutating func startShape(
    _ kind: Stroke.Kind, _ touch: Touch, clicked: EntryID? = nil, in recorder: BoardRecorder,
    on surface: Surface
  ) {
    gesture = .shaping(
      Shaping(
        kind, tools, at: touch, clicked: clicked,
        sticksWithin: stickingReach(on: surface), in: recorder, surface.view))
  }

  private mutating func extend(
    to touch: Touch, in recorder: BoardRecorder, on surface: inout Surface
  ) {
    // The property holds no gesture while this function changes the gesture. So the change copies
    // no data.
    var held = gesture
    gesture = .idle
    switch consume held {
    case .idle: held = .idle
    case .inking(var inking):
      inking.extend(to: touch, on: &surface)
      held = .inking(inking)
    case .shaping(var shaping):
      let isConstrained = tools.isConstrained != touch.constrains
      shaping.extend(
        to: touch.point, isConstrained: isConstrained, sticksWithin: stickingReach(on: surface),
        in: recorder, on: &surface)
      held = .shaping(shaping)
    case .erasing(var erasing):
      erasing.extend(to: touch.point, by: recorder.board.replica, on: &surface)
      held = .erasing(erasing)
    case .selecting(var going):
      let isConstrained = tools.isConstrained != touch.constrains
      going.extend(
        to: touch.point, isConstrained: isConstrained, sticksWithin: stickingReach(on: surface),
        hasGuides: hasGuides, selection, in: recorder.board, on: &surface)
      held = .selecting(going)
    case .panning(var panning):
      panning.extend(to: touch.pointer, on: &surface)
      held = .panning(panning)
    case .beaming: held = .beaming
    }
    gesture = held
  }

  /// Ends the gesture and records its result. The whiteboard then drops the preview.
  ///
  /// - Parameter isReleased: whether the user ends it, by the mouse button or by key. If not, the
  ///   program ends it.
  package mutating func finishGesture(
    isReleased: Bool = false, with recorder: inout BoardRecorder, on surface: Surface
  ) {
    let done = gesture
    gesture = .idle
    switch done {
    case .idle, .panning, .beaming: break
    case .inking(var inking): inking.finish(with: &recorder, in: surface.view)
    case .shaping(let shaping):
      let made = shaping.finish(isReleased: isReleased, with: &recorder, in: surface.view)
      // The arrow keys go on to move the keyboard's pen, since they would not move a line that sticks.
      if let made, keyPen == nil || !shaping.isLine {
        selecting.select([made], in: recorder.picture)
      }
    case .erasing(let erasing): erasing.finish(with: &recorder)
    case .selecting(let done):
      selecting.finish(done, isReleased: isReleased, with: &recorder, on: surface)
    }
  }

  /// Whether Esc keeps the gesture's result. Freehand ink stays; a gesture that so far is only a
  /// preview disappears.
  var keepsResultOnEscape: Bool { gesture.isInking }

  /// Abandons the gesture on Esc.
  package mutating func abandonGesture() {
    if case .shaping = gesture { requests.emit(.penAbandoned) }
    forgetGesture()
  }

  private mutating func forgetGesture() {
    gesture = .idle
    heldButton = nil
  }

  /// Draws the preview again after the canvas below it has changed.
  package mutating func preview(in recorder: BoardRecorder, on surface: inout Surface) {
    switch gesture {
    case .idle, .panning, .beaming: text.preview(in: recorder.board, on: &surface)
    case .inking(var inking):
      inking.preview(on: &surface)
      gesture = .inking(inking)
    case .shaping(let shaping): shaping.preview(on: &surface)
    case .erasing(var erasing):
      erasing.preview(in: recorder, on: &surface)
      gesture = .erasing(erasing)
    case .selecting(let going): going.preview(selection, in: recorder.board, on: &surface)
    }
  }

  /// Moves the selection again after the user switched guides on or off during a drag.
  mutating func followGuides(in recorder: BoardRecorder, on surface: inout Surface) {
    guard case .selecting(.moving(var moving, let clicked)) = gesture, !isNudging else { return }
    moving.snap(hasGuides: hasGuides, moving: selection.ids, in: recorder.board, on: &surface)
    gesture = .selecting(.moving(moving, clicked: clicked))
  }

  /// Whether a move by arrow keys is over, because the series of key presses ended.
  func isOver(at uptime: Int64) -> Bool { gesture.finishesAt.map { $0 <= uptime } ?? false }

  /// Sends the stroke in progress to the other participants when a session begins.
  func sendGesture(in recorder: BoardRecorder, _ view: View) {
    gesture.send(in: recorder, view)
  }

  // MARK: Text

  /// Begins to edit the text under a double click of the selecting tool, or a text on the empty board.
  mutating func editText(
    under touch: Touch, in recorder: BoardRecorder, on surface: inout Surface
  ) {
    guard secondPress == touch.pointer.cell, !touch.constrains, !touch.modifiers.contains(.shift)
    else { return }
    let thing = recorder.picture.topmost(at: touch.point, within: 0)
    if thing?.item.isText != true {
      if writeInShape(in: recorder, on: &surface) { return }
      // On the empty board, a text begins.
      let near = recorder.picture.topmost(at: touch.point, within: surface.reach)
      guard near == nil, tools.tool == .select else { return }
    }
    guard recorder.accepts(.draw) else { return }
    selecting.deselect()
    requests.append(.notice(.dismiss))
    text.start(at: touch, tools, isAtEnd: true, in: recorder, on: &surface)
  }

  /// Adapts the keyboard's pen and the caret to a new screen size.
  mutating func followResize(on surface: inout Surface) {
    keyPen?.stay(in: surface.view)
    text.revealCaret(on: &surface)
  }

  // MARK: The keyboard's pen

  mutating func hideKeyPen() { keyPen = nil }

  /// Moves the selection by an arrow key. Presses in quick succession make a single move.
  mutating func nudge(
    _ direction: Direction, _ modifiers: Modifiers, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    let uptime = recorder.now.uptime
    var moving =
      if case .selecting(.moving(let going, _)) = gesture, isNudging {
        going
      } else {
        Moving(from: BoardPoint(x: 0, y: 0), at: uptime)
      }
    let steps = Double(modifiers.contains(.shift) ? 5 : 1)
    let viewport = surface.view.viewport
    let step = BoardPoint(
      clamping: Double(direction.right) * steps * viewport.columnWidth,
      Double(direction.down) * steps * viewport.rowHeight)
    moving.extend(by: step, at: uptime, moving: selection.ids, in: recorder.board, on: &surface)
    gesture = .selecting(.moving(moving, clicked: nil))
  }

  mutating func movePen(
    _ direction: Direction, _ modifiers: Modifiers, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    guard var pen = keyPen else {
      // The first press only shows the pen.
      keyPen = KeyPen(surface.view)
      return
    }
    let dots = modifiers.contains(.shift) ? 10 : modifiers.contains(.alt) ? 1 : 2
    let beyond = pen.move(
      right: direction.right, down: direction.down, dots: dots, in: surface.view)
    keyPen = pen
    if !gesture.isIdle {
      extend(to: touch(pen, [], in: surface.view), in: recorder, on: &surface)
    } else if beyond.columns != 0 || beyond.rows != 0 {
      surface.pan(columns: Double(beyond.columns), rows: Double(beyond.rows))
    }
  }

  /// Puts the keyboard's pen down.
  ///
  /// - Returns: the fill of the bucket, for the recorder.
  mutating func tap(
    _ modifiers: Modifiers, in recorder: BoardRecorder, on surface: inout Surface
  ) -> Stroke? {
    let pen = keyPen ?? KeyPen(surface.view)
    keyPen = pen
    return start(tools.tool, touch(pen, modifiers, in: surface.view), in: recorder, on: &surface)
  }

  private func touch(_ pen: KeyPen, _ modifiers: Modifiers, in view: View) -> Touch {
    Touch(
      pointer: pen.pointer, point: view.viewport.boardPoint(pen.pointer), modifiers: modifiers)
  }

  // MARK: The tools

  /// Selects a tool that the user can use, after a change of the user's right.
  mutating func adaptTools(mayDraw: Bool) { tools.adapt(mayDraw: mayDraw) }

  mutating func leaveLaser() { tools.leaveLaser() }

  // MARK: Another board

  /// Drops all state that belongs to the previous board. On a new board, the first drag draws.
  mutating func reset(isBoardNew: Bool) {
    if isBoardNew { tools.use(.pen) }
    forgetGesture()
    text = TextEditor(requests)
    selecting.deselect()
    keyPen = nil
  }
}
