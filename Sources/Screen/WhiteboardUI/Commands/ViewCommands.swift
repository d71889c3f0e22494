import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// Carries out the commands that move and zoom the view.
enum ViewCommands {
  /// - Parameter pointer: the place that a zoom keeps; nil for the middle of the screen.
  static func perform(
    _ command: Command, about pointer: Pointer?, showing picture: Picture,
    on surface: inout Surface, _ requests: Requests
  ) {
    let view = surface.view
    let page = Double(max(view.canvasRows - 1, 1))
    let pointer = pointer ?? view.middle
    switch command {
    case .zoomIn: surface.zoom(by: Surface.zoomStep, about: pointer, requests)
    case .zoomOut: surface.zoom(by: 1 / Surface.zoomStep, about: pointer, requests)
    case .pageUp: surface.pan(columns: 0, rows: -page)
    case .pageDown: surface.pan(columns: 0, rows: page)
    case .home: surface.showForUser { $0.goHome() }
    case .goBeyond(let edge): surface.showForUser { $0.goBeyond(edge, in: picture) }
    case .end: surface.showForUser { $0.goToEnd(of: picture) }
    default:
      guard !view.isPaper else {
        return requests.notify("Text paper scrolls; it does not zoom.")
      }
      surface.showForUser {
        if command == .fill { $0.fill() } else { $0.toggleAll(of: picture, about: pointer) }
      }
    }
  }
}
