import EaselBase

extension Glyph {
  /// Whether the glyph needs two columns.
  public var isWide: Bool { base.displayWidth == 2 }
}

/// One line of text as cells show it, glyph by glyph.
///
/// Terminals disagree about the width of joined emoji, skin tones and flags. If Easel and the
/// terminal use different widths, the row looks broken. So a joined emoji shows only its first
/// picture, and a flag shows its two letters. Both use as many columns as the whole cluster counts.
/// Joiners and variation selectors of the text are left out.
public struct GlyphLine: Hashable, Sendable {
  /// The glyphs from left to right; no shadow follows a wide glyph.
  public private(set) var glyphs: [Glyph] = []
  /// The number of columns that the glyphs need.
  public private(set) var columns = 0

  /// Lays out a text on one line. Drops control characters, including line breaks, and marks
  /// without a base.
  public init(_ text: some StringProtocol) {
    let text = Substring(text)
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      // The usual case: one glyph per byte.
      glyphs = text.utf8.map { Glyph(Unicode.Scalar($0)) }
      columns = glyphs.count
    } else {
      for cluster in text.clusters where cluster.columns > 0 { append(cluster) }
    }
  }

  /// The glyphs as a text.
  package var text: String { glyphs.map(\.string).joined() }

  private init() {}

  private mutating func append(_ cluster: Clusters.Cluster) {
    guard let base = cluster.scalars.first else { return }
    let others = cluster.scalars.dropFirst()
    columns += cluster.columns
    guard !others.isEmpty else { return glyphs.append(Glyph(base)) }
    let marks = others.filter { $0.displayWidth == 0 && !$0.isLeftOut }
    guard let glyph = Glyph([base] + marks) else { return }
    glyphs.append(glyph)
    guard cluster.columns == 2, !glyph.isWide else { return }
    let second = others.first { base.isFlagLetter && $0.isFlagLetter }
    glyphs.append(second.map { Glyph($0) } ?? .space)
  }

  /// Returns the same line with a final `…` within `room` columns, to show that more follows.
  package func continued(in room: Int) -> GlyphLine {
    guard columns < room else { return cut(to: room) }
    var line = self
    line.glyphs.append(Glyph("…"))
    line.columns += 1
    return line
  }

  /// Returns the same line if it fits. Otherwise returns the part that fits before a final `…`.
  /// Returns an empty line if there are no columns.
  public func shortened(to room: Int) -> GlyphLine {
    columns > room ? cut(to: room) : self
  }

  private func cut(to room: Int) -> GlyphLine {
    guard room > 0 else { return GlyphLine() }
    var line = GlyphLine()
    for glyph in glyphs {
      let width = glyph.isWide ? 2 : 1
      if line.columns + width > room - 1 { break }
      line.glyphs.append(glyph)
      line.columns += width
    }
    line.glyphs.append(Glyph("…"))
    line.columns += 1
    return line
  }
}

extension Unicode.Scalar {
  fileprivate var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether cells leave the scalar out: it is a joiner or a variation selector. Terminals disagree
  /// about the width of letters with joiners or selectors.
  fileprivate var isLeftOut: Bool {
    value == 0x200C || value == 0x200D || properties.isVariationSelector
  }
}
