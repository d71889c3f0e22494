import Rendering

/// Bytes from a terminal in, what they mean out, whatever the pieces they arrive in.
///
/// It holds what is unfinished, bounded whatever arrives, and has no clock: whoever reads asks
/// `isUndecided` and calls `settle` once nothing has followed for a moment, because a lone ESC is
/// a key and also the beginning of every sequence.
struct InputDecoder: Sendable {
  /// Mouse reports to places; told when reports come in pixels.
  var mouse = MouseDecoder()

  private let keys: KeyTable
  private var state = State.ground
  /// What has come of the sequence or string under way, without what introduced it.
  private var sequence: [UInt8] = []
  private var text = ScalarDecoder()
  private var pasted = Paste()

  private enum State: Equatable {
    case ground
    /// After ESC; `twice` after two, which some terminals send for Alt and a cursor key.
    case escape(twice: Bool)
    /// In a character after ESC.
    case altered
    case control(alt: Bool)
    /// In a sequence too long to mean anything.
    case overlong
    case single(alt: Bool)
    /// In the three bytes of the oldest kind of mouse report.
    case oldMouse
    /// In an answer, until BEL or ESC \; `introducer` tells which kind.
    case string(introducer: UInt8)
    /// After ESC in such an answer.
    case stringEnd
    case paste
  }

  /// Longer sequences and answers mean nothing to us.
  private static let lengthMax = 128

  init(keys: KeyTable = KeyTable()) { self.keys = keys }

  /// Whether what came last may be a whole key or the beginning of something longer.
  var isUndecided: Bool {
    switch state {
    case .escape: true
    case .control, .single, .string: sequence.isEmpty
    default: false
    }
  }

  /// Nothing followed: what was undecided is a key.
  mutating func settle(into output: inout [Decoded]) {
    guard isUndecided else { return }
    switch state {
    case .escape(let twice):
      if twice { output.append(.key(.escape)) }
      output.append(.key(.escape))
    case .control(let alt):
      if alt { output.append(.key(.escape)) }
      output.append(.key(.character("["), .alt))
    case .single(let alt):
      if alt { output.append(.key(.escape)) }
      output.append(.key(.character("O"), .alt))
    case .string(let introducer):
      output.append(.key(.character(Character(Unicode.Scalar(introducer))), .alt))
    default: break
    }
    state = .ground
  }

