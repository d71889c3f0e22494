/// Names as a reader sees them. Names that look the same mean the same board.
extension StringProtocol {
  /// The text without signs that have no ink, such as zero-width spaces, soft hyphens and marks of
  /// direction. One space stands in place of all blanks between two words, and none at the ends.
  /// Joiners and variation selectors between other signs stay, because they may belong to the
  /// spelling.
  package var visibleText: String {
    var kept = String.UnicodeScalarView()
    var isAfterBlank = false
    for scalar in unicodeScalars where !scalar.isUnseenFormat {
      let isJoint = scalar.isJoint
      if isJoint, kept.isEmpty || isAfterBlank { continue }
      if scalar.properties.isWhitespace || scalar.value == 0x2800 {
        isAfterBlank = !kept.isEmpty
        continue
      }
      if isAfterBlank { kept.append(" ") }
      isAfterBlank = false
      kept.append(scalar)
    }
    while kept.last?.isJoiner == true { kept.removeLast() }
    return String(kept)
  }

  /// The form in which two names are compared: also without joiners and variation selectors, which
  /// cells leave out.
  package var nameKey: String {
    var kept = String.UnicodeScalarView()
    for scalar in visibleText.unicodeScalars where !scalar.isJoint { kept.append(scalar) }
    return String(kept)
  }
}

extension Unicode.Scalar {
  fileprivate var isJoint: Bool { isJoiner || properties.isVariationSelector }

  /// Whether the scalar has neither ink nor a width. Those that Unicode gives no look at all, such as
  /// private ones, may have ink in some fonts, and controls are no part of any name.
  fileprivate var isUnseenFormat: Bool {
    guard !isVisible, !isJoint, !properties.isWhitespace else { return false }
    switch properties.generalCategory {
    case .control, .privateUse: return false
    case .unassigned: return properties.isDefaultIgnorableCodePoint
    default: return true
    }
  }
}
