import BoardModel
import CellFrame

extension Theme {
  /// Returns the shade in which this viewer sees an ink, without alpha. A palette colour has the
  /// theme's own shade. Any other colour stays the same, or moves towards white or black until it
  /// is visible.
  public func shade(of color: InkColor) -> UInt32 {
    guard let known = PaletteColor(color), palette.indices.contains(known.rawValue) else {
      return ColorMath.visible(color.rgb, on: backdrop, contrast: Self.contrastOfInk)
    }
    return palette[known.rawValue]
  }

  /// Returns the colour inside a filled box or oval of this shade: a quarter of it over the backdrop.
  func fill(of shade: UInt32) -> UInt32 {
    hasPaleFills ? ColorMath.blend(shade, over: backdrop, alpha: 64) : shade
  }

  /// The smallest contrast between the backdrop and an ink whose colour is not in the palette, as
  /// WCAG measures it.
  public static let contrastOfInk = 2.0
}
