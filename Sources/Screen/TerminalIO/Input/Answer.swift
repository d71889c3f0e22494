/// An answer of the terminal about itself.
enum Answer: Hashable, Sendable {
  /// DECRPM: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
  case mode(Int, state: Int)
  /// Primary device attributes. Their values do not matter. This answer shows that the terminal has
  /// read everything before the question, and that all answers to earlier questions have arrived.
  case attributes
  /// `0xRRGGBB`.
  case background(UInt32)
  /// The size of a cell in pixels.
  case cell(width: Int, height: Int)
  /// The name of the terminal, and in most cases its version, such as `XTerm(379)`.
  case name(String)
  /// The terminal has direct colour.
  case directColor
  /// Whether the terminal shows an image of this number.
  case image(Int, isShown: Bool)
}

extension Answer {
  /// Reads the bytes that follow ESC [ ?.
  init?(private bytes: [UInt8]) {
    guard let sequence = SequenceParameters(bytes[...]) else { return nil }
    switch (sequence.intermediate, sequence.final) {
    case (UInt8(ascii: "$"), UInt8(ascii: "y")): self = .mode(sequence[0], state: sequence[1])
    case (0, UInt8(ascii: "c")): self = .attributes
    default: return nil
    }
  }

  /// Reads the size of a cell. This sequence begins in the same way as the sequence of Ctrl with
  /// Page Down.
  init?(cell sequence: SequenceParameters) {
    guard sequence.prefix == 0, sequence.intermediate == 0, sequence.final == UInt8(ascii: "t"),
      sequence.count == 3, sequence[0] == 6
    else { return nil }
    self = .cell(width: sequence[2], height: sequence[1])
  }
}

extension Answer {
  /// Reads a device control string: the bytes between ESC P and its end.
  init?(report bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix(">|") {
      self = .name(String(text.dropFirst(2)))
    } else if text.hasPrefix("1+r524742") || Self.isColorKept(text) {
      self = .directColor
    } else {
      return nil
    }
  }

  /// Reads the answer of the graphics protocol: the bytes between ESC _ and its end.
  init?(command bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("G"), let semicolon = text.firstIndex(of: ";") else { return nil }
    let keys = text[..<semicolon].dropFirst().split(separator: ",")
    guard let number = keys.first(where: { $0.hasPrefix("i=") }).flatMap({ Int($0.dropFirst(2)) })
    else { return nil }
    self = .image(number, isShown: text[semicolon...] == ";OK")
  }

  /// Whether the terminal has read back the background of `ControlStrings.colorQuestions` unchanged.
  /// A terminal without direct colour reports the nearest colour of its palette.
  private static func isColorKept(_ text: String) -> Bool {
    guard text.hasPrefix("1$r"), text.hasSuffix("m") else { return false }
    let numbers = text.dropFirst(3).dropLast()
      .split(omittingEmptySubsequences: true) { $0 == ":" || $0 == ";" }
    return numbers.indices.contains { index in
      numbers[index...].starts(with: ["48", "2", "1", "2", "3"])
    }
  }
}

/// The answer to OSC 11.
enum BackgroundReply {
  /// Reads `11;rgb:hh/hh/hh`, with one to four digits each, or `11;#rrggbb`; nil for any other
  /// text.
  static func rgb(_ bytes: [UInt8]) -> UInt32? {
    let text = Substring(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;") else { return nil }
    let value = text.dropFirst(3)
    if value.hasPrefix("#"), value.utf8.count == 7 {
      return hex(value.dropFirst())
    }
    guard value.hasPrefix("rgb:") || value.hasPrefix("rgba:"),
      let colon = value.firstIndex(of: ":")
    else { return nil }
    let parts = value[value.index(after: colon)...]
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 else { return nil }
    var rgb: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.utf8.count), let number = hex(part) else { return nil }
      let most = UInt32(1) << UInt32(part.utf8.count * 4) - 1
      rgb = rgb << 8 | (number * 255 + most / 2) / most
    }
    return rgb
  }

  /// Reads digits only: `UInt32(_:radix:)` would accept a sign as well.
  private static func hex(_ digits: Substring) -> UInt32? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : UInt32(digits, radix: 16)
  }
}
