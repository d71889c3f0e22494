import BoardModel
import CellFrame
import EaselBase

// The selection, and the commands that act on it.
extension Editor {
  /// Carries out a command on the selection.
  mutating func perform(
    onSelection command: SelectionCommand, in workspace: inout Workspace
  ) {
    if selecting.perform(command, in: &workspace) { tools.use(.select) }
  }

  /// Chooses a colour, and recolours the selection.
  mutating func choose(_ color: InkColor, in workspace: inout Workspace) {
    tools.color = color
    selecting.recolour(color, in: &workspace)
  }

  mutating func choose(_ tool: Tool) {
    tools.use(tool)
    if tool != .select { selecting.deselect() }
  }

  mutating func deselect() { selecting.deselect() }

  /// Updates the selection after changes of the picture.
  mutating func followPicture(in workspace: inout Workspace) {
    selecting.follow(workspace.removeChangedItems(), in: workspace.board.picture)
  }

  /// The box in which the selection is shown now.
  var selectionBox: BoardRect? {
    if case .selecting(let gesture) = gesture { return gesture.box(of: selection) }
    return selection.box
  }

  /// The frame that is shown round the selection now.
  func selectionFrame(in workspace: Workspace) -> SelectionFrame? {
    selecting.frame(around: selectionBox, in: workspace)
  }

  /// Lays out the panel with the properties of the selection. It hides nothing during a gesture.
  mutating func showPanel(besides palette: CellRect?, in workspace: Workspace) {
    selecting.showPanel(
      isIdle: gesture.isIdle || gesture.finishesAt != nil, besides: palette, in: workspace)
  }

  /// Carries out a command about width, fill or snapping, on the selection or on the tools.
  mutating func restyle(_ command: Command, in workspace: inout Workspace) {
    let isOnSelection = selecting.restyle(command, in: &workspace)
    if isOnSelection, selecting.selection.look.width != .none, case .width = command {
      _ = tools.perform(command)
    }
    guard !isOnSelection, let result = tools.perform(command) else { return }
    workspace.notify(result)
  }
}
