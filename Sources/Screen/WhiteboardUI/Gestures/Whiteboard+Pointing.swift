import BoardModel
import CellFrame

// The mouse: a report goes to the sheet, bar or canvas under the pointer.
extension Whiteboard {
  mutating func handle(_ mouse: MouseEvent) {
    guard !view.isTooSmall else { return }
    noteHover(mouse)
    switch mouse.action {
    case .press(let button):
      heldButton = nil
      finishGesture()
      press(button, mouse)
    case .drag(let button): drag(button, mouse)
    case .release: release(mouse)
    case .move: break
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: wheel(mouse)
    }
  }

  private mutating func press(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    let cell = mouse.at.cell
    if sheet != nil {
      // A sheet that opened without a request must not block drawing: a drag beside it draws, and a
      // click leaves no dot.
      if isBesideOffer(cell) { heldButton = button }
      return pressSheet(at: cell)
    }
    if cell.row == 0 { return press(screen.top.layout, column: cell.column) }
    dismissOffer()
    if cell.row == view.rows - 1 { return press(screen.bottom.layout, column: cell.column) }
    keyPen = nil
    press(button, touch(mouse))
    // An action that is done at once, such as pouring, must not repeat when the pointer trembles.
    heldButton = gesture.isIdle ? nil : button
  }

  private func isBesideOffer(_ cell: CellPoint) -> Bool {
    guard case .offer = sheet?.kind else { return false }
    return view.canvas.contains(cell) && sheetLayout?.hit(cell) == .outside
  }

  private mutating func press(_ bar: BarLayout, column: Int) {
    if let command = bar.piece(at: column)?.command {
      perform(command)
    } else if bar == screen.top.layout {
      notice = nil
    }
  }

  private mutating func drag(_ button: MouseEvent.Button, _ mouse: MouseEvent) {
    guard heldButton == button else { return }
    if gesture.isIdle {
      press(button, touch(mouse))
    } else {
      drag(to: touch(mouse))
    }
  }

  private mutating func release(_ mouse: MouseEvent) {
    guard heldButton != nil else { return }
    heldButton = nil
    if !gesture.isIdle { drag(to: touch(mouse)) }
    finishGesture()
  }

  /// Returns the place of a mouse report on the canvas.
  private func touch(_ mouse: MouseEvent) -> Touch {
    var pointer = mouse.at
    pointer.cell.row -= View.top
    return Touch(
      pointer: pointer, point: view.viewport.boardPoint(pointer), modifiers: mouse.modifiers)
  }

  private mutating func wheel(_ mouse: MouseEvent) {
    if sheet != nil {
      if mouse.action == .wheelUp { moveSheet(by: -1) }
      if mouse.action == .wheelDown { moveSheet(by: 1) }
      return
    }
    finishGesture()
    let sideways = mouse.modifiers.contains(.shift)
    switch mouse.action {
    case .wheelLeft: pan(columns: -4, rows: 0)
    case .wheelRight: pan(columns: 4, rows: 0)
    case .wheelUp where sideways: pan(columns: -4, rows: 0)
    case .wheelDown where sideways: pan(columns: 4, rows: 0)
    case .wheelUp where view.isPaper: pan(columns: 0, rows: -3)
    case .wheelDown where view.isPaper: pan(columns: 0, rows: 3)
    case .wheelUp: zoom(by: Self.zoomStep, about: touch(mouse).pointer)
    case .wheelDown: zoom(by: 1 / Self.zoomStep, about: touch(mouse).pointer)
    default: break
    }
  }

  /// The zoom factor of a step: three steps almost double or halve.
  static let zoomStep = 1.25

  mutating func zoom(by factor: Double, about pointer: Pointer) {
    guard !view.isPaper else { return say("Text paper scrolls; it does not zoom.") }
    show { $0.zoom(by: factor, about: pointer) }
  }

  mutating func pan(columns: Double, rows: Double) {
    show { $0.pan(columns: columns, rows: rows) }
  }

  /// Changes the view; the user then no longer follows any participant.
  mutating func show(_ change: (inout View) -> Void) {
    if together.guidance?.follows == true { stopFollowing() }
    together.guidance = nil
    viewBeforeTyping = nil
    move(change)
  }

  mutating func move(_ change: (inout View) -> Void) {
    let old = view
    change(&view)
    if view != old { repaintAll() }
  }
}