  /// Takes the bytes that arrived together. Every byte is used, none is kept twice.
  mutating func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [Decoded]) {
    var index = 0
    while index < bytes.count {
      if state == .paste {
        index += pasted.take(UnsafeRawBufferPointer(rebasing: bytes[index...]))
        finishPaste(into: &output)
      } else {
        take(bytes[index], into: &output)
        index += 1
      }
    }
  }

  private mutating func take(_ byte: UInt8, into output: inout [Decoded]) {
    switch state {
    case .ground: takeText(byte, alt: false, into: &output)
    case .altered: takeText(byte, alt: true, into: &output)
    case .escape(let twice): takeAfterEscape(byte, twice: twice, into: &output)
    case .control(let alt): takeControl(byte, alt: alt, into: &output)
    case .overlong: takeOverlong(byte, into: &output)
    case .single(let alt): takeSingle(byte, alt: alt, into: &output)
    case .oldMouse: takeOldMouse(byte, into: &output)
    case .string: takeString(byte, into: &output)
    case .stringEnd: takeStringEnd(byte, into: &output)
    case .paste: break
    }
  }

  private mutating func begin(_ next: State) {
    sequence.removeAll(keepingCapacity: true)
    state = next
  }

  /// The sequence under way is broken off by a byte that begins something of its own.
  private mutating func restart(with byte: UInt8, into output: inout [Decoded]) {
    state = .ground
    takeText(byte, alt: false, into: &output)
  }

  private mutating func takeText(_ byte: UInt8, alt: Bool, into output: inout [Decoded]) {
    if byte == 0x1B {
      text = ScalarDecoder()
      state = .escape(twice: false)
      return
    }
    switch text.take(byte) {
    case .unfinished:
      state = alt ? .altered : .ground
    case .scalar(let scalar):
      state = .ground
      let press = KeyPress(scalar)
      output.append(.key(press.key, alt ? press.modifiers.union(.alt) : press.modifiers))
    case .invalid:
      state = .ground
    case .invalidBefore:
      state = .ground
      takeText(byte, alt: false, into: &output)
    }
  }

  private mutating func takeAfterEscape(
    _ byte: UInt8, twice: Bool, into output: inout [Decoded]
  ) {
    switch byte {
    case UInt8(ascii: "["): begin(.control(alt: twice))
    case UInt8(ascii: "O"): begin(.single(alt: twice))
    case 0x1B:
      if twice { output.append(.key(.escape)) }
      state = .escape(twice: true)
    default:
      if twice { output.append(.key(.escape)) }
      if let press = keys[[byte]] {
        state = .ground
        output.append(.key(press.key, press.modifiers))
      } else if "]P_^X".utf8.contains(byte) {
        begin(.string(introducer: byte))
      } else {
        takeText(byte, alt: true, into: &output)
      }
    }
  }

  private mutating func takeControl(_ byte: UInt8, alt: Bool, into output: inout [Decoded]) {
    // The Linux console sends its first function keys as ESC [ [ and a letter.
    let isLinuxKey = byte == UInt8(ascii: "[") && sequence.isEmpty
    // rxvt ends shifted keys with what is no final byte anywhere else.
    let isShifted = byte == UInt8(ascii: "$") && InputSequence.isNumber(sequence)
    switch byte {
    case 0x40...0x7E where !isLinuxKey, UInt8(ascii: "$") where isShifted:
      sequence.append(byte)
      state = .ground
      finishControl(alt: alt, into: &output)
    case 0x20...0x5B:
      sequence.append(byte)
      if sequence.count >= Self.lengthMax { state = .overlong }
    case 0x18, 0x1A: state = .ground
    default: restart(with: byte, into: &output)
    }
  }

  private mutating func takeOverlong(_ byte: UInt8, into output: inout [Decoded]) {
    switch byte {
    case 0x40...0x7E, 0x18, 0x1A: state = .ground
    case 0x20...0x3F: break
    default: restart(with: byte, into: &output)
    }
  }

  private mutating func finishControl(alt: Bool, into output: inout [Decoded]) {
    guard let control = InputSequence(sequence) else {
      report(keys[[UInt8(ascii: "[")] + sequence], alt: alt, into: &output)
      return
    }
    let meaning = control.meaning
    // Nothing but a key comes with Alt: the ESC before it was the key Esc, in the same packet.
    if alt, !meaning.isKey { output.append(.key(.escape)) }
    switch meaning {
    case .oldMouse: begin(.oldMouse)
    case .paste:
      pasted = Paste()
      state = .paste
    case .mouse(let report):
      if let event = mouse.decode(report) { output.append(.event(.mouse(event))) }
    case .key(let press): report(press, alt: alt, into: &output)
    case .answer(let answer):
      mouse.learn(answer)
      output.append(.answer(answer))
    case .nothing: break
    case .unknown: report(keys[[UInt8(ascii: "[")] + sequence], alt: alt, into: &output)
    }
  }

  private func report(_ press: KeyPress?, alt: Bool, into output: inout [Decoded]) {
    guard let press else { return }
    let told: Modifiers = alt ? [.alt, .afterEscape] : []
    output.append(.key(press.key, press.modifiers.union(told)))
  }

  private mutating func takeSingle(_ byte: UInt8, alt: Bool, into output: inout [Decoded]) {
    switch byte {
    case 0x30...0x39 where sequence.count < 4: sequence.append(byte)
    case 0x40...0x7E, 0x20:
      state = .ground
      let press = KeyPress(single: byte, modifiers: InputSequence.number(sequence))
      report(press ?? keys[[UInt8(ascii: "O")] + sequence + [byte]], alt: alt, into: &output)
    default: restart(with: byte, into: &output)
    }
  }

  private mutating func takeOldMouse(_ byte: UInt8, into output: inout [Decoded]) {
    guard byte >= 0x20 else { return restart(with: byte, into: &output) }
    sequence.append(byte)
    guard sequence.count == 3 else { return }
    state = .ground
    let numbers = sequence.map { Int($0) - 32 }
    let report = MouseReport(code: numbers[0], x: numbers[1], y: numbers[2], form: .old)
    if let event = mouse.decode(report) { output.append(.event(.mouse(event))) }
  }

  private mutating func takeString(_ byte: UInt8, into output: inout [Decoded]) {
    switch byte {
    case 0x07: finishString(into: &output)
    case 0x1B: state = .stringEnd
    case 0x18, 0x1A: state = .ground
    default: if sequence.count < Self.lengthMax { sequence.append(byte) }
    }
  }

  private mutating func takeStringEnd(_ byte: UInt8, into output: inout [Decoded]) {
    if byte == UInt8(ascii: "\\") {
      finishString(into: &output)
    } else {
      takeAfterEscape(byte, twice: false, into: &output)
    }
  }

  private mutating func finishString(into output: inout [Decoded]) {
    state = .ground
    if let rgb = BackgroundReply.rgb(sequence) {
      output.append(.answer(.background(rgb)))
    }
  }

  private mutating func finishPaste(into output: inout [Decoded]) {
    guard pasted.isComplete else { return }
    state = .ground
    output.append(.event(.paste(String(decoding: pasted.bytes, as: UTF8.self))))
    pasted = Paste()
  }
}

/// What comes out of the decoder: for the program, or for the terminal's own conduct.
enum Decoded: Hashable, Sendable {
  case event(InputEvent)
  case answer(Answer)

  static func key(_ key: Key, _ modifiers: Modifiers = []) -> Decoded {
    .event(.key(key, modifiers))
  }
}
