import BoardContract
import CellFrame

/// A QR code in cells. Its light border lets QR readers find the code.
package struct QRCodeCells {
  package enum Look: Hashable, Sendable {
    /// Black on white in half blocks, whatever the theme.
    case halves
    /// Half blocks in the terminal's only foreground colour, which is light or dark.
    case plainHalves(inkIsLight: Bool)
    /// Black and white blanks, where the terminal has no half blocks.
    case blanks

    /// The width of a module in cells, and the height of a cell in modules.
    fileprivate var columns: Int { self == .blanks ? 2 : 1 }
    fileprivate var modules: Int { self == .blanks ? 1 : 2 }
  }

  let code: QRCode
  package let look: Look
  /// Light modules on each side: the standard asks for four, and all known readers accept two.
  let border: Int

  static let borders = [4, 3, 2]

  var columns: Int { (code.size + 2 * border) * look.columns }
  var rows: Int { (code.size + 2 * border + look.modules - 1) / look.modules }

  package var frame: Frame {
    var frame = Frame(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns { frame[column, row] = cell(column, row) }
    }
    return frame
  }

  private static let black = Tint.rgb(0x00_00_00)
  private static let white = Tint.rgb(0xFF_FF_FF)

  private func cell(_ column: Int, _ row: Int) -> Cell {
    let x = column / look.columns - border
    let y = row * look.modules - border
    let (upper, lower) = (code.isDark(x, y), code.isDark(x, y + 1))
    switch look {
    case .halves:
      return Cell(
        Self.half(upper, lower), Style(foreground: Self.black, background: Self.white))
    case .plainHalves(let inkIsLight):
      return Cell(Self.half(upper != inkIsLight, lower != inkIsLight))
    case .blanks:
      return Cell(.space, Style(background: upper ? Self.black : Self.white))
    }
  }

  private static func half(_ upper: Bool, _ lower: Bool) -> Glyph {
    switch (upper, lower) {
    case (true, true): Glyph("█")
    case (true, false): Glyph("▀")
    case (false, true): Glyph("▄")
    case (false, false): .space
    }
  }
}
