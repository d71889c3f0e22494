/// The blocks that a terminal draws well: solid, and without gaps between its cells.
public enum BlockSupport: String, Hashable, Sendable {
  /// Nothing is known. The blocks come from a font, and sextants may be missing.
  case unknown
  /// The font has half blocks, but neither quadrants nor braille.
  case halves
  /// The terminal draws half blocks, quadrants and sextants itself.
  case sextants
}
