import Rendering

/// A key with the modifiers held.
struct KeyPress: Hashable, Sendable {
  var key: Key
  var modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A typed character, which below 32 stands for a key or for Ctrl and a letter.
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

  /// What follows ESC O; `modifiers` as a number between, 0 for none.
  init?(single final: UInt8, modifiers: Int) {
    let held = Modifiers(parameter: modifiers)
    if let key = Key(letter: final) {
      self.init(key, held)
      return
    }
    switch final {
    // rxvt: a cursor key with Ctrl.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      guard let key = Key(letter: final & 0x5F) else { return nil }
      self.init(key, held.union(.control))
    case UInt8(ascii: "I"): self.init(.tab, held)
    case UInt8(ascii: "M"): self.init(.enter, held)
    case UInt8(ascii: " "): self.init(.character(" "), held)
    case UInt8(ascii: "X"): self.init(.character("="), held)
    // The keypad sends its digits and signs 64 above themselves.
    case 0x6A...0x79: self.init(.character(Character(Unicode.Scalar(final - 0x40))), held)
    default: return nil
    }
  }

  init?(_ control: InputSequence) {
    let held = Modifiers(parameter: control.number(1))
    switch control.final {
    case UInt8(ascii: "~"):
      if control.number(0) == 27, control.count == 3 {
        self.init(code: control.number(2), held)
      } else {
        guard let key = Key(number: control.number(0)) else { return nil }
        self.init(key, held)
      }
    case UInt8(ascii: "u"): self.init(code: control.number(0), held)
    case UInt8(ascii: "Z"): self.init(.backTab, held.subtracting(.shift))
    // rxvt's endings for Shift, Ctrl and both.
    case UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "@"):
      guard let key = Key(number: control.number(0)) else { return nil }
      let shift: Modifiers = control.final == UInt8(ascii: "^") ? [] : .shift
      self.init(key, control.final == UInt8(ascii: "$") ? .shift : shift.union(.control))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      guard let key = Key(letter: control.final & 0x5F) else { return nil }
      self.init(key, .shift)
    default:
      guard let key = Key(letter: control.final) else { return nil }
      self.init(key, held)
    }
  }

  /// A key told by its code point: CSI u, and xterm's modifyOtherKeys.
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
      // Shift is in the character already, as when it is typed plainly.
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
  /// From the number in a sequence: one more than Shift 1, Alt 2, Ctrl 4.
  init(parameter: Int) {
    self.init(rawValue: parameter > 0 ? UInt8(truncatingIfNeeded: parameter - 1) & 7 : 0)
  }
}

extension Key {
  /// By the letter that ends its sequence.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(letter) - 0x4F)
    default: return nil
    }
  }

  /// By the number before its `~`.
  init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
