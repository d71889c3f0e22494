import CNcurses
import Rendering

/// ncurses' colour pairs, made as styles come up.
struct ColorPairs {
  private let map: ColorMap
  private let limit: Int32
  private let hasDefaults: Bool
  private var pairs: [UInt64: Int32] = [:]
  /// Neighbours mostly look alike.
  private var last: (style: Style, pair: Int32) = (.plain, 0)

  init(depth: ColorDepth) {
    map = ColorMap(depth: depth)
    if depth == .none {
      (limit, hasDefaults) = (0, false)
      return
    }
    start_color()
    hasDefaults = use_default_colors() == OK
    limit = easel_color_pairs()
  }

  /// Nil when all are taken.
  mutating func pair(_ style: Style) -> Int32? {
    guard limit > 0 else { return 0 }
    if style.foreground == last.style.foreground, style.background == last.style.background {
      return last.pair
    }
    var (foreground, background) = (map.number(style.foreground), map.number(style.background))
    if !hasDefaults {
      if foreground < 0 { foreground = 7 }
      if background < 0 { background = 0 }
    }
    guard let found = find(foreground, background) else { return nil }
    last = (style, found)
    return found
  }

  mutating func reset() {
    reset_color_pairs()
    pairs = [:]
    last = (.plain, 0)
  }

  private mutating func find(_ foreground: Int32, _ background: Int32) -> Int32? {
    // ncurses' own pair 0: the terminal's colours.
    if hasDefaults ? (foreground, background) == (-1, -1) : (foreground, background) == (7, 0) {
      return 0
    }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let next = Int32(pairs.count + 1)
    guard next < limit, init_extended_pair(next, foreground, background) == OK else { return nil }
    pairs[key] = next
    return next
  }
}
