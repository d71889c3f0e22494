import CEaselNcurses
import CellFrame

/// The meaning of a unit of input: an event for the program, or an answer for `Terminal` itself.
enum Decoded: Hashable, Sendable {
  case event(InputEvent)
  case answer(Answer)

  static func key(_ press: KeyPress) -> Decoded { .event(.key(press.key, press.modifiers)) }
}

/// The keys and the mouse as ncurses reads them: whole units in, events out.
///
/// ncurses finds each sequence among those that terminfo names and `define_key` binds. It gets one
/// unit at a time, so it never waits for more, and a sequence that it does not know cannot reach the
/// program as typed letters.
final class CursesKeyboard {
  /// Decodes mouse reports; it has to know whether they come in pixels.
  var mouse = MouseDecoder()

  /// Kept, because the window belongs to it.
  private let screen: CursesScreen
  /// ncurses reads through a window; a pad, unlike others, is never drawn while it reads.
  private let pad: UnsafeMutablePointer<WINDOW>
  private let bindings: KeyBindings

  /// A character, key or prefix that ncurses finds in a unit.
  enum Stroke: Hashable {
    case character(Unicode.Scalar)
    case press(KeyPress)
    case sequence(KeyBindings.Prefix, parameters: [UInt8])
    /// A key of terminfo that has no meaning here.
    case unnamed
  }

  /// Comes after `newterm`: it uses ncurses' current screen.
  init(of screen: CursesScreen, hasMouse: Bool) throws(TerminalError) {
    self.screen = screen
    guard let pad = newpad(1, 1) else { throw .refused(call: "newpad", errno: 0) }
    self.pad = pad
    // Units are whole, so a lone ESC has no more bytes to wait for.
    set_escdelay(0)
    nodelay(pad, true)
    keypad(pad, true)
    bindings = KeyBindings(hasMouse: hasMouse)
  }

  deinit { delwin(pad) }

  /// Makes the terminal send keypad sequences, also again after `CursesScreen.leave`.
  func enter() { keypad(pad, true) }

  func decode(_ unit: InputUnit, into output: inout [Decoded]) {
    switch unit {
    case .paste(let text): output.append(.event(.paste(text)))
    case .key(let bytes): decode(strokes(in: bytes), of: bytes, into: &output)
    }
  }

  /// Lets ncurses read some bytes, and returns the strokes that it finds.
  func strokes(in bytes: [UInt8]) -> [Stroke] {
    screen.streams.feed(bytes)
    var strokes: [Stroke] = []
    while let stroke = next() {
      strokes.append(stroke)
      // The parameters of the sequence were all that was left.
      if case .sequence = stroke { break }
    }
    return strokes
  }

  private func next() -> Stroke? {
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
    // ESC before a key is Alt, or the key Esc just before it.
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
      // Only a key can come with Alt.
      if isAfterEscape { output.append(.key(KeyPress(.escape))) }
      decode(prefix, parameters, into: &output)
    case .unnamed:
      // terminfo has a name for a control character. The user typed Ctrl and a letter.
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

  /// Decodes a sequence that ncurses does not know. Either its letter may have any number before
  /// it, so that no binding can name it, or it has no meaning.
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
