import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

// The selection, and the commands that act on it.
extension Editor {
  /// Carries out a command on the selection.
  package mutating func perform(
    onSelection command: SelectionCommand, with recorder: inout BoardRecorder,
    on surface: Surface, _ requests: inout Requests
  ) {
    if selecting.perform(command, with: &recorder, on: surface, &requests) { tools.use(.select) }
  }

  /// Copies the selection, as text for other programs too.
  ///
  /// - Parameter more: a further sentence of the notice.
  package mutating func copySelection(
    from picture: Picture, on surface: Surface, adding more: String, _ requests: inout Requests
  ) {
    selecting.copy(from: picture, on: surface, adding: more, &requests)
  }

  /// Chooses a colour, and recolours the selection.
  package mutating func choose(
    _ color: InkColor, with recorder: inout BoardRecorder, _ requests: inout Requests
  ) {
    tools.color = color
    selecting.recolour(color, with: &recorder, &requests)
  }

  package mutating func choose(_ tool: Tool) {
    tools.use(tool)
    if tool != .select { selecting.deselect() }
  }

  package mutating func deselect() { selecting.deselect() }

  /// Updates the selection after changes of the picture.
  package mutating func follow(_ changes: ChangedItems, in picture: Picture) {
    selecting.follow(changes, in: picture)
  }

  /// The box in which the selection is shown now.
  var selectionBox: BoardRect? {
    if case .selecting(let gesture) = gesture { return gesture.box(of: selection) }
    return selection.box
  }

  /// The frame that is shown round the selection now.
  package func selectionFrame(in viewport: Viewport, mayDraw: Bool) -> SelectionFrame? {
    selecting.frame(around: selectionBox, in: viewport, mayDraw: mayDraw)
  }

  /// Lays out the panel with the properties of the selection. It hides nothing during a gesture.
  package mutating func showPanel(besides palette: CellRect?, in style: PanelStyle) {
    selecting.showPanel(
      isIdle: gesture.isIdle || gesture.finishesAt != nil, besides: palette, in: style)
  }

  /// Carries out a command about width, fill or snapping, on the selection or on the tools.
  package mutating func restyle(
    _ command: Command, with recorder: inout BoardRecorder, _ requests: inout Requests
  ) {
    let isOnSelection = selecting.restyle(command, with: &recorder, &requests)
    if isOnSelection, selecting.selection.look.width != .none, case .width = command {
      _ = tools.perform(command)
    }
    guard !isOnSelection, let result = tools.perform(command) else { return }
    requests.notify(result)
  }
}
