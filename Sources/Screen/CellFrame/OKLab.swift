/// A colour by lightness and two axes of hue, in which equal distances look alike (Ottosson, “A
/// perceptual color space for image processing”, 2020).
struct OKLab: Hashable, Sendable {
  /// From 0 for black to 1 for white.
  let lightness: Double
  /// From green to red, about -0.3 to 0.3.
  let a: Double
  /// From blue to yellow, about -0.3 to 0.3.
  let b: Double

  /// - Parameter rgb: `0xRRGGBB`.
  init(_ rgb: UInt32) {
    let (red, green, blue) = ColorMath.linearParts(rgb)
    let l = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// The distance from grey: 0 for greys, up to about 0.32.
  var chroma: Double { (a * a + b * b).squareRoot() }

  /// Whether this counts as a colour and not as a tinted grey. A dark colour needs more chroma for it:
  /// the fixed dark colours of terminals are all strong, and a dark tint is nearer to grey.
  var isColored: Bool { chroma >= (lightness < 0.4 ? 0.08 : 0.04) }

  /// Returns the square of the distance, in which a change of hue weighs eight times.
  func distance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    let dc = chroma - other.chroma
    return dl * dl + dc * dc + 8 * max(da * da + db * db - dc * dc, 0)
  }
}

/// Returns the cube root of a number from 0 to 1 by Newton's method.
private func cubeRoot(_ value: Double) -> Double {
  guard value > 0 else { return 0 }
  var root = 1.0
  for _ in 0..<40 { root -= (root - value / (root * root)) / 3 }
  return root
}
