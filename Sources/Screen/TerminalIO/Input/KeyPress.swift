import CellFrame

/// A key and the modifiers that were held with it.
struct KeyPress: Hashable, Sendable {
  var key: Key
  var modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates a press from a typed character. A character below 32 stands for a key, or for Ctrl and
  /// a letter.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    // A paste without brackets contains the line feeds of its text, so a line feed counts as Enter.
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A:
      self.init(.character(Self.character(scalar.value | 0x60)), .control)
    case 0x1C...0x1F: self.init(.character(Self.character(scalar.value | 0x40)), .control)
    default: self.init(.character(Character(scalar)))
    }
  }

  /// Reads a key that terminfo cannot name, because its sequence contains the code of an arbitrary
  /// character. These sequences are CSI u and xterm's modifyOtherKeys (`CSI 27 ; modifiers ; code
  /// ~`). Returns nil for any other sequence, and for the release of a key.
  init?(unnamed sequence: SequenceParameters) {
    guard sequence.prefix == 0, sequence.intermediate == 0, sequence.phase != 3 else { return nil }
    switch (sequence.final, sequence.count, sequence[0]) {
    case (UInt8(ascii: "u"), _, let code):
      self.init(code: code, Modifiers(parameter: sequence[1]))
    case (UInt8(ascii: "~"), 3, 27):
      self.init(code: sequence[2], Modifiers(parameter: sequence[1]))
    default: return nil
    }
  }

  private init?(code: Int, _ held: Modifiers) {
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
    // Codes for private use stand for keys without a character, such as the modifier keys.
    if (0xE000...0xF8FF).contains(value) { return nil }
    var press = KeyPress(scalar)
    press.modifiers.formUnion(held)
    if press.key == .tab, held.contains(.shift) {
      press = KeyPress(.backTab, held.subtracting(.shift))
    }
    if case .character(let character) = press.key, held.contains(.shift),
      !held.contains(.control)
    {
      // The character includes Shift already, as if the terminal had sent the character alone.
      let upper = character.isASCII ? Character(character.uppercased()) : character
      press = KeyPress(.character(upper), held.subtracting(.shift))
    }
    self = press
  }

  private static func character(_ ascii: UInt32) -> Character {
    Character(Unicode.Scalar(UInt8(truncatingIfNeeded: ascii)))
  }
}

extension Modifiers {
  /// Reads the number of the modifiers in a sequence: one more than the sum of Shift 1, Alt 2 and
  /// Ctrl 4.
  init(parameter: Int) {
    self.init(rawValue: parameter > 0 ? UInt8(truncatingIfNeeded: parameter - 1) & 7 : 0)
  }
}
