import CEaselNcurses
import CellFrame

/// The meaning of an `InputUnit`: an event for the program, or an answer for `Terminal` itself.
enum Decoded: Hashable, Sendable {
  case event(InputEvent)
  case answer(Answer)

  static func key(_ press: KeyPress) -> Decoded { .event(.key(press.key, press.modifiers)) }
}

/// Decodes whole input units into events with the help of ncurses.
///
/// ncurses recognizes the sequences that terminfo names and that `define_key` binds. It gets one
/// unit at a time. So it never waits for more bytes, and the letters of an unknown sequence cannot
/// reach the program as typed letters.
final class CursesInputDecoder {
  /// Decodes mouse reports. It has to know whether the terminal sends them in pixels.
  var mouse = MouseDecoder()

  /// The screen that owns the window. The reference keeps it alive.
  private let screen: CursesScreen
  /// The window through which ncurses reads. It is a pad, because ncurses draws any other window
  /// during a read.
  private var pad: UnsafeMutablePointer<WINDOW>?
  private var bindings: KeyBindings

  /// A character, key or prefix that ncurses finds in a unit.
  enum Stroke: Hashable {
    case character(Unicode.Scalar)
    case press(KeyPress)
    case sequence(KeyBindings.Prefix, parameters: [UInt8])
    /// A key that terminfo names, but that has no meaning in Easel.
    case unnamed
  }

  /// Must be called after `newterm`, because it uses ncurses' current screen.
  init(of screen: CursesScreen, hasMouse: Bool) throws(TerminalError) {
    self.screen = screen
    pad = try Self.newPad()
    bindings = KeyBindings(hasMouse: hasMouse)
  }

  deinit { closePad() }

  private static func newPad() throws(TerminalError) -> UnsafeMutablePointer<WINDOW> {
    guard let pad = newpad(1, 1) else { throw .refused(call: "newpad", errno: 0) }
    // Units are whole, so a lone ESC has no more bytes to wait for.
    set_escdelay(0)
    nodelay(pad, true)
    keypad(pad, true)
    return pad
  }

  private func closePad() {
    if let pad { delwin(pad) }
    pad = nil
  }

  /// Lets the screen replace its terminfo entry, and goes on with the keys of the new one.
  ///
  /// - Returns: false if the entry cannot be used; see `CursesScreen.replaceEntry`.
  func replaceEntry(by entry: TerminalEntry) throws(TerminalError) -> Bool {
    closePad()
    let isReplaced = try screen.replaceEntry(by: entry)
    pad = try Self.newPad()
    bindings = KeyBindings(hasMouse: entry.hasMouse)
    return isReplaced
  }

  /// Makes the terminal send keypad sequences. Must be called again after `CursesScreen.leave`.
  func enter() { if let pad { keypad(pad, true) } }

  func decode(_ unit: InputUnit, into output: inout [Decoded]) {
    switch unit {
    case .paste(let text): output.append(.event(.paste(text)))
    case .report(let bytes):
      if let answer = Answer(report: bytes) { output.append(.answer(answer)) }
    case .command(let bytes):
      if let answer = Answer(command: bytes) { output.append(.answer(answer)) }
    case .key(let bytes): decode(strokes(in: bytes), of: bytes, into: &output)
    }
  }

  /// Lets ncurses read some bytes, and returns the strokes that it finds.
  func strokes(in bytes: [UInt8]) -> [Stroke] {
    screen.streams.feed(bytes)
    var strokes: [Stroke] = []
    while let stroke = next() {
      strokes.append(stroke)
      // The rest of the bytes were the parameters of this sequence.
      if case .sequence = stroke { break }
    }
    return strokes
  }

  private func next() -> Stroke? {
    guard let pad else { return nil }
    var value: wint_t = 0
    switch wget_wch(pad, &value) {
    case OK: return Unicode.Scalar(UInt32(value)).map { .character($0) }
    case KEY_CODE_YES:
      return switch bindings.meaning(of: Int32(bitPattern: value)) {
      case .press(let press): .press(press)
      case .prefix(let prefix): .sequence(prefix, parameters: screen.streams.takeUnread())
      case nil: .unnamed
      }
    default: return nil
    }
  }

  private func decode(_ strokes: [Stroke], of unit: [UInt8], into output: inout [Decoded]) {
    guard strokes.count < 3, let last = strokes.last else {
      return decodeUnbound(unit, into: &output)
    }
    // ESC before a key means Alt with this key, or the key Esc followed by this key.
    let isAfterEscape = strokes.count == 2
    if isAfterEscape, strokes.first != .character("\u{1B}") { return }
    switch last {
    case .character(let scalar):
      let press = KeyPress(scalar)
      let modifiers = isAfterEscape ? press.modifiers.union(.alt) : press.modifiers
      output.append(.key(KeyPress(press.key, modifiers)))
    case .press(let press):
      var modifiers = press.modifiers
      if isAfterEscape { modifiers.insert(.alt) }
      // The first of two ESC may have been the key Esc.
      if isAfterEscape, unit[1] == 0x1B { modifiers.insert(.afterEscape) }
      output.append(.key(KeyPress(press.key, modifiers)))
    case .sequence(let prefix, let parameters):
      // No terminal sends ESC for Alt before a mouse report or an answer, so this ESC was the key
      // Esc.
      if isAfterEscape { output.append(.key(KeyPress(.escape))) }
      decode(prefix, parameters, into: &output)
    case .unnamed:
      // If the unit is a single control character that terminfo names, the user typed Ctrl and a
      // letter.
      guard unit.count == 1 else { break }
      output.append(.key(KeyPress(Unicode.Scalar(unit[0]))))
    }
  }

  private func decode(
    _ prefix: KeyBindings.Prefix, _ parameters: [UInt8], into output: inout [Decoded]
  ) {
    switch prefix {
    case .mouse:
      guard let report = MouseReport(parameters: parameters), let event = mouse.decode(report)
      else { return }
      output.append(.event(.mouse(event)))
    case .oldMouse:
      guard let report = MouseReport(old: parameters), let event = mouse.decode(report) else {
        return
      }
      output.append(.event(.mouse(event)))
    case .answer:
      if let answer = Answer(private: parameters) { output.append(.answer(answer)) }
    case .string where parameters.isEmpty:
      output.append(.key(KeyPress(.character("]"), .alt)))
    case .string:
      if let rgb = BackgroundReply.rgb(parameters) { output.append(.answer(.background(rgb))) }
    }
  }

  /// Decodes a sequence that ncurses does not know. Some of these sequences contain arbitrary
  /// numbers, so no binding can name them. All others have no meaning.
  private func decodeUnbound(_ unit: [UInt8], into output: inout [Decoded]) {
    let escapes = unit.prefix { $0 == 0x1B }.count
    if escapes > 1 { output.append(.key(KeyPress(.escape))) }
    guard unit.count > escapes, unit[escapes] == UInt8(ascii: "["),
      let sequence = SequenceParameters(unit[(escapes + 1)...])
    else { return }
    if let press = KeyPress(unnamed: sequence) {
      output.append(.key(press))
    } else if let answer = Answer(cell: sequence) {
      mouse.learn(answer)
      output.append(.answer(answer))
    }
  }
}
