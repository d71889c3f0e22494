import Rendering

/// Tints to the colour numbers of ncurses at one depth: -1 for the terminal's own.
struct ColorMap: Sendable {
  let depth: ColorDepth

  func number(_ tint: Tint) -> Int32 {
    switch (tint.meaning, depth) {
    case (.terminal, _), (_, .none): -1
    // Direct entries take numbers below 8 for the eight old colours.
    case (.rgb(let rgb), .direct): Int32(max(rgb, 8))
    case (.indexed(let index), .direct): index < 8 ? Int32(index) : Int32(max(Self.rgb(index), 8))
    case (.indexed(let index), .indexed256): Int32(index)
    case (.rgb(let rgb), .indexed256): Self.nearest(to: rgb, in: 16..<256)
    case (.indexed(let index), .ansi16):
      index < 16 ? Int32(index) : Self.nearest(to: Self.rgb(index), in: 0..<16)
    case (.rgb(let rgb), .ansi16): Self.nearest(to: rgb, in: 0..<16)
    case (.indexed(let index), .ansi8):
      index < 16 ? Int32(index & 7) : Self.nearest(to: Self.rgb(index), in: 0..<16) & 7
    case (.rgb(let rgb), .ansi8): Self.nearest(to: rgb, in: 0..<16) & 7
    }
  }

  /// xterm's palette, which the others follow.
  static func rgb(_ index: UInt8) -> UInt32 {
    let old: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let index = Int(index)
    if index < 16 { return old[index] }
    if index >= 232 { return UInt32(8 + (index - 232) * 10) * 0x01_0101 }
    let steps: [UInt32] = [0, 95, 135, 175, 215, 255]
    let (red, green, blue) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6)
    return steps[red] << 16 | steps[green] << 8 | steps[blue]
  }

  private static func nearest(to rgb: UInt32, in range: Range<Int>) -> Int32 {
    func distance(_ index: Int) -> Int {
      let other = Self.rgb(UInt8(truncatingIfNeeded: index))
      func part(_ shift: UInt32) -> Int { Int(rgb >> shift & 255) - Int(other >> shift & 255) }
      let (red, green, blue) = (part(16), part(8), part(0))
      return 3 * red * red + 6 * green * green + blue * blue
    }
    return Int32(range.min { distance($0) < distance($1) } ?? 7)
  }
}
