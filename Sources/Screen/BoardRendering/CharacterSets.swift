/// The character sets of a terminal, as far as they draw lines: four places that hold a set, and the
/// place in use. `tree -A`, `dialog` and `pstree -G` draw their lines in this way.
struct CharacterSets: Sendable {
  /// The places that hold DEC's set of lines. The second place holds it from the start, as on the
  /// console of Linux.
  private var hasLines = [false, true, false, false]
  private var current = 0
  /// The place for the next character only.
  private var next: Int?

  /// Obeys an escape sequence that designates a set, or that chooses a place.
  mutating func apply(_ final: Unicode.Scalar, intermediate: Unicode.Scalar?) {
    switch (intermediate, final) {
    case ("("?, _): hasLines[0] = Self.isLines(final)
    case (")"?, _): hasLines[1] = Self.isLines(final)
    case ("*"?, _): hasLines[2] = Self.isLines(final)
    case ("+"?, _): hasLines[3] = Self.isLines(final)
    case (nil, "n"): current = 2
    case (nil, "o"): current = 3
    case (nil, "N"): next = 2
    case (nil, "O"): next = 3
    case (nil, "c"): self = CharacterSets()
    default: break
    }
  }

  /// Obeys the characters shift-out and shift-in.
  mutating func shift(out: Bool) { current = out ? 1 : 0 }

  /// Returns the sign of the set in use for a character.
  mutating func sign(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let index = next ?? current
    next = nil
    guard hasLines[index], (0x5F...0x7E).contains(scalar.value) else { return scalar }
    return Self.signs[Int(scalar.value) - 0x5F]
  }

  /// DEC's set of lines, and the same set under the name that VT220 gives it.
  private static func isLines(_ final: Unicode.Scalar) -> Bool { final == "0" || final == "2" }

  /// The signs in place of `_` to `~`.
  private static let signs = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
