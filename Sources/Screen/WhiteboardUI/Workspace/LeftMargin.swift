import BoardModel
import BoardView
import ScreenContract

/// The room at the left for this viewer's tool palette and line numbers, which hide no part of the page
/// and no text there.
enum LeftMargin {
  /// Returns the columns of the line numbers, a blank included; 0 if there are none.
  static func numberColumns(of picture: Picture, on surface: Surface) -> Int {
    guard surface.showsLineNumbers, !picture.paper.isEmpty else { return 0 }
    let last = picture.diff.isEmpty ? picture.paper.count : picture.diff.lastNumber
    let columns = String(last).utf8.count + 1
    return surface.view.canvasColumns >= 3 * columns ? columns : 0
  }

  /// Adapts the margin to the palette and the line numbers.
  ///
  /// - Parameter paletteColumns: the columns of the palette; nil to keep the present margin.
  static func update(
    beside paletteColumns: Int?, showing picture: Picture, on surface: inout Surface
  ) {
    guard let paletteColumns else { return }
    let columns = paletteColumns + numberColumns(of: picture, on: surface)
    surface.show { $0.setMargin(columns) }
  }

  static func toggleNumbers(
    beside picture: Picture, on surface: inout Surface, _ requests: Requests
  ) {
    surface.toggleLineNumbers()
    let isShown = surface.showsLineNumbers
    if picture.paper.isEmpty {
      requests.notify(
        isShown
          ? "Text paper will have line numbers. This board has no text paper."
          : "Text paper will have no line numbers.")
    } else if isShown, numberColumns(of: picture, on: surface) == 0 {
      requests.notify("This screen is too narrow for line numbers.")
    }
  }
}
