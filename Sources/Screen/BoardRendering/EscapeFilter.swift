/// Removes escape sequences from a text, scalar by scalar. It follows ECMA-48 as xterm does.
struct EscapeFilter: Sendable {
  enum Outcome: Equatable {
    case text(Unicode.Scalar)
    /// The parameters of an SGR sequence.
    case graphics([UInt8])
    /// Another control sequence: its last character, and its parameters.
    case control(Unicode.Scalar, [UInt8])
    /// Another escape sequence of two characters or, with the first of its intermediate characters,
    /// of more: its last character.
    case escape(Unicode.Scalar, intermediate: Unicode.Scalar?)
    /// A visible letter in an operating system command (OSC), or in any other string.
    case commandLetter, stringLetter
    case nothing
  }

  private enum State: Equatable {
    case text
    case escape
    /// After intermediate characters of an escape sequence, as in the choice of a character set. The
    /// value is the first of them.
    case intermediate(Unicode.Scalar)
    /// Parameters so far; nil if they cannot be parameters of SGR.
    case control([UInt8]?)
    /// Within an operating system command (OSC). The end of the line ends it early.
    case command
    /// Within any other string. Only its own end sequence ends it. If one character began it, the end
    /// of the line ends it too: a letter that was encoded twice can hold such a character.
    case string(endsWithLine: Bool)
    /// After an escape within a string. The escape is the first half of the string's end, or begins
    /// the next sequence.
    case stringEscape
  }

  private var state = State.text
  private static let parameterBytesMax = 128

  mutating func filter(_ scalar: Unicode.Scalar) -> Outcome {
    // The characters CAN and SUB end any sequence early, in every state.
    if scalar.value == 0x18 || scalar.value == 0x1A {
      state = .text
      return .nothing
    }
    switch state {
    case .text: return plain(scalar)
    case .escape: return begin(scalar)
    case .intermediate(let first): return intermediate(scalar, first)
    case .control(let parameters): return control(scalar, parameters)
    case .command, .string: return string(scalar)
    case .stringEscape:
      guard scalar == "\\" else { return begin(scalar) }
      state = .text
      return .nothing
    }
  }

  private mutating func plain(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x90, 0x98, 0x9E, 0x9F: state = .string(endsWithLine: true)
    case 0x9B: state = .control([])
    case 0x9D: state = .command
    default: return .text(scalar)
    }
    return .nothing
  }

  private mutating func begin(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "[": state = .control([])
    case "]": state = .command
    case "P", "X", "^", "_": state = .string(endsWithLine: false)
    case "\u{1B}": state = .escape
    case " "..."/": state = .intermediate(scalar)
    case "0"..."~":
      state = .text
      return .escape(scalar, intermediate: nil)
    default:
      // No sequence begins with this scalar, so it is text. Most often it is a line end.
      state = .text
      return plain(scalar)
    }
    return .nothing
  }

  private mutating func intermediate(
    _ scalar: Unicode.Scalar, _ first: Unicode.Scalar
  ) -> Outcome {
    switch scalar {
    case "\u{1B}": state = .escape
    case "0"..."~":
      state = .text
      return .escape(scalar, intermediate: first)
    case "\n", "\r":
      state = .text
      return .text(scalar)
    case "\u{7F}"...: state = .text
    default: break
    }
    return .nothing
  }

  private mutating func control(_ scalar: Unicode.Scalar, _ parameters: [UInt8]?) -> Outcome {
    switch scalar {
    case "0"..."9", ";", ":":
      let isRoom = (parameters?.count ?? 0) < Self.parameterBytesMax
      state = .control(isRoom ? parameters.map { $0 + [UInt8(scalar.value)] } : nil)
    // It begins the soft reset, `CSI ! p`, which acts here as the full reset does.
    case "!" where parameters == []: state = .control([UInt8(ascii: "!")])
    case " "..."?": state = .control(nil)
    case "@"..."~":
      state = .text
      guard let parameters else { break }
      if parameters.first == UInt8(ascii: "!") {
        return scalar == "p" ? .escape("c", intermediate: nil) : .nothing
      }
      return scalar == "m" ? .graphics(parameters) : .control(scalar, parameters)
    case "\u{1B}": state = .escape
    case "\n", "\r":
      state = .text
      return .text(scalar)
    default: break
    }
    return .nothing
  }

  private mutating func string(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{1B}": state = .stringEscape
    case "\u{9C}": state = .text
    case "\u{07}": if state == .command { state = .text }
    case "\n":
      guard state != .string(endsWithLine: false) else { break }
      state = .text
      return .text(scalar)
    default:
      guard scalar.value > 0x20 else { break }
      return state == .command ? .commandLetter : .stringLetter
    }
    return .nothing
  }
}
