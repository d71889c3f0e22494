import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The signs from which bars and sheets are drawn. They are only ASCII if the terminal shows
/// nothing else.
package struct Chrome: Hashable, Sendable {
  package let isASCII: Bool
  /// Whether the swatches of the palette have letters, because some of them look alike.
  package let hasLettersOnSwatches: Bool

  package init(_ raster: Raster, hasLettersOnSwatches: Bool = false) {
    isASCII = raster == .ascii
    self.hasLettersOnSwatches = hasLettersOnSwatches
  }

  /// The number of different signs, by which users without colours can distinguish people.
  package static let signCount = 12
  /// Returns the sign of a participant, one column wide.
  package func sign(_ number: Int) -> String {
    let signs = isASCII ? Self.plainSigns : Self.signs
    return signs[Int(number.magnitude % UInt(signs.count))]
  }

  // The text is split only once, because every frame needs a sign for every pointer.
  private static let signs = "◆●▲■★♥♣♠▼◉✚◈".map { String($0) }
  private static let plainSigns = "@%&$0XAHVWMQ".map { String($0) }

  package func glyph(_ dots: UInt8) -> Glyph { isASCII ? .ascii(dots) : .braille(dots) }

  package var dot: String { isASCII ? "-" : "·" }
  package var dash: String { isASCII ? "-" : "–" }
  package var swatch: String { isASCII ? "#" : "█" }
  /// The swatch of the current colour. It differs from other swatches, so that users without
  /// colours recognize it.
  package var heldSwatch: String { isASCII ? "*" : "◆" }

  /// Returns the swatch of a palette colour: its key if several swatches look alike.
  package func swatch(of color: PaletteColor, isHeld: Bool) -> String {
    if isHeld { return heldSwatch }
    return hasLettersOnSwatches ? String(color.key) : swatch
  }

  package var ellipsis: String { isASCII ? "~" : "…" }
  var rule: String { isASCII ? "|" : "│" }
  package var enter: String { isASCII ? "Enter" : "⏎" }
  package var arrows: String { isASCII ? "arrows" : "↑↓←→" }
  package var chosen: String { isASCII ? ">" : "▸" }
  /// The signs at the edges of a line of text paper that continues beyond the screen.
  package var continuesBefore: Glyph { Glyph(isASCII ? "<" : "‹") }
  package var continuesAfter: Glyph { Glyph(isASCII ? ">" : "›") }
  /// The signs at the edges of a view beyond which there is more ink: left, right, above, below.
  package var moreInk: (left: String, right: String, above: String, below: String) {
    isASCII ? ("<", ">", "^", "v") : ("◂", "▸", "▴", "▾")
  }
  /// The sign at the right of the chosen tool.
  package var chosenBack: String { isASCII ? "<" : "◀" }
  package var mark: String { isASCII ? "*" : "✓" }
  /// The signs of a film that plays, and of one that stands still.
  package var playing: String { isASCII ? ">" : "▶" }
  package var paused: String { isASCII ? "=" : "‖" }
  /// The signs of the track of a film: before and after the present moment, the moment itself, a clear,
  /// and a pause.
  package var trackBefore: String { isASCII ? "=" : "━" }
  package var trackAfter: String { isASCII ? "-" : "─" }
  package var trackHead: String { isASCII ? "O" : "●" }
  package var trackClear: String { isASCII ? "+" : "┼" }
  package var trackPause: String { isASCII ? ":" : "┴" }
  /// The place at which the end of a line sticks to a thing.
  package var ring: Glyph { isASCII ? Glyph("O") : Glyph("◎") }
  /// A handle at the frame of the selection.
  package var handle: Glyph { isASCII ? Glyph("o") : Glyph("■") }
  /// The signs of a guide: along it, and at both ends of a gap.
  package func guides(isLevel: Bool) -> (middle: Glyph, end: Glyph) {
    if isASCII { return (Glyph(isLevel ? "." : ":"), Glyph("+")) }
    return isLevel ? (Glyph("┈"), Glyph("┼")) : (Glyph("┊"), Glyph("┼"))
  }
  package var ruleDown: Glyph { isASCII ? Glyph("|") : Glyph("│") }
  package var ruleAcross: Glyph { isASCII ? Glyph("-") : Glyph("─") }
  /// The signs where a rule meets the left and the right side of a frame.
  package var ruleJoints: (left: Glyph, right: Glyph) {
    isASCII ? (Glyph("+"), Glyph("+")) : (Glyph("├"), Glyph("┤"))
  }
  /// The corners of a frame: upper left, upper right, lower left, lower right.
  package var corners: [Glyph] {
    isASCII ? Array(repeating: Glyph("+"), count: 4) : ["╭", "╮", "╰", "╯"].map { Glyph($0) }
  }
  var quotes: (open: String, close: String) { isASCII ? ("\"", "\"") : ("“", "”") }

  package func quoted(_ text: String) -> String { quotes.open + text + quotes.close }

  /// Returns the text in at most `columns` columns. If the text is too long, an ellipsis replaces
  /// its end.
  package func fit(_ text: String, _ columns: Int) -> String {
    guard text.displayWidth > columns else { return text }
    guard columns > 0 else { return "" }
    var end = text.startIndex
    var used = 0
    for cluster in text.clusters {
      if used + cluster.columns > columns - 1 { break }
      end = cluster.text.endIndex
      used += cluster.columns
    }
    return String(text[..<end]) + ellipsis
  }

  /// Returns the text in lines of at most `columns` columns, broken between words. A word that is
  /// too long for a line, such as a path, continues in the next line. Only blanks are left out.
  package func wrap(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if longer.displayWidth <= columns {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = ""
        for cluster in String(word).clusters {
          if line.displayWidth + cluster.columns > columns, !line.isEmpty {
            lines.append(line)
            line = ""
          }
          line += cluster.text
        }
      }
    }
    return lines + [line]
  }

  /// Returns the text in exactly `columns` columns, filled with blanks or shortened by an ellipsis.
  package func pad(_ text: String, _ columns: Int) -> String {
    let text = fit(text, columns)
    return text + String(repeating: " ", count: max(columns - text.displayWidth, 0))
  }
}

extension Frame {
  /// Draws a border of lines around the frame.
  package mutating func drawEdge(_ chrome: Chrome, _ style: Style) {
    let (right, bottom) = (columns - 1, rows - 1)
    guard right > 0, bottom > 0 else { return }
    for column in 0...right {
      self[column, 0] = Cell(chrome.ruleAcross, style)
      self[column, bottom] = Cell(chrome.ruleAcross, style)
    }
    for row in 0...bottom {
      self[0, row] = Cell(chrome.ruleDown, style)
      self[right, row] = Cell(chrome.ruleDown, style)
    }
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
    for (corner, glyph) in zip(corners, chrome.corners) {
      self[corner.0, corner.1] = Cell(glyph, style)
    }
  }
}

extension PaletteColor {
  /// The key that chooses the colour in the list of colours.
  package var key: Character { Self.keys[rawValue] }

  private static let keys = Array("abcdefghijkl")
}
