import CellFrame
import FrameTesting
import GroupTesting
import Testing
import TestThreads

@testable import TerminalIO

/// ncurses has one current screen in a process, so its tests run one after the other.
@Suite(.besidePool, .serialized) enum CursesTests {
  static func entry(
    _ name: String = "xterm-256color", depth: ColorDepth = .indexed256
  ) throws -> TerminalEntry {
    _ = Locale.begin()
    return try TerminalEntry.find(term: name, colorterm: "", noColor: false, depth: depth)
  }

  static func screen(
    _ name: String = "xterm-256color", depth: ColorDepth = .indexed256, columns: Int = 20,
    rows: Int = 6
  ) throws -> CursesScreen {
    try CursesScreen(entry(name, depth: depth), isUTF8: true, columns: columns, rows: rows)
  }
}

/// A decoder that gets its bytes in pieces, and the meanings that it finds.
final class Typing {
  let decoder: CursesInputDecoder
  var output: [Decoded] = []
  private(set) var splitter: InputSplitter
  /// The time of the splitter.
  private var now: Int64 = 0

  init(_ entry: String = "xterm-256color") throws {
    let hasMouse = try CursesTests.entry(entry).hasMouse
    splitter = InputSplitter(hasMouse: hasMouse)
    decoder = try CursesInputDecoder(of: CursesTests.screen(entry), hasMouse: hasMouse)
  }

  func feed(_ bytes: some Collection<UInt8>) {
    var units: [InputUnit] = []
    Array(bytes).withUnsafeBytes { splitter.split($0, at: now, into: &units) }
    for unit in units { decoder.decode(unit, into: &output) }
  }

  /// No more bytes come.
  func finishUndecided() {
    var units: [InputUnit] = []
    now += 10_000
    splitter.elapse(at: now, into: &units)
    for unit in units { decoder.decode(unit, into: &output) }
  }

  /// The meaning of bytes that arrive at once and after which nothing follows.
  func meaning(of bytes: [UInt8]) -> [Decoded] {
    output = []
    feed(bytes)
    finishUndecided()
    return output
  }

  func meaning(of text: String) -> [Decoded] { meaning(of: Array(text.utf8)) }
}

func pressed(_ key: Key, _ modifiers: Modifiers = []) -> [Decoded] {
  [.event(.key(key, modifiers))]
}

func pressed(_ character: Character, _ modifiers: Modifiers = []) -> [Decoded] {
  pressed(.character(character), modifiers)
}

func pointed(
  _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
) -> [Decoded] {
  let pointer = Pointer(CellPoint(column: column, row: row))
  return [.event(.mouse(MouseEvent(action, at: pointer, modifiers: modifiers)))]
}
