import Vocabulary

extension Glyph {
  /// Whether it takes two columns.
  public var isWide: Bool { base.displayWidth == 2 }
}

/// One line of text as cells show it, glyph by glyph.
///
/// Terminals disagree about joined emoji, skin tones and presentation selectors, and a row that is
/// laid out by one opinion and shown by the other is torn. So these say nothing here: each emoji of
/// a joined group stands for itself, and all terminals agree about its columns.
public struct GlyphLine: Hashable, Sendable {
  public private(set) var glyphs: [Glyph] = []
  public private(set) var columns = 0

  public init(_ text: some StringProtocol) {
    var cluster: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch Self.role(of: scalar, after: cluster.first) {
      case .unseen: continue
      case .mark: if !cluster.isEmpty { cluster.append(scalar) }
      case .base:
        append(cluster)
        cluster = [scalar]
      }
    }
    append(cluster)
  }

  private init() {}

  private mutating func append(_ cluster: [Unicode.Scalar]) {
    guard let glyph = Glyph(cluster) else { return }
    glyphs.append(glyph)
    columns += glyph.isWide ? 2 : 1
  }

  /// The same where it fits, else as much as fits before a final `…`; nothing in no columns.
  public func shortened(to room: Int) -> GlyphLine {
    guard columns > room else { return self }
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

  private enum Role { case base, mark, unseen }

  private static func role(of scalar: Unicode.Scalar, after base: Unicode.Scalar?) -> Role {
    if scalar.isASCII { return scalar.value < 32 || scalar.value == 127 ? .unseen : .base }
    switch scalar.value {
    case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF,
      0xE0000...0xE0FFF:
      return .unseen
    case 0x1F3FB...0x1F3FF where base?.displayWidth == 2: return .unseen
    default: return scalar.displayWidth == 0 ? .mark : .base
    }
  }
}
