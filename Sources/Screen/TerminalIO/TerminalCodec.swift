import CellFrame

/// Decodes the bytes of a terminal and encodes frames with ncurses, as a ``Terminal`` does, but has no
/// terminal.
///
/// A process has at most one at a time, and no `Terminal` beside it.
package final class TerminalCodec {
  private var splitter: InputSplitter
  private let screen: CursesScreen
  private let decoder: CursesInputDecoder

  /// - Parameter name: the terminfo entry, such as `xterm-256color`.
  package init(_ name: String, columns: Int, rows: Int) throws(TerminalError) {
    let isUTF8 = Locale.begin()
    let entry = try TerminalEntry.find(term: name, colorterm: "", noColor: false, depth: nil)
    splitter = InputSplitter(isUTF8: isUTF8, hasMouse: entry.hasMouse)
    screen = try CursesScreen(entry, isUTF8: isUTF8, columns: columns, rows: rows)
    decoder = try CursesInputDecoder(of: screen, hasMouse: entry.hasMouse)
  }

  /// Returns the events that the bytes complete.
  ///
  /// - Parameter now: the time in milliseconds.
  package func decode(_ bytes: [UInt8], at now: Int64) -> [InputEvent] {
    var units: [InputUnit] = []
    bytes.withUnsafeBytes { splitter.split($0, at: now, into: &units) }
    var decoded: [Decoded] = []
    for unit in units { decoder.decode(unit, into: &decoded) }
    return decoded.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Returns the bytes that turn the last frame on the terminal into this one.
  package func encode(_ frame: Frame, ground: Tint) -> [UInt8] {
    screen.ground = ground
    return screen.draw(frame)
  }
}
