import BoardModel
import CellFrame

/// Carries out the commands that move and zoom the view.
enum ViewCommands {
  /// - Parameters:
  ///   - pointer: the place that a zoom keeps; nil for the middle of the screen.
  ///   - columns: the columns at the left that the tool palette covers.
  static func perform(
    _ command: Command, about pointer: Pointer?, beside columns: Int, in workspace: inout Workspace
  ) {
    let view = workspace.view
    let page = Double(max(view.canvasRows - 1, 1))
    let pointer = pointer ?? view.middle
    switch command {
    case .zoomIn: workspace.zoom(by: Workspace.zoomStep, about: pointer)
    case .zoomOut: workspace.zoom(by: 1 / Workspace.zoomStep, about: pointer)
    case .pageUp: workspace.pan(columns: 0, rows: -page)
    case .pageDown: workspace.pan(columns: 0, rows: page)
    case .home: workspace.showForUser { $0.goHome() }
    case .end:
      let picture = workspace.board.picture
      workspace.showForUser { $0.goToEnd(of: picture, beside: columns) }
    default:
      guard !view.isPaper else {
        return workspace.notify("Text paper scrolls; it does not zoom.")
      }
      workspace.showForUser { $0.show(command == .fill ? .fill : .fit) }
    }
  }
}
