import CellFrame
import EaselBase

/// The text form of a frame, made for reading: rows of glyphs, then rows of style letters with a
/// legend, then the cursor.
///
/// ```
/// 6x1
/// glyphs
/// │Save ?│
/// styles
/// │kkkk.k│
/// . default on default
/// k #ffffff on #204060 bold
/// cursor 5,0
/// ```
/// A tile of ink in pixels is a line before the cursor: its place, its size and a hash of its pixels. The
/// text loses nothing else of the frame: `frame(of:)` restores it. A glyph that would merge with its
/// neighbours, or that is invisible, is written as `�` and spelled out under `odd`, by column and
/// row.
public enum FrameGolden {
  /// Replaces a glyph that is spelled out under `odd`.
  static let odd: Character = "\u{FFFD}"
  static let edge: Character = "│"

  /// Returns the golden of a frame, with a line break at its end.
  public static func text(of frame: Frame) -> String {
    let letters = StyleLetters(Set(frame.cells.lazy.map(\.style)))
    let rows = (0..<frame.rows).map { GlyphRow(frame, row: $0) }
    var lines = ["\(frame.columns)x\(frame.rows)", "glyphs"]
    lines += rows.map { framed($0.text) }
    lines.append("styles")
    lines += (0..<frame.rows).map { framed(styles(of: frame, row: $0, letters)) }
    lines += letters.legend
    let oddities = rows.flatMap(\.oddities)
    if !oddities.isEmpty { lines += ["odd"] + oddities }
    lines += frame.tiles.map { tile in
      "tile \(tile.block.column),\(tile.block.row) \(tile.block.columns)x\(tile.block.rows) "
        + "\(tile.state) \(String(tile.tile.hash, radix: 16))"
    }
    lines.append(cursor(of: frame))
    return lines.joined(separator: "\n") + "\n"
  }

  static func styles(of frame: Frame, row: Int, _ letters: StyleLetters) -> String {
    String((0..<frame.columns).map { letters[frame[$0, row].style] })
  }

  static func framed(_ row: String) -> String { "\(edge)\(row)\(edge)" }

  static func cursor(of frame: Frame) -> String {
    frame.cursor.map { "cursor \($0.column),\($0.row)" } ?? "cursor none"
  }
}

/// The glyphs of one row as text, and a line for each glyph that plain text cannot show.
struct GlyphRow: Hashable {
  private(set) var text = ""
  private(set) var oddities: [String] = []

  init(_ frame: Frame, row: Int) {
    var expectsShadow = false
    for column in 0..<frame.columns {
      let glyph = frame[column, row].glyph
      if expectsShadow {
        expectsShadow = false
        if glyph == .shadow { continue }
      }
      let isWide = glyph.base.displayWidth == 2
      let hasShadow = column + 1 < frame.columns && frame[column + 1, row].glyph == .shadow
      if isWide == hasShadow || glyph == .shadow, canStand(glyph) {
        text += glyph.string
        expectsShadow = isWide
      } else {
        text.append(FrameGolden.odd)
        oddities.append("\(column),\(row) \(Self.spelled(glyph))")
      }
    }
  }

  /// Returns whether the glyph appears as one separate character after the text of the row so far.
  private func canStand(_ glyph: Glyph) -> Bool {
    guard glyph != .shadow, glyph.base != "\u{FFFD}", glyph.base.displayWidth > 0,
      glyph.scalars.allSatisfy(\.isSeen)
    else { return false }
    let before = text.last ?? FrameGolden.edge
    return "\(before)\(glyph.string)\(FrameGolden.edge)".count == 3
  }

  static func spelled(_ glyph: Glyph) -> String {
    if glyph == .shadow { return "shadow" }
    return glyph.scalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  fileprivate var isSeen: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
