import CellFrame

/// The colours of a letter on a fill: they have the contrast of level AAA of WCAG.
struct LetterColors {
  let foreground: UInt32
  /// The colour behind the letter. It is that of the fill, or similar to it if neither white nor black
  /// letters could be read well on the fill.
  let background: UInt32

  /// - Parameters:
  ///   - color: the colour of the letter on the page.
  ///   - fill: the colour of the fill, or of the ground of another letter on the fill.
  init(_ color: UInt32, on fill: UInt32) {
    let best = [0, 0xFF_FF_FF].max {
      ColorMath.contrast($0, fill) < ColorMath.contrast($1, fill)
    }
    background = ColorMath.visible(fill, on: best ?? 0, contrast: Self.contrastOfGround)
    foreground = ColorMath.visible(color, on: background, contrast: Self.contrast)
  }

  static let contrast = 7.0
  /// The contrast of the ground with white or black. The rest is for terminals with 256 colours, which
  /// show a similar ground.
  private static let contrastOfGround = 8.5
}
