/// Cuts the bytes of a terminal into units, whatever pieces they arrive in.
///
/// It finds the end of an ECMA-48 sequence; ncurses finds the meaning. ncurses needs each sequence
/// whole, because it would read the parts of a divided sequence as typed characters. The splitter
/// stores a limited number of bytes.
///
/// It has no clock: the caller passes the time, in milliseconds, and calls `elapse` at `deadline`.
/// Pauses mean this:
///
/// 1. A lone ESC is a key, and also the beginning of every sequence. After 25 ms without another
///    byte it is the key.
/// 2. A network may hold back the rest of a sequence for longer. An introducer such as `[` within
///    300 ms after the key therefore still begins a sequence, if a byte that can follow it comes
///    within 25 ms. `<` after such a `[` begins a mouse report at any time in these 300 ms.
/// 3. ESC and an introducer, as in ESC [, are a key with Alt after a second without another byte.
/// 4. Inside a sequence, a pause of any length changes nothing. But a string may have lost its end: if
///    after a second the rest does not come with its end, without a pause of 25 ms, it is keys.
/// 5. While a button of the mouse is held, reports are under way, and Esc would end the drag. So a
///    lone ESC waits 300 ms for the rest of a report.
/// 6. A paste without its end is shown after a second without another byte. Later bytes belong to
///    it until its end, an Esc or a Ctrl-C that stands alone.
///
/// In every state, Ctrl-C is a key.
struct InputSplitter: Sendable {
  private let isUTF8: Bool
  /// Whether the terminal reports the mouse. If not, ESC [ M may be a function key.
  private let hasMouse: Bool
  private var state = State.ground
  /// The unit that has begun.
  private var held: [UInt8] = []
  private var pasted = Paste()
  private var late = LateBytes()
  /// The time at which the last bytes arrived.
  private var arrivedAt: Int64 = 0
  /// Whether the last report of the mouse says that a button is held.
  private var isButtonHeld = false
  /// The sequence whose beginning has acted as a key; nil if there is none.
  private var cut: Cut?

  private enum State: Equatable {
    case ground
    /// In a UTF-8 character of which `missing` bytes have not come yet.
    case character(missing: Int)
    /// After one or two ESC.
    case escape
    /// After an introducer whose ESC has acted as the key Esc. `held` has both.
    case late
    /// After ESC [.
    case control
    /// In a control sequence that is too long to have a meaning.
    case overlong
    /// After ESC O.
    case single
    /// In an operating system command or the like, until BEL or ESC \.
    case string
    /// After an ESC in such a string.
    case stringEscape
    /// After a second of silence in such a string. `late` has the bytes that came since.
    case lateString
    /// In the last three bytes of the oldest kind of mouse report, after ESC [ M.
    case oldMouse(missing: Int)
    case paste
  }

  /// A beginning that has acted as a key, although the rest may still come.
  private struct Cut {
    /// ESC, or ESC [.
    var beginning: [UInt8]
    /// The time until which the rest counts as the rest.
    var until: Int64
  }

  /// The maximum length of a sequence or string in bytes. Longer ones have no meaning in Easel.
  private static let lengthMax = 128
  private static let escape: UInt8 = 0x1B
  private static let bracket = UInt8(ascii: "[")
  /// The time after which a lone ESC is a key. It is short, because the user waits for it.
  private static let keyDelay: Int64 = 25
  /// The time for which the rest of a sequence may come after its ESC has acted as a key.
  private static let cutDelay: Int64 = 300
  /// The time after which a beginning or a paste gets no more bytes.
  private static let silence: Int64 = 1000

  init(isUTF8: Bool = true, hasMouse: Bool = true) {
    (self.isUTF8, self.hasMouse) = (isUTF8, hasMouse)
  }

  /// Whether a paste, or a string, has begun and not ended.
  var isInPaste: Bool { state == .paste }
  var isInString: Bool { [.string, .stringEscape, .lateString].contains(state) }

