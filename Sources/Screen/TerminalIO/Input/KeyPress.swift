import CellFrame

/// A key with the modifiers held.
struct KeyPress: Hashable, Sendable {
  var key: Key
  var modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A typed character. Below 32 it stands for a key, or for Ctrl and a letter.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    // A paste without brackets has the line feeds of its text.
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A:
      self.init(.character(Self.character(scalar.value | 0x60)), .control)
    case 0x1C...0x1F: self.init(.character(Self.character(scalar.value | 0x40)), .control)
    default: self.init(.character(Character(scalar)))
    }
  }

  /// A key that terminfo cannot name, because its sequence holds the code of any character: CSI u, and
  /// xterm's modifyOtherKeys (`CSI 27 ; modifiers ; code ~`). Nil for any other sequence, and for a
  /// key that is let go.
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
    // Private use: keys without a character, such as the modifiers themselves.
    if (0xE000...0xF8FF).contains(value) { return nil }
    var press = KeyPress(scalar)
    press.modifiers.formUnion(held)
    if press.key == .tab, held.contains(.shift) {
      press = KeyPress(.backTab, held.subtracting(.shift))
    }
    if case .character(let character) = press.key, held.contains(.shift),
      !held.contains(.control)
    {
      // The character includes Shift already, as when the user types it plainly.
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
  /// Reads the number in a sequence: one more than the sum of Shift 1, Alt 2 and Ctrl 4.
  init(parameter: Int) {
    self.init(rawValue: parameter > 0 ? UInt8(truncatingIfNeeded: parameter - 1) & 7 : 0)
  }
}
