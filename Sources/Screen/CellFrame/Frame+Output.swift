extension Frame {
  /// The glyphs without colours. Each row loses the blanks at its end and gets a line break.
  public var plainText: String {
    var text = ""
    for row in 0..<rows {
      var line = cells(row: row).map(\.glyph.shown).joined()
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  /// Returns the glyphs with SGR sequences for a terminal of this many colours. Each line ends in
  /// the plain style. The text holds no other control sequence. In place of a coloured full block it
  /// has a space with that background, as the screen has.
  public func ansi(_ depth: ColorDepth = .direct, background: Tint = .terminal) -> String {
    let frame = depth == .none ? self : seamless
    return frame.reduced(to: depth, background: background).sequences
  }

  /// The frame in the colours that it has, as text with SGR sequences.
  private var sequences: String {
    var text = ""
    for row in 0..<rows {
      let cells = cells(row: row)
      let end = (cells.lastIndex { $0.isSeen }).map { $0 + 1 } ?? 0
      var style = Style.plain
      for cell in cells[..<end] where cell.glyph != .shadow {
        if cell.style != style {
          text += SGR.sequence(cell.style)
          style = cell.style
        }
        text += cell.glyph.shown
      }
      text += style == .plain ? "\n" : "\u{1B}[0m\n"
    }
    return text
  }
}

extension Frame {
  /// The same picture with a background in place of each full block; see `Cell.seamless`.
  private var seamless: Frame {
    var frame = self
    for row in 0..<rows {
      let cells = cells(row: row)
      let new = cells.map(\.seamless)
      if !new.elementsEqual(cells) { frame.replace(row: row, by: new) }
    }
    return frame
  }
}

extension Cell {
  private static let fullBlock = Glyph("█")

  /// The same picture without a full block: a space with the colour of the block as its background.
  /// Many terminals leave a seam between two full blocks, and none between two backgrounds. A block
  /// in the terminal's own colour stays, because no background has this colour.
  package var seamless: Cell {
    guard glyph == Self.fullBlock, style.foreground != .terminal,
      !style.attributes.contains(.reverse)
    else { return self }
    return Cell(.space, Style(background: style.foreground))
  }

  /// Whether the cell looks different from the terminal's own blank.
  package var isSeen: Bool {
    glyph != .space || style.background != .terminal
      || !style.attributes.isDisjoint(with: [.reverse, .underline])
  }
}

extension Glyph {
  /// The text in an export: empty for the second half of a wide glyph, and a space instead of a
  /// control character.
  package var shown: String {
    guard self != .shadow else { return "" }
    return base.value < 0x20 || (0x7F..<0xA0).contains(base.value) ? " " : string
  }
}