  /// The time at which the caller must call `elapse` if no byte has come before; nil if time
  /// changes nothing.
  var deadline: Int64? {
    switch state {
    case .escape: arrivedAt + (isButtonHeld ? Self.cutDelay : Self.keyDelay)
    case .late: arrivedAt + Self.keyDelay
    case .lateString: late.isEmpty ? nil : arrivedAt + Self.keyDelay
    case .control, .single, .string:
      held.count == introducer + 1 ? arrivedAt + Self.silence : nil
    case .paste:
      pasted.key != nil
        ? arrivedAt + Self.keyDelay : pasted.hasUnshown ? arrivedAt + Self.silence : nil
    case .ground, .character, .overlong, .stringEscape, .oldMouse: nil
    }
  }

  /// Notes that no byte has come until now.
  mutating func elapse(at now: Int64, into units: inout [InputUnit]) {
    while let deadline, deadline <= now { finishUndecided(at: deadline, into: &units) }
  }

  /// Gives the bytes that have come the meaning that they have if nothing follows.
  private mutating func finishUndecided(at now: Int64, into units: inout [InputUnit]) {
    switch state {
    case .late:
      let key = held[1]
      if key != Self.bracket { cut = nil }
      drop()
      units.append(.key([key]))
    case .lateString: dropString(before: late.remove(), into: &units)
    case .paste:
      guard let key = pasted.key else { return units.append(.paste(pasted.show())) }
      finishPaste(into: &units)
      units.append(.key([key]))
      if key == Self.escape { cut = Cut(beginning: [key], until: now + Self.cutDelay) }
    default:
      if held.count > 1, held[1] == Self.escape { separateEscape(into: &units) }
      if held.count == 1 || held[1] == Self.bracket {
        cut = Cut(beginning: held, until: now + Self.cutDelay)
      }
      finish(into: &units)
    }
  }

