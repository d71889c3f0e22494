import CEaselNcurses
import CellFrame

/// The colour pairs of ncurses, made when a style first needs them.
struct ColorPairs {
  private let depth: ColorDepth
  /// The upper bound of pair numbers; 0 without colours.
  private let limit: Int32
  /// The colours of pair 0: the terminal's own colours, or white on black if the terminal cannot
  /// return to its own colours.
  private let standard: Numbers
  private var pairs: [Numbers: Int32] = [:]

  /// The maximum number of pairs that Easel uses. Some terminfo entries promise more.
  private static let limitMax: Int32 = 32_767

  /// Two colours as ncurses counts them; -1 is the terminal's own.
  private struct Numbers: Hashable {
    var foreground: Int32 = -1
    var background: Int32 = -1
  }

  /// Must be called after `newterm`, because it uses ncurses' current screen.
  init(depth: ColorDepth) {
    self.depth = depth
    guard depth != .none, start_color() == OK else {
      (limit, standard) = (0, Numbers())
      return
    }
    let hasOwn = use_default_colors() == OK
    standard = hasOwn ? Numbers() : Numbers(foreground: 7, background: 0)
    limit = min(easel_color_pairs(), Self.limitMax)
  }

  /// Returns the pair for the colours of a style; nil if the terminal has no more pairs.
  mutating func pair(for style: Style) -> Int32? {
    guard limit > 0 else { return 0 }
    let numbers = numbers(of: style)
    if numbers == standard { return 0 }
    if let pair = pairs[numbers] { return pair }
    let next = Int32(pairs.count + 1)
    guard next < limit,
      init_extended_pair(next, numbers.foreground, numbers.background) == OK
    else { return nil }
    pairs[numbers] = next
    return next
  }

  /// Returns the existing pair that shows a style best when no new pairs are left. It has the same
  /// foreground, because ink matters more than its background. If there is none, it is the pair of
  /// the terminal's own colours.
  func nearestPair(for style: Style) -> Int32 {
    let wanted = numbers(of: style)
    let same = pairs.filter { $0.key.foreground == wanted.foreground }
    return same.min { $0.key.background < $1.key.background }?.value ?? 0
  }

  /// Forgets all pairs. ncurses then paints the next frame whole.
  mutating func reset() {
    reset_color_pairs()
    pairs = [:]
  }

  private func numbers(of style: Style) -> Numbers {
    let style = style.reduced(to: depth)
    let (front, back) = (number(style.foreground), number(style.background))
    return Numbers(
      foreground: front < 0 ? standard.foreground : front,
      background: back < 0 ? standard.background : back)
  }

  private func number(_ tint: Tint) -> Int32 {
    switch tint.meaning {
    case .terminal: -1
    case .rgb(let rgb): direct(rgb)
    case .indexed(let index):
      depth == .direct && index > 7 ? direct(XtermPalette.rgb(index)) : Int32(index)
    }
  }

  /// In terminfo entries with direct colour, numbers below 8 mean the eight old colours. So a
  /// darker colour becomes number 8.
  private func direct(_ rgb: UInt32) -> Int32 { Int32(max(rgb, 8)) }
}
