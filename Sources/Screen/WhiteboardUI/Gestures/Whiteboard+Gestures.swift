import BoardModel
import CellFrame

// Starts, continues and ends gestures, the same for mouse and keyboard.
extension Whiteboard {
  mutating func press(_ button: MouseEvent.Button, _ touch: Touch) {
    switch button {
    case .left: press(kit.tool, touch)
    case .middle: press(.hand, touch)
    case .right: press(.eraser, touch)
    }
  }

  mutating func press(_ tool: Tool, _ touch: Touch) {
    // The user points at the visible board, so the view stays where it is. If a new text follows,
    // the program also keeps the view to return to.
    keepText()
    defer { if draft == nil { viewBeforeTyping = nil } }
    if tool.changesBoard, !mayDraw { return sayOnlyWatching() }
    if tool.addsToBoard, let lack = board.lack(for: .draw) { return showNotice(of: lack) }
    if tool != .select, tool != .hand { selection = Selection() }
    switch tool {
    case .pen: startInking(.pen, kit.ink, touch)
    case .marker: startInking(.marker, kit.markerInk, touch)
    case .eraser: startErasing(touch)
    case .line: startShaping(.line, touch)
    case .arrow: startShaping(.arrow, touch)
    case .rectangle: startShaping(.rectangle, touch)
    case .ellipse: startShaping(.ellipse, touch)
    case .bucket: pour(touch)
    case .text: startText(touch)
    case .select: startSelecting(touch)
    case .eyedropper: ask(touch)
    case .hand: gesture = .panning(Panning(last: touch.pointer))
    case .laser:
      gesture = .beaming
      beam(to: touch.point)
    }
  }

  mutating func drag(to touch: Touch) {
    // The gesture is taken out while it changes, so that growing it copies nothing.
    var held = gesture
    gesture = .idle
    switch consume held {
    case .idle: held = .idle
    case .inking(var inking):
      ink(&inking, to: touch.point)
      held = .inking(inking)
    case .shaping(var shaping):
      shape(&shaping, to: touch)
      held = .shaping(shaping)
    case .erasing(var erasing):
      erase(&erasing, to: touch.point)
      held = .erasing(erasing)
    case .lassoing(var lassoing):
      lasso(&lassoing, to: touch.point)
      held = .lassoing(lassoing)
    case .moving(var moving):
      move(&moving, to: touch.point)
      held = .moving(moving)
    case .panning(var panning):
      follow(&panning, to: touch.pointer)
      held = .panning(panning)
    case .beaming:
      beam(to: touch.point)
      held = .beaming
    }
    gesture = held
  }

  /// Ends the gesture and keeps its result, also when the program has to end it.
  mutating func finishGesture() {
    let done = gesture
    gesture = .idle
    switch done {
    case .idle, .panning, .beaming: break
    case .inking(let inking): finish(inking)
    case .shaping(let shaping): finish(shaping)
    case .erasing(let erasing): finish(erasing)
    case .lassoing(let lassoing): finish(lassoing)
    case .moving(let moving): finish(moving)
    }
    surface.dropWet()
  }

  /// Draws the preview again after the canvas below it has changed.
  mutating func previewAnew() {
    switch gesture {
    case .idle, .panning, .beaming: surface.dropWet()
    case .inking(let inking): preview(inking)
    case .shaping(let shaping): preview(shaping)
    case .erasing(let erasing): gesture = .erasing(previewed(erasing))
    case .lassoing(let lassoing): preview(lassoing)
    case .moving(let moving): preview(moving)
    }
  }

  /// Abandons the gesture on Esc: a mere preview disappears; freehand ink stays.
  mutating func abandonGesture() {
    if case .inking = gesture { return finishGesture() }
    if case .shaping = gesture { emit(.penAbandoned) }
    gesture = .idle
    heldButton = nil
    surface.dropWet()
  }

  /// Moves the view with the pointer; on text paper by whole cells.
  private mutating func follow(_ panning: inout Panning, to pointer: Pointer) {
    func way(_ new: Pointer, _ old: Pointer) -> (columns: Double, rows: Double) {
      (
        Double(old.cell.column - new.cell.column)
          + Double(Int(old.fractionX) - Int(new.fractionX)) / 256,
        Double(old.cell.row - new.cell.row) + Double(Int(old.fractionY) - Int(new.fractionY)) / 256
      )
    }
    let (columns, rows) = way(pointer, panning.last)
    if view.isPaper, columns.rounded() == 0, rows.rounded() == 0 { return }
    panning.last = pointer
    pan(columns: columns, rows: rows)
  }
}
