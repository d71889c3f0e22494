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

  /// Returns a cell of the paper over an image. Its letter is readable on the image.
  func readable(_ cell: Cell, on image: Tint) -> Cell {
    var shown = cell
    shown.style.background = image
    if shown.glyph != .space, let ground = image.rgb {
      let letter = shown.style.foreground.rgb ?? (isDark ? 0xFF_FF_FF : 0)
      shown.style.foreground = .rgb(ColorMath.visible(letter, on: ground, contrast: 4.5))
    }
    return shown
  }

  /// Returns the colour inside a filled box or oval of this shade: a quarter of it over the backdrop.
  func fill(of shade: UInt32) -> UInt32 {
    hasPaleFills ? ColorMath.blend(shade, over: backdrop, alpha: 64) : shade
  }

  /// Returns the shade of a freehand line of width 1: a step nearer to the backdrop than this shade, if
  /// it can still be seen well. See ``hasPaleHand``.
  func hand(of shade: UInt32) -> UInt32 {
    guard hasPaleHand else { return shade }
    let paler = Self.partsOfHand.lazy.map {
      ColorMath.blend(shade, over: backdrop, alpha: $0)
    }
    return paler.first { ColorMath.contrast($0, backdrop) >= Self.contrastOfHand } ?? shade
  }

  /// The parts of a shade that a pale hand may keep, of 255: the smallest one first.
  private static let partsOfHand: [UInt8] = [190, 210, 230]
  /// The contrast that level AA of WCAG requires for lines and signs.
  private static let contrastOfHand = 3.0

  /// The smallest contrast between the backdrop and an ink whose colour is not in the palette, as
  /// WCAG measures it.
  public static let contrastOfInk = 2.0
}
