/// The division of a cell into dots.
public enum Raster: String, CaseIterable, Sendable {
  /// 2 × 4 dots of one colour.
  case braille
  /// 1 × 2 dots of two colours.
  case half
  /// One character that looks like the dots.
  case ascii
}
