import BoardRendering
import CellFrame
import EaselBase

/// The signs that make up bars and sheets: only ASCII where the terminal shows no more.
struct Chrome: Hashable, Sendable {
  let isASCII: Bool

  init(_ raster: Raster) { isASCII = raster == .ascii }

  /// The number of people that signs can distinguish without colour.
  static let signCount = 12
  /// Returns the sign of a participant, one column wide.
  func sign(_ number: Int) -> String {
    let signs = isASCII ? Self.plainSigns : Self.signs
    return signs[Int(number.magnitude % UInt(signs.count))]
  }

  // Split once, because each pointer in each frame needs a sign.
  private static let signs = "◆●▲■★♥♣♠▼◉✚◈".map { String($0) }
  private static let plainSigns = "@%&$0XAHVWMQ".map { String($0) }

  func glyph(_ dots: UInt8) -> Glyph { isASCII ? .ascii(dots) : .braille(dots) }

  var dot: String { isASCII ? "-" : "·" }
  var dash: String { isASCII ? "-" : "–" }
  var swatch: String { isASCII ? "#" : "█" }
  /// The swatch of the current colour, so that it is recognized without colours.
  var heldSwatch: String { isASCII ? "*" : "◆" }
  var menu: String { isASCII ? "=" : "≡" }
  var ellipsis: String { isASCII ? "~" : "…" }
  var rule: String { isASCII ? "|" : "│" }
  var enter: String { isASCII ? "Enter" : "⏎" }
  var arrows: String { isASCII ? "arrows" : "↑↓←→" }
  var chosen: String { isASCII ? ">" : "▸" }
  var mark: String { isASCII ? "*" : "✓" }
  var ruleDown: Glyph { isASCII ? Glyph("|") : Glyph("│") }
  var ruleAcross: Glyph { isASCII ? Glyph("-") : Glyph("─") }
  /// Upper left, upper right, lower left, lower right.
  var corners: [Glyph] {
    isASCII ? Array(repeating: Glyph("+"), count: 4) : ["╭", "╮", "╰", "╯"].map { Glyph($0) }
  }
  var quotes: (open: String, close: String) { isASCII ? ("\"", "\"") : ("“", "”") }

  func quoted(_ text: String) -> String { quotes.open + text + quotes.close }

  /// Returns the text in at most `columns` columns, its end replaced by an ellipsis if it is too
  /// long.
  func fit(_ text: String, _ columns: Int) -> String {
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

  /// Returns the text in lines of at most `columns` columns, broken between words; a longer word,
  /// such as a path, continues in the next line. Only blanks are left out.
  func wrap(_ text: String, _ columns: Int) -> [String] {
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

  /// Returns the text followed by blanks up to exactly `columns` columns.
  func pad(_ text: String, _ columns: Int) -> String {
    let text = fit(text, columns)
    return text + String(repeating: " ", count: max(columns - text.displayWidth, 0))
  }
}
