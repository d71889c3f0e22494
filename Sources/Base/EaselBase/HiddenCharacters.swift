/// Shows in a text what a reader would not see: `a<U+200B>` for an `a` with a zero-width space.
///
/// A text under review may hide a difference, for example in a word that only looks like another
/// one. Joiners and variation selectors stay as they are where writing needs them: between letters
/// of scripts that join them, in pictures, and with signs that have variants.
package struct HiddenCharacters: Sendable {
  /// The base before, with the number of variation selectors and joiners that follow it directly.
  private var base: Unicode.Scalar?
  private var variants = 0
  private var followsJoiner = false

  package init() {}

  /// Begins a line.
  package mutating func breakLine() { self = HiddenCharacters() }

  /// Reads the next scalar of a line.
  ///
  /// - Returns: what a reader sees in place of it; nil if the scalar stays.
  package mutating func shown(_ scalar: Unicode.Scalar) -> String? {
    // Letters, digits and signs of ASCII, the usual case.
    if scalar.value >= 0x20, scalar.value < 0x7F {
      (base, variants, followsJoiner) = (scalar, 0, false)
      return nil
    }
    if scalar.properties.isVariationSelector {
      variants += 1
      return variants == 1 && hasVariants(scalar) ? nil : Self.code(of: scalar)
    }
    if scalar == ClusterJoint.joiner || scalar == ClusterJoint.nonJoiner {
      defer { followsJoiner = true }
      let isPicture = scalar == ClusterJoint.joiner && base?.isPictograph == true
      return !followsJoiner && (base?.isJoined == true || isPicture) ? nil : Self.code(of: scalar)
    }
    followsJoiner = false
    switch scalar.properties.generalCategory {
    case .privateUse, .unassigned: return begin(scalar, "\u{FFFD}")
    case .control where scalar.value < 0x80: return begin(scalar, Self.caret(scalar))
    default: break
    }
    guard scalar.isVisible else { return begin(scalar, Self.code(of: scalar)) }
    // A skin tone belongs to the picture before it.
    if scalar.properties.isEmojiModifier, base?.isPictograph == true { return nil }
    if scalar.displayWidth > 0 { (base, variants) = (scalar, 0) }
    return nil
  }

  private mutating func begin(_ scalar: Unicode.Scalar, _ text: String) -> String {
    (base, variants) = (nil, 0)
    return text
  }

  private func hasVariants(_ selector: Unicode.Scalar) -> Bool {
    guard let base else { return false }
    if base.value < 0x80 { return selector.value >= 0xFE0E && base.properties.isEmoji }
    return !base.properties.isWhitespace
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + ">"
  }

  /// Returns the sign of a control character, as `less` and `cat -v` show it.
  private static func caret(_ scalar: Unicode.Scalar) -> String {
    "^" + String(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value ^ 0x40)))
  }
}

extension HiddenCharacters {
  /// Returns one line of a text with everything in it shown. Tabs stay.
  package static func shown(in line: String) -> String {
    guard line.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return line }
    var hidden = HiddenCharacters()
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar != "\t", let shown = hidden.shown(scalar) {
        text += shown.unicodeScalars
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension SafeText {
  /// Makes one line of a text under review, in which everything can be seen. Tabs become spaces.
  public init(revealing raw: RawText) {
    self.init(HiddenCharacters.shown(in: String(decoding: raw.utf8, as: UTF8.self)), limit: .line)
  }
}
