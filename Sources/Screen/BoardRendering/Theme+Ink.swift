import BoardModel
import CellFrame

extension Theme {
  /// Returns the shade in which this viewer sees an ink, without alpha: for a palette colour the
  /// theme's own shade, for another colour that colour, moved towards white or black until it is
  /// visible.
  public func shade(of color: InkColor) -> UInt32 {
    guard let known = PaletteColor(color), palette.indices.contains(known.rawValue) else {
      return RGB.visible(color.rgb, on: backdrop, contrast: Self.contrastOfInk)
    }
    return palette[known.rawValue]
  }

  /// The least contrast to the backdrop, in WCAG's measure, of an ink whose colour is not in the
  /// palette.
  public static let contrastOfInk = 2.0
}
