import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// The selection, and the commands that act on it.
extension Editor {
  /// Carries out a command on the selection.
  package mutating func perform(
    onSelection command: SelectionCommand, with recorder: inout BoardRecorder,
    on surface: Surface
  ) {
    if command == .next(nil), selecting.shapeBeforeNext != nil { awaitsDirection = true }
    if selecting.perform(command, with: &recorder, on: surface) { tools.use(.select) }
  }

  /// Copies the selection, as text for other programs too.
  ///
  /// - Parameter more: a further sentence of the notice.
  package mutating func copySelection(
    from picture: Picture, on surface: Surface, adding more: String
  ) {
    selecting.copy(from: picture, on: surface, adding: more)
  }

  /// Chooses a colour, and recolours the selection.
  package mutating func choose(_ color: InkColor, with recorder: inout BoardRecorder) {
    tools.color = color
    selecting.recolour(color, with: &recorder)
  }

  package mutating func choose(_ tool: Tool) {
    tools.use(tool)
    if tool != .select { selecting.deselect() }
  }

  /// Takes the tools that the user had before, and selects a shape.
  mutating func goBack(to tools: ToolSettings, selecting shape: EntryID, in picture: Picture) {
    self.tools = tools
    hideKeyPen()
    selecting.select([shape], in: picture)
  }

  /// Drops the selection, or else hides the keyboard's pen.
  ///
  /// - Returns: whether there was one of the two.
  package mutating func stepBack() -> Bool {
    if !selection.isEmpty {
      selecting.deselect()
      return true
    }
    defer { hideKeyPen() }
    return keyPen != nil
  }

  /// Updates the selection after changes of the picture.
  package mutating func follow(_ changes: ChangedItems, in picture: Picture) {
    selecting.follow(changes, in: picture)
  }

  /// The box in which the selection is shown now.
  var selectionBox: BoardRect? {
    if case .selecting(let gesture) = gesture { return gesture.box(of: selection) }
    return selection.box
  }

  /// The ends of the only selected line, where they are shown now.
  private var selectionEnds: [EndHandle] {
    if case .selecting(let gesture) = gesture { return gesture.ends(of: selection) }
    return selection.ends
  }

  /// The frame that is shown round the selection now.
  package func selectionFrame(in viewport: Viewport, mayDraw: Bool) -> SelectionFrame? {
    // With another tool a press draws, so that nothing may look as if it could be dragged.
    var handles: [ResizeHandle] = []
    if mayDraw, tools.tool == .select { handles = ResizeHandle.all }
    if mayDraw, tools.tool.isFillable, selection.shape != nil { handles = ResizeHandle.corners }
    return selecting.frame(
      around: selectionBox, ends: selectionEnds, in: viewport, handles: handles)
  }

  /// Lays out the line with the properties of the selection. It disappears during a gesture.
  package mutating func showLine(
    besides palette: CellRect?, on surface: Surface, in style: PanelStyle
  ) {
    selecting.showLine(
      isIdle: gesture.isIdle || gesture.finishesAt != nil, besides: palette, on: surface,
      in: style)
  }

  /// Carries out a command about width, fill or snapping, on the selection or on the tools.
  package mutating func restyle(_ command: Command, with recorder: inout BoardRecorder) {
    let look = selecting.selection.look
    guard selecting.restyle(command, with: &recorder) else {
      if let result = tools.perform(command) { requests.notify(result) }
      return
    }
    // The next shape looks like the one that the user has just changed.
    switch command {
    case .width where look.width != .none: _ = tools.perform(command)
    case .toggleFill where tools.tool.isFillable: tools.setFilled(look.fill != .same(true))
    case .toggleLook(let part) where tools.tool.looks.contains(part):
      tools.setLook(part, isOn: !look.strokeLook.contains(part))
    default: break
    }
  }
}
