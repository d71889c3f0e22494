/// One piece of a program's output to its terminal (ECMA-48, and DEC's private sequences).
public enum TerminalOutputToken: Hashable, Sendable {
  case text(Unicode.Scalar)
  /// A C0 control such as carriage return; also DEL.
  case control(UInt8)
  /// `ESC ( 0`: intermediates, then the final byte.
  case escape(intermediates: [UInt8], final: UInt8)
  case csi(ControlSequence)
  /// OSC, DCS, APC, PM or SOS: its byte after ESC, and its content.
  case string(opener: UInt8, content: [UInt8])
  /// Bytes that are neither UTF-8 nor a sequence.
  case malformed([UInt8])
}

/// A control sequence after CSI (ECMA-48), for example `CSI ? 1006 h`.
public struct ControlSequence: Hashable, Sendable {
  /// The mark of a private sequence, one of `<=>?`; nil if there is none.
  public var prefix: Unicode.Scalar?
  /// The parameters as written, without defaults; sub-parameters after a colon stay in their
  /// parameter's text.
  public var parameters: [String]
  /// The characters between the parameters and the final byte; usually empty.
  public var intermediates: String
  /// The last character, from `@` to `~`, which names the function.
  public var final: Unicode.Scalar

  /// Returns the number at `index`, at most 65,535, or `standard` if it is absent, empty or not a
  /// number.
  public func number(_ index: Int, default standard: Int) -> Int {
    guard parameters.indices.contains(index) else { return standard }
    return Int(parameters[index]).map { min($0, 65_535) } ?? standard
  }

  /// The kind of the sequence: `?h`, `m`, `?$p`.
  public var kind: String {
    (prefix.map { String(Character($0)) } ?? "") + intermediates + String(Character(final))
  }
}

/// Splits a program's output into tokens, independent of how it is divided into reads.
public struct TerminalParser: Sendable {
  private enum State {
    case ground
    case utf8([UInt8], missing: Int)
    case escape([UInt8])
    case csi([UInt8])
    case string(UInt8, [UInt8])
    /// An ESC within a string: the string ends if a backslash follows.
    case stringEscape(UInt8, [UInt8])
  }

  private var state = State.ground

  /// Creates a parser that has read nothing yet.
  public init() {}

  /// Whether all sequences so far are complete.
  public var isAtRest: Bool {
    if case .ground = state { true } else { false }
  }

  /// Returns the tokens that these bytes complete; an incomplete token waits for the next bytes.
  public mutating func parse(_ bytes: some Swift.Sequence<UInt8>) -> [TerminalOutputToken] {
    var tokens: [TerminalOutputToken] = []
    for byte in bytes { parse(byte, &tokens) }
    return tokens
  }

  private mutating func parse(_ byte: UInt8, _ tokens: inout [TerminalOutputToken]) {
    switch state {
    case .ground: ground(byte, &tokens)
    case .utf8(let bytes, let missing): utf8(bytes + [byte], missing: missing - 1, &tokens)
    case .escape(let bytes): escape(bytes, byte, &tokens)
    case .csi(let bytes): csi(bytes, byte, &tokens)
    case .string(let opener, let content):
      string(opener, content, byte, &tokens)
    case .stringEscape(let opener, let content):
      state = .ground
      guard byte == UInt8(ascii: "\\") else {
        tokens.append(.malformed([27, opener] + content))
        state = .escape([])
        return parse(byte, &tokens)
      }
      tokens.append(.string(opener: opener, content: content))
    }
  }

  private mutating func ground(_ byte: UInt8, _ tokens: inout [TerminalOutputToken]) {
    switch byte {
    case 27: state = .escape([])
    case 0..<32, 127: tokens.append(.control(byte))
    case 32..<127: tokens.append(.text(Unicode.Scalar(byte)))
    case 0xC2...0xDF: state = .utf8([byte], missing: 1)
    case 0xE0...0xEF: state = .utf8([byte], missing: 2)
    case 0xF0...0xF4: state = .utf8([byte], missing: 3)
    default: tokens.append(.malformed([byte]))
    }
  }

  private mutating func utf8(
    _ bytes: [UInt8], missing: Int, _ tokens: inout [TerminalOutputToken]
  ) {
    guard (bytes.last ?? 0) & 0xC0 == 0x80 else {
      state = .ground
      tokens.append(.malformed(bytes.dropLast()))
      return ground(bytes.last ?? 0, &tokens)
    }
    guard missing == 0 else { return state = .utf8(bytes, missing: missing) }
    state = .ground
    if let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first {
      tokens.append(.text(scalar))
    } else {
      tokens.append(.malformed(bytes))
    }
  }

  private mutating func escape(
    _ intermediates: [UInt8], _ byte: UInt8, _ tokens: inout [TerminalOutputToken]
  ) {
    switch byte {
    case 0x20..<0x30: state = .escape(intermediates + [byte])
    case UInt8(ascii: "[") where intermediates.isEmpty: state = .csi([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string(byte, [])
    case 0x30..<0x7F:
      state = .ground
      tokens.append(.escape(intermediates: intermediates, final: byte))
    default:
      state = .ground
      tokens.append(.malformed([27] + intermediates))
      ground(byte, &tokens)
    }
  }

  private mutating func csi(_ bytes: [UInt8], _ byte: UInt8, _ tokens: inout [TerminalOutputToken])
  {
    switch byte {
    case 0x20..<0x40: state = .csi(bytes + [byte])
    case 0x40..<0x7F:
      state = .ground
      tokens.append(.csi(ControlSequence(bytes, final: byte)))
    default:
      state = .ground
      tokens.append(.malformed([27, UInt8(ascii: "[")] + bytes))
      ground(byte, &tokens)
    }
  }

  private mutating func string(
    _ opener: UInt8, _ content: [UInt8], _ byte: UInt8, _ tokens: inout [TerminalOutputToken]
  ) {
    switch byte {
    case 27: state = .stringEscape(opener, content)
    case 7:
      state = .ground
      tokens.append(.string(opener: opener, content: content))
    default: state = .string(opener, content + [byte])
    }
  }
}

extension ControlSequence {
  fileprivate init(_ bytes: [UInt8], final: UInt8) {
    var rest = bytes[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = Unicode.Scalar(first)
      rest.removeFirst()
    }
    let written = rest.prefix { $0 >= 0x30 }
    parameters =
      written.isEmpty
      ? [] : String(decoding: written, as: UTF8.self).components(separatedBy: ";")
    intermediates = String(decoding: rest.dropFirst(written.count), as: UTF8.self)
    self.final = Unicode.Scalar(final)
  }
}

extension String {
  fileprivate func components(separatedBy separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
