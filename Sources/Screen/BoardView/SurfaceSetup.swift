import BoardRendering
import CellFrame

/// The screen and the looks with which a surface begins.
package struct SurfaceSetup: Sendable {
  package var columns: Int
  package var rows: Int
  package var bars = View.Bars.all
  /// The raster that suits the terminal.
  package var automaticRaster: Raster
  /// The user's choice of a raster.
  package var rasterChoice = RasterChoice.automatic
  /// The rasters that cannot be drawn on this terminal, each with the raster that Easel draws
  /// instead.
  package var replacedRasters: [Raster: Raster] = [:]
  package var theme: Theme
  /// All themes that the user can choose; if empty, only `theme`.
  package var themes: [Theme] = []
  /// The themes for a dark and for a light background; an unknown background counts as dark. A
  /// screen with many colours takes one of them. Nil if the user has chosen a theme.
  package var themesForBackground: (dark: String, light: String)?
  /// The number of colours that the screen shows.
  package var depth = ColorDepth.direct
  /// Whether the screen shows colours.
  package var hasColors: Bool { depth != .none }
  /// Whether the terminal can hide its cursor. If not, the cursor stands at the pen.
  package var canHideCursor = true
  /// Whether the screen shows only whole pages, in any size of the screen, and words are written in its
  /// cells. If false, words are written at 100 %.
  package var showsWholePage = false
  /// Whether text paper has line numbers.
  package var showsLineNumbers = false

  /// - Parameter raster: the raster that suits the terminal.
  package init(columns: Int, rows: Int, raster: Raster, theme: Theme) {
    (self.columns, self.rows) = (columns, rows)
    (automaticRaster, self.theme) = (raster, theme)
  }

  /// Returns the raster in which ink is drawn on this terminal.
  package func raster(for choice: RasterChoice) -> Raster {
    switch choice {
    case .automatic, .pixels: automaticRaster
    case .fixed(let raster): replacedRasters[raster] ?? raster
    }
  }
}
