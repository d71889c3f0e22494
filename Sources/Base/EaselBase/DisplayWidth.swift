extension Unicode.Scalar {
  /// The columns a terminal gives this scalar: 0, 1 or 2. Controls count 0.
  ///
  /// Terminals differ over emoji variation selectors: here they take no column and widen nothing,
  /// as in xterm, tmux and ncurses. Cells leave them out, so that other terminals show the same
  /// width.
  public var displayWidth: Int {
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    if value < 0x300 { return value < 0xA0 ? 0 : 1 }
    // Lines, blocks and braille, which make up a canvas.
    if value >= 0x2500 && value < 0x25FD || value >= 0x2800 && value < 0x2900 { return 1 }
    if WidthTables.contains(value, in: WidthTables.zero) { return 0 }
    return value >= 0x1100 && WidthTables.contains(value, in: WidthTables.wide) ? 2 : 1
  }

  /// Whether the scalar is part of an emoji picture, alone or joined to other scalars. Half a flag
  /// and a skin tone are not.
  var isPictograph: Bool {
    value > 0x7F && properties.isEmoji && !isRegionalIndicator && !properties.isEmojiModifier
  }

  /// Whether the scalar is a control of C0 or C1, or delete.
  var isControl: Bool { value < 0x20 || value >= 0x7F && value < 0xA0 }

  var isRegionalIndicator: Bool { value >= 0x1F1E6 && value <= 0x1F1FF }
}

extension Character {
  /// The columns of the character's clusters. Nearly every character has 0, 1 or 2. A character has
  /// more if it holds several letters that terminals put side by side, as in Devanagari.
  public var displayWidth: Int { String(self).displayWidth }
}

extension StringProtocol {
  /// The columns a terminal gives this text on one line.
  public var displayWidth: Int { Substring(self).columns }

  /// The text in the pieces that cells hold.
  public var clusters: Clusters { Clusters(Substring(self).unicodeScalars) }
}

extension Substring {
  // Not generic: reading the bytes of a text of a generic type takes a hundred times as long.
  fileprivate var columns: Int {
    var columns = 0
    for byte in utf8 {
      guard byte < 0x7F else { return unicodeScalars.columns }
      columns += byte < 0x20 ? 0 : 1
    }
    return columns
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var columns: Int {
    var columns = 0
    var joint: ClusterJoint?
    for scalar in self where joint?.absorb(scalar) != true {
      columns += joint?.columns ?? 0
      joint = ClusterJoint(base: scalar)
    }
    return columns + (joint?.columns ?? 0)
  }
}
