import CNcurses
import Rendering

/// ncurses' colour pairs, made as styles come up.
struct ColorPairs {
  private let map: ColorMap
  /// How many pairs the terminal has, pair 0 included; none without colours.
  private let limit: Int32
  /// ncurses' own pair 0: the terminal's colours, or white on black where those cannot be asked for.
  private let standard: Numbers
  /// By the colour numbers, which many tints may share.
  private var pairs: [Numbers: Int32] = [:]
  private var known: [Tints: Int32] = [:]
  /// Neighbours mostly look alike.
  private var last = (tints: Tints(.plain), pair: Int32(0))

  /// Tints kept in `known`, so that it stays bounded where pairs are many.
  private static let knownMax = 65_536

  private struct Tints: Hashable {
    let foreground: Tint
    let background: Tint

    init(_ style: Style) {
      foreground = style.foreground
      background = style.background
    }
  }

  private struct Numbers: Hashable {
    let foreground: Int32
    let background: Int32
  }

  init(depth: ColorDepth) {
    map = ColorMap(depth: depth)
    if depth == .none {
      (limit, standard) = (0, Numbers(foreground: -1, background: -1))
      return
    }
    start_color()
    let hasDefaults = use_default_colors() == OK
    standard =
      hasDefaults
      ? Numbers(foreground: -1, background: -1) : Numbers(foreground: 7, background: 0)
    limit = easel_color_pairs()
  }

  /// Nil when all are taken.
  mutating func pair(_ style: Style) -> Int32? {
    guard limit > 0 else { return 0 }
    let tints = Tints(style)
    if tints == last.tints { return last.pair }
    guard let pair = known[tints] ?? make(tints) else { return nil }
    last = (tints, pair)
    return pair
  }

  /// Gives all back; what is on the screen has to be painted anew.
  mutating func reset() {
    reset_color_pairs()
    pairs = [:]
    known = [:]
    last = (Tints(.plain), 0)
  }

  private mutating func make(_ tints: Tints) -> Int32? {
    let background = map.number(tints.background)
    var foreground = map.number(tints.foreground)
    // Two colours that became one would hide the text.
    if foreground == background, tints.foreground != tints.background,
      let number = UInt8(exactly: background)
    {
      foreground = map.number(.rgb(RGB.luminance(Xterm.rgb(number)) > 0.18 ? 0 : 0xFF_FF_FF))
    }
    let numbers = Numbers(
      foreground: foreground < 0 ? standard.foreground : foreground,
      background: background < 0 ? standard.background : background)
    guard let pair = find(numbers) else { return nil }
    if known.count >= Self.knownMax { known = [:] }
    known[tints] = pair
    return pair
  }

  private mutating func find(_ numbers: Numbers) -> Int32? {
    if numbers == standard { return 0 }
    if let pair = pairs[numbers] { return pair }
    let next = Int32(pairs.count + 1)
    guard next < limit,
      init_extended_pair(next, numbers.foreground, numbers.background) == OK
    else { return nil }
    pairs[numbers] = next
    return next
  }
}
