import BoardModel
import CellFrame

extension Theme {
  /// The shade in which this viewer sees an ink, alpha left aside: of the palette's colours the
  /// theme's own, of others the colour itself, moved towards white or black as far as it takes to
  /// be seen.
  public func shade(of color: InkColor) -> UInt32 {
    guard let known = PaletteColor(color), palette.indices.contains(known.rawValue) else {
      return RGB.visible(color.rgb, on: backdrop, contrast: Self.contrastOfInk)
    }
    return palette[known.rawValue]
  }

  /// What ink of a chosen colour keeps to what is under it, as WCAG counts; the palette's keep 3.
  public static let contrastOfInk = 2.0
}
