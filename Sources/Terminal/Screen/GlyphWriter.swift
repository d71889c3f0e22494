import CNcurses
import Rendering

/// Glyphs to the bytes that show them, each as wide as the frame says.
struct GlyphWriter: Sendable {
  let isUTF8: Bool

  /// Writes a glyph into one cell, or into two. What the C library gives another width than the
  /// frame is shown as a question mark: what stands to the right of it must not move.
  ///
  /// - Returns: whether every terminal takes it to be as wide as we do.
  func write(_ glyph: Glyph, isWide: Bool, into bytes: inout [UInt8]) -> Bool {
    let base = glyph.base
    guard fits(glyph, isWide: isWide) else {
      bytes.append(UInt8(ascii: glyph == .shadow ? " " : "?"))
      if isWide { bytes.append(UInt8(ascii: " ")) }
      return true
    }
    if base.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: base.value))
    } else {
      bytes.append(contentsOf: base.utf8)
    }
    guard glyph != Glyph(base) else { return Self.isUndisputed(base.value) }
    guard isUTF8 else { return true }
    for mark in glyph.scalars.dropFirst() where Self.width(mark) == 0 {
      bytes.append(contentsOf: mark.utf8)
    }
    return false
  }

  private func fits(_ glyph: Glyph, isWide: Bool) -> Bool {
    let base = glyph.base
    if base.isASCII { return !isWide && base.value >= 32 && base.value != 127 }
    return isUTF8 && Self.width(base) == (isWide ? 2 : 1)
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int32 {
    (0x2800...0x28FF).contains(scalar.value)
      ? 1 : easel_columns(wchar_t(bitPattern: scalar.value))
  }

  /// Latin, punctuation and arrows, lines and blocks, braille, and the scripts of East Asia; about
  /// emoji and the rest, terminals and C libraries of different years disagree.
  private static func isUndisputed(_ base: UInt32) -> Bool {
    switch base {
    case 0..<0x300, 0x2010..<0x2200, 0x2500..<0x25A0, 0x2800..<0x2900, 0x3041..<0xA000,
      0xAC00..<0xD7A4:
      true
    default: false
    }
  }
}
