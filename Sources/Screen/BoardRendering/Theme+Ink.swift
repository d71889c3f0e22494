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

  /// The contrast of an ink of a chosen colour to its ground, in WCAG's measure; palette colours
  /// keep 3.
  public static let contrastOfInk = 2.0
}
