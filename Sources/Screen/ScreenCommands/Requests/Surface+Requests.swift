import BoardModel
import BoardRendering
import BoardView
import CellFrame

extension Surface {
  /// Carries out the request of a part.
  package mutating func handle(_ request: ViewRequest, showing picture: Picture) {
    switch request {
    case .area(let area): show { $0.show(area) }
    case .mode(let mode): show { $0.show(mode) }
    case .beginning: show { $0.showStart(of: picture) }
    case .theme(let theme): use(theme)
    }
  }

  package mutating func zoom(by factor: Double, about pointer: Pointer, _ requests: inout Requests)
  {
    guard !view.isPaper else { return requests.notify("Text paper scrolls; it does not zoom.") }
    showForUser { $0.zoom(by: factor, about: pointer) }
  }
}