  /// Splits the bytes that arrived together.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, at now: Int64, into units: inout [InputUnit]
  ) {
    guard !bytes.isEmpty else { return }
    if state == .paste, now - arrivedAt >= Self.keyDelay { pasted.pause() }
    if now - arrivedAt >= Self.silence { endSilence(before: bytes[0]) }
    arrivedAt = now
    var index = 0
    while index < bytes.count {
      if state == .paste {
        index += pasted.append(UnsafeRawBufferPointer(rebasing: bytes[index...]))
        if pasted.isComplete { finishPaste(into: &units) }
      } else {
        receive(bytes[index], into: &units)
        index += 1
      }
    }
  }

  /// Notes that a string got no byte for a second. It may have lost its end.
  private mutating func endSilence(before byte: UInt8) {
    if state == .string { state = .lateString }
    if state == .stringEscape, byte != UInt8(ascii: "\\") { drop() }
  }

  /// The place of the byte after ESC or ESC ESC.
  private var introducer: Int { held.count > 1 && held[1] == Self.escape ? 2 : 1 }

  private mutating func receive(_ byte: UInt8, into units: inout [InputUnit]) {
    switch state {
    case .ground: begin(with: byte, into: &units)
    case .character(let missing): receiveRest(byte, missing, into: &units)
    case .escape: receiveAfterEscape(byte, into: &units)
    case .late: receiveLate(byte, into: &units)
    case .control: receiveControl(byte, into: &units)
    case .overlong: receiveOverlong(byte, into: &units)
    case .single: receiveSingle(byte, into: &units)
    case .string, .stringEscape: receiveString(byte, into: &units)
    case .lateString: receiveLateString(byte, into: &units)
    case .oldMouse(let missing): receiveOldMouse(byte, missing, into: &units)
    case .paste: break
    }
  }

  /// Begins a unit, and drops the unfinished unit before it.
  private mutating func begin(with byte: UInt8, into units: inout [InputUnit]) {
    drop()
    let cut = cut
    self.cut = nil
    if byte == Self.escape {
      hold(byte, .escape)
    } else if let cut, arrivedAt <= cut.until, resume(cut, with: byte) {
      return
    } else {
      beginCharacter(with: byte, into: &units)
    }
  }

  /// Takes up a sequence after a pause in which its beginning has acted as a key.
  ///
  /// - Returns: false if the byte cannot belong to the sequence.
  private mutating func resume(_ cut: Cut, with byte: UInt8) -> Bool {
    if cut.beginning.count > 1 {
      guard byte == UInt8(ascii: "<") else { return false }
      held = cut.beginning
      hold(byte, .control)
    } else {
      guard "[O]P_".utf8.contains(byte) else { return false }
      held = cut.beginning
      hold(byte, .late)
      self.cut = Cut(beginning: held, until: cut.until)
    }
    return true
  }

  /// Decides whether an introducer after the key Esc was a key as well.
  private mutating func receiveLate(_ byte: UInt8, into units: inout [InputUnit]) {
    cut = nil
    let introducer = held[1]
    guard Self.follows(byte, introducer) else {
      units.append(.key([introducer]))
      return begin(with: byte, into: &units)
    }
    switch introducer {
    case Self.bracket: state = .control
    case UInt8(ascii: "O"): state = .single
    default: state = .string
    }
    receive(byte, into: &units)
  }

  /// Whether terminals send this byte after the introducer. Other bytes are typed.
  private static func follows(_ byte: UInt8, _ introducer: UInt8) -> Bool {
    switch introducer {
    case bracket: "<=>?0123456789ABCDFHIMOPQRSZ[".utf8.contains(byte)
    case UInt8(ascii: "O"): "ABCDFHMPQRS".utf8.contains(byte)
    case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
    case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
    default: ">!0123456789".utf8.contains(byte)
    }
  }

  /// Begins a character. Drops bytes that begin no UTF-8 character, because no keyboard sends them.
  private mutating func beginCharacter(with byte: UInt8, into units: inout [InputUnit]) {
    held.append(byte)
    switch byte {
    case 0x80... where !isUTF8: finish(into: &units)
    case 0..<0x80: finish(into: &units)
    case 0xC2...0xDF: state = .character(missing: 1)
    case 0xE0...0xEF: state = .character(missing: 2)
    case 0xF0...0xF4: state = .character(missing: 3)
    default: drop()
    }
  }

  private mutating func receiveRest(
    _ byte: UInt8, _ missing: Int, into units: inout [InputUnit]
  ) {
    guard byte & 0xC0 == 0x80 else { return begin(with: byte, into: &units) }
    held.append(byte)
    state = .character(missing: missing - 1)
    if missing == 1 { finish(into: &units) }
  }

  private mutating func receiveAfterEscape(_ byte: UInt8, into units: inout [InputUnit]) {
    switch byte {
    case UInt8(ascii: "["): hold(byte, .control)
    case UInt8(ascii: "O"): hold(byte, .single)
    case Self.escape where held.count == 1: hold(byte, .escape)
    case Self.escape: separateEscape(into: &units)
    default:
      if held.count == 2 { separateEscape(into: &units) }
      if "]P_^X".utf8.contains(byte) {
        hold(byte, .string)
      } else {
        beginCharacter(with: byte, into: &units)
      }
    }
  }

  private mutating func receiveControl(_ byte: UInt8, into units: inout [InputUnit]) {
    let parameters = held[(introducer + 1)...]
    // The Linux console sends its first function keys as ESC [ [ and a letter.
    let isLinuxKey = byte == UInt8(ascii: "[") && parameters.isEmpty
    // rxvt ends the sequences of keys with Shift with `$`, which ends no other sequence.
    let isShifted =
      byte == UInt8(ascii: "$") && !parameters.isEmpty
      && parameters.allSatisfy { (0x30...0x39).contains($0) }
    switch byte {
    case UInt8(ascii: "M") where hasMouse && parameters.isEmpty: hold(byte, .oldMouse(missing: 3))
    case UInt8(ascii: "~") where parameters.elementsEqual("200".utf8): beginPaste(into: &units)
    case 0x40...0x7E where !isLinuxKey, UInt8(ascii: "$") where isShifted:
      held.append(byte)
      finish(into: &units)
    case 0x20...0x5B:
      hold(byte, held.count < Self.lengthMax ? .control : .overlong)
    case 0x18, 0x1A: drop()
    default: begin(with: byte, into: &units)
    }
  }

  private mutating func receiveOverlong(_ byte: UInt8, into units: inout [InputUnit]) {
    switch byte {
    case 0x40...0x7E, 0x18, 0x1A: drop()
    case 0x20...0x3F: break
    default: begin(with: byte, into: &units)
    }
  }

  private mutating func receiveSingle(_ byte: UInt8, into units: inout [InputUnit]) {
    switch byte {
    case 0x30...0x39 where held.count < introducer + 4: held.append(byte)
    case 0x40...0x7E, 0x20:
      held.append(byte)
      finish(into: &units)
    default: begin(with: byte, into: &units)
    }
  }

  private mutating func receiveString(_ byte: UInt8, into units: inout [InputUnit]) {
    switch (state, byte) {
    case (.stringEscape, UInt8(ascii: "\\")), (.string, 0x07): finishString(into: &units)
    case (.stringEscape, _):
      begin(with: Self.escape, into: &units)
      receive(byte, into: &units)
    case (_, Self.escape): state = .stringEscape
    case (_, 0x18), (_, 0x1A): drop()
    // No answer contains Ctrl-C, so this string has lost its end.
    case (_, 0x03): begin(with: byte, into: &units)
    default: if held.count < Self.lengthMax { held.append(byte) }
    }
  }

  private mutating func receiveLateString(_ byte: UInt8, into units: inout [InputUnit]) {
    switch late.receive(byte, lengthMax: Self.lengthMax) {
    case .undecided: break
    case .rest(let rest):
      held += rest.prefix(max(Self.lengthMax - held.count, 0))
      finishString(into: &units)
    case .keys(let keys): dropString(before: keys, into: &units)
    }
  }

  /// Drops a string whose end does not come, and reads the bytes behind it as keys.
  private mutating func dropString(before keys: [UInt8], into units: inout [InputUnit]) {
    drop()
    for byte in keys { receive(byte, into: &units) }
  }

  /// Ends a string. Drops privacy messages and the like, which answer no question of Easel.
  private mutating func finishString(into units: inout [InputUnit]) {
    if held[introducer] == UInt8(ascii: "]") { return finish(into: &units) }
    let (kind, content) = (held[introducer], Array(held[(introducer + 1)...]))
    if introducer == 2 { units.append(.key([Self.escape])) }
    if kind == UInt8(ascii: "P") { units.append(.report(content)) }
    if kind == UInt8(ascii: "_") { units.append(.command(content)) }
    drop()
  }

  private mutating func receiveOldMouse(
    _ byte: UInt8, _ missing: Int, into units: inout [InputUnit]
  ) {
    guard byte >= 0x20 else { return begin(with: byte, into: &units) }
    hold(byte, .oldMouse(missing: missing - 1))
    if missing == 1 { finish(into: &units) }
  }

  private mutating func beginPaste(into units: inout [InputUnit]) {
    if introducer == 2 { units.append(.key([Self.escape])) }
    drop()
    pasted = Paste()
    state = .paste
  }

  private mutating func finishPaste(into units: inout [InputUnit]) {
    if let text = pasted.finish() { units.append(.paste(text)) }
    pasted = Paste()
    state = .ground
  }

  private mutating func hold(_ byte: UInt8, _ next: State) {
    held.append(byte)
    state = next
  }

  /// Separates the first of two ESC, which was the key Esc.
  private mutating func separateEscape(into units: inout [InputUnit]) {
    units.append(.key([Self.escape]))
    held.removeFirst()
  }

  private mutating func finish(into units: inout [InputUnit]) {
    if let holds = MouseReport(sequence: held)?.holdsButton { isButtonHeld = holds }
    units.append(.key(held))
    drop()
  }

  private mutating func drop() {
    held.removeAll(keepingCapacity: true)
    state = .ground
  }
}
