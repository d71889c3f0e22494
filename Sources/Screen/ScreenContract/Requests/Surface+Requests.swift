import BoardModel
import BoardRendering
import BoardView
import CellFrame

extension Surface {
  /// Carries out the request of a part.
  package mutating func handle(_ request: ViewRequest, showing picture: Picture) {
    switch request {
    case .area(let area): show { $0.show(area) }
    case .reveal(let area): show { $0.reveal(area) }
    case .mode(let mode): show { $0.show(mode) }
    case .follow(let area, let columnWidth, let pen):
      show { $0.follow(area, columnWidth: Double(columnWidth), pen: pen) }
    case .beginning: showBeginning(of: picture)
    case .theme(let theme): use(theme)
    }
  }

  /// Scrolls or zooms by the wheel of the mouse.
  package mutating func turnWheel(_ mouse: MouseEvent, _ requests: Requests) {
    let sideways = mouse.modifiers.contains(.shift)
    let pointer = view.onCanvas(mouse.at)
    switch mouse.action {
    case .wheelLeft: pan(columns: -4, rows: 0)
    case .wheelRight: pan(columns: 4, rows: 0)
    case .wheelUp where sideways: pan(columns: -4, rows: 0)
    case .wheelDown where sideways: pan(columns: 4, rows: 0)
    case .wheelUp where view.isPaper: pan(columns: 0, rows: -3)
    case .wheelDown where view.isPaper: pan(columns: 0, rows: 3)
    case .wheelUp: zoom(by: Self.zoomStep, about: pointer, requests)
    case .wheelDown: zoom(by: 1 / Self.zoomStep, about: pointer, requests)
    default: break
    }
  }

  package mutating func zoom(by factor: Double, about pointer: Pointer, _ requests: Requests) {
    guard !view.isPaper else { return requests.notify("Text paper scrolls; it does not zoom.") }
    showForUser { $0.zoom(by: factor, about: pointer) }
  }
}
