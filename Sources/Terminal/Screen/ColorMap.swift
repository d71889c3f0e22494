import Rendering

/// Tints to the colour numbers of terminfo at one depth: -1 for the terminal's own.
struct ColorMap: Sendable {
  let depth: ColorDepth

  func number(_ tint: Tint) -> Int32 {
    switch (tint.meaning, depth) {
    case (.terminal, _), (_, .none): -1
    // Direct entries take numbers below 8 for the eight old colours.
    case (.rgb(let rgb), .direct): Int32(max(rgb, 8))
    case (.indexed(let index), .direct):
      index < 8 ? Int32(index) : Int32(max(Xterm.rgb(index), 8))
    case (.rgb(let rgb), .indexed256): Int32(Xterm.nearest256(rgb))
    case (.indexed(let index), .indexed256): Int32(index)
    case (.rgb(let rgb), .ansi16): Int32(Xterm.nearestBasic(rgb, count: 16))
    case (.indexed(let index), .ansi16):
      Int32(index < 16 ? index : Xterm.nearestBasic(Xterm.rgb(index), count: 16))
    case (.rgb(let rgb), .ansi8): Int32(Xterm.nearestBasic(rgb, count: 8))
    case (.indexed(let index), .ansi8):
      // The bright half is the same eight, brighter.
      Int32(index < 16 ? index & 7 : Xterm.nearestBasic(Xterm.rgb(index), count: 8))
    }
  }
}
