import BoardRendering
import BoardView
import ScreenContract

/// The choice of a raster by a command.
package enum RasterCommand {
  /// Draws in the raster that the user chose, and remembers it. If this terminal cannot show it,
  /// draws in another raster and says so.
  static func choose(_ choice: RasterChoice, for surface: inout Surface, _ requests: Requests) {
    requests.leaveSheet()
    requests.append(.remember(.raster(choice)))
    surface.use(choice)
    let drawn = surface.raster
    guard case .fixed(let raster) = choice, drawn != raster else { return }
    requests.notify(sentence(raster, drawnIn: drawn))
  }

  /// The notice that Easel draws in another raster than the user chose.
  package static func sentence(_ wanted: Raster, drawnIn drawn: Raster) -> String {
    "No \(wanted.title) here; drawing with \(drawn.title)."
  }

  /// The notice that this terminal shows no pixels.
  static func noPixels(drawnIn drawn: Raster) -> String {
    "No pixels here; drawing with \(drawn.title)."
  }
}

extension Raster {
  /// The signs of this raster, for a sentence.
  fileprivate var title: String {
    switch self {
    case .mixed: "mixed signs"
    case .mixedSextants: "lines and sextants"
    case .mixedOctants: "lines and octants"
    case .mixedHalf: "lines and half blocks"
    case .braille: "braille dots"
    case .half: "half blocks"
    case .quadrants, .sextants, .octants: rawValue
    case .ascii: "ASCII"
    }
  }
}
