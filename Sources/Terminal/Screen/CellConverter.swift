import CNcurses
import Rendering

/// Cells of a frame to cells of ncurses.
struct CellConverter {
  let isUTF8: Bool
  /// The background that most cells have: without colours, others stand out by being reversed.
  var ground = Tint.terminal
  private let map: ColorMap
  private var line: [cchar_t] = []

  init(isUTF8: Bool, depth: ColorDepth) {
    self.isUTF8 = isUTF8
    map = ColorMap(depth: depth)
  }

  /// Cells beside each other in a row; a wide glyph's second half is left to ncurses. Nil when the
  /// colour pairs are used up.
  mutating func convert(_ cells: ArraySlice<Cell>, pairs: inout ColorPairs) -> [cchar_t]? {
    line.removeAll(keepingCapacity: true)
    var index = cells.startIndex
    while index < cells.endIndex {
      let cell = shown(cells[index])
      guard let pair = pairs.pair(cell.style) else { return nil }
      let isWide =
        index + 1 < cells.endIndex && cells[index + 1].glyph == .shadow
        && cell.glyph != .shadow
      let attributes = Self.attributes(cell.style.attributes)
      if isWide, isUTF8, Self.width(cell.glyph) == 2 {
        append(cell.glyph, attributes, pair)
      } else if isWide {
        append(Glyph("?"), attributes, pair)
        append(.space, attributes, pair)
      } else {
        append(narrow(cell.glyph), attributes, pair)
      }
      index += isWide ? 2 : 1
    }
    return line
  }

  private func shown(_ cell: Cell) -> Cell {
    var cell = map.depth == .none ? cell.reduced(to: .none, background: ground) : cell
    // Many terminals show bold black as grey, which may be the very ground it stands on.
    if cell.style.attributes.contains(.bold), map.number(cell.style.foreground) == 0 {
      cell.style.attributes.remove(.bold)
    }
    return cell
  }

  /// What fits one column: the C library and the frame may disagree about a glyph's width, and
  /// then everything to the right of it would be elsewhere than we believe.
  private func narrow(_ glyph: Glyph) -> Glyph {
    if glyph == .shadow { return .space }
    if glyph.base.isASCII { return glyph.base.value >= 32 ? glyph : Glyph("?") }
    return isUTF8 && Self.width(glyph) == 1 ? glyph : Glyph("?")
  }

  private static func width(_ glyph: Glyph) -> Int32 {
    let base = glyph.base.value
    return (0x2800...0x28FF).contains(base) ? 1 : easel_columns(wchar_t(bitPattern: base))
  }

  private mutating func append(_ glyph: Glyph, _ attributes: attr_t, _ pair: Int32) {
    var cell = cchar_t()
    let base = wchar_t(bitPattern: glyph.base.value)
    if glyph == Glyph(glyph.base) {
      var text = (base, wchar_t(0))
      withUnsafePointer(to: &text) { text in
        text.withMemoryRebound(to: wchar_t.self, capacity: 2) {
          _ = easel_set_cell(&cell, $0, attributes, pair)
        }
      }
    } else {
      let marks = isUTF8 ? glyph.scalars.dropFirst().map { wchar_t(bitPattern: $0.value) } : []
      let text = [base] + marks.filter { easel_columns($0) == 0 } + [0]
      _ = easel_set_cell(&cell, text, attributes, pair)
    }
    line.append(cell)
  }

  private static func attributes(_ set: Style.Attributes) -> attr_t {
    var attributes: attr_t = 0
    if set.isEmpty { return attributes }
    if set.contains(.bold) { attributes |= easel_bold }
    if set.contains(.dim) { attributes |= easel_dim }
    if set.contains(.italic) { attributes |= easel_italic }
    if set.contains(.underline) { attributes |= easel_underline }
    if set.contains(.reverse) { attributes |= easel_reverse }
    return attributes
  }
}
