import CEaselNcurses
import CellFrame

/// Converts cells of a frame into cells of ncurses.
struct CellConverter {
  /// The background of most cells. Without colours, cells with another background are reversed.
  var ground = Tint.terminal
  /// Whether, since the last reset, a style got the nearest colour pair instead of its own pair.
  private(set) var hasNearest = false

  private let isUTF8: Bool
  private let depth: ColorDepth
  private let lacksColoredReverse: Bool
  private var pairs: ColorPairs
  private var known: [Style: Look] = [:]
  /// The last style and its look. They are remembered because neighbouring cells mostly have the
  /// same style.
  private var last: (style: Style, look: Look)?

  private struct Look {
    var attributes: attr_t
    var pair: Int32
  }

  /// The maximum size of `known`, which could grow without limit on a terminal with direct colour.
  private static let knownMax = 4_096

  /// Must be called after `newterm`, because it uses ncurses' current screen.
  init(_ entry: TerminalEntry, isUTF8: Bool) {
    self.isUTF8 = isUTF8
    depth = entry.depth
    lacksColoredReverse = entry.lacksColoredReverse && entry.depth != .none
    pairs = ColorPairs(depth: depth)
  }

  /// Appends the cells to a line of ncurses' cells. ncurses adds the right half of a wide glyph
  /// itself.
  ///
  /// - Parameter nearest: whether a style may get the nearest colour pair if no new pairs are left.
  /// - Returns: false if a style got no colour pair.
  mutating func append(_ cells: [Cell], to line: inout [cchar_t], nearest: Bool) -> Bool {
    var index = cells.startIndex
    while index < cells.endIndex {
      let cell = shown(cells[index])
      guard let look = convertedLook(of: cell.style, nearest: nearest) else { return false }
      let isWide =
        cell.glyph != .shadow && index + 1 < cells.endIndex && cells[index + 1].glyph == .shadow
      if isFitting(cell.glyph, isWide: isWide) {
        line.append(cchar(cell.glyph, look))
      } else {
        line.append(cchar(cell.glyph == .shadow ? .space : Glyph("?"), look))
        if isWide { line.append(cchar(.space, look)) }
      }
      index += isWide ? 2 : 1
    }
    return true
  }

  /// Forgets all colour pairs. The caller has to convert every cell anew.
  mutating func reset() {
    pairs.reset()
    known = [:]
    last = nil
    hasNearest = false
  }

  private func shown(_ cell: Cell) -> Cell {
    if depth == .none { return cell.reduced(to: .none, background: ground) }
    let cell = cell.seamless
    guard lacksColoredReverse, cell.style.attributes.contains(.reverse) else { return cell }
    // ncurses would exchange the two colours, but it cannot exchange the terminal's own colours. So
    // Easel exchanges them itself, with black and white for the terminal's own colours.
    let style = cell.style.reduced(to: depth)
    return Cell(
      cell.glyph,
      Style(
        foreground: style.background == .terminal ? .indexed(0) : style.background,
        background: style.foreground == .terminal ? .indexed(7) : style.foreground,
        attributes: style.attributes.subtracting(.reverse)))
  }

  private mutating func convertedLook(of style: Style, nearest: Bool) -> Look? {
    if let last, last.style == style { return last.look }
    if let look = known[style] {
      last = (style, look)
      return look
    }
    var pair = pairs.pair(for: style)
    if pair == nil, nearest {
      pair = pairs.nearestPair(for: style)
      hasNearest = true
    }
    guard let pair else { return nil }
    let look = Look(attributes: attributes(of: style), pair: pair)
    if known.count >= Self.knownMax { known = [:] }
    known[style] = look
    last = (style, look)
    return look
  }

  private func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    // Many terminals show bold black as grey. The background may be the same grey, so black is
    // never bold.
    let isBlack = style.reduced(to: depth).foreground == .indexed(0)
    if style.attributes.contains(.bold), !isBlack { attributes |= easel_bold }
    if style.attributes.contains(.dim) { attributes |= easel_dim }
    if style.attributes.contains(.italic) { attributes |= easel_italic }
    if style.attributes.contains(.underline) { attributes |= easel_underline }
    if style.attributes.contains(.reverse) { attributes |= easel_reverse }
    return attributes
  }

  /// Whether the C library and the frame give a glyph the same width. ncurses uses the width of the
  /// C library. It would shift all cells behind a glyph with another width, and write nothing for a
  /// glyph that the C library does not know.
  private func isFitting(_ glyph: Glyph, isWide: Bool) -> Bool {
    let base = glyph.base.value
    if glyph.base.isASCII { return !isWide && base >= 32 && base != 127 }
    return isUTF8 && easel_columns(wchar_t(bitPattern: base)) == (isWide ? 2 : 1)
  }

  private func cchar(_ glyph: Glyph, _ look: Look) -> cchar_t {
    var cell = cchar_t()
    let base = wchar_t(bitPattern: glyph.base.value)
    if glyph == Glyph(glyph.base) {
      var text = (base, wchar_t(0))
      withUnsafePointer(to: &text) { text in
        text.withMemoryRebound(to: wchar_t.self, capacity: 2) {
          _ = easel_set_cell(&cell, $0, look.attributes, look.pair)
        }
      }
    } else {
      let marks = isUTF8 ? glyph.scalars.dropFirst().map { wchar_t(bitPattern: $0.value) } : []
      let text = [base] + marks.filter { easel_columns($0) == 0 } + [0]
      _ = easel_set_cell(&cell, text, look.attributes, look.pair)
    }
    return cell
  }
}
