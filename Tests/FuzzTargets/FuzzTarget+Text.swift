import BoardRendering
import CellFrame
import EaselBase
import ThemeFiles

@testable import TerminalIO

// Readers of text and of the keyboard.
extension FuzzTarget {
  func checkTheme(_ bytes: [UInt8]) {
    _ = accepted { try Theme.read(bytes, name: "a", file: "a.toml") }
  }

  var themeSeeds: [[UInt8]] {
    Theme.builtInNames.compactMap(Theme.embedded)
      + [
        "title = \"a\"\n[palette]\nred = \"#ff0000\"\n", "[part]\nbar = { bold = 3 }\n", "a = [[[",
      ]
      .map { Array($0.utf8) }
  }

  func checkPaper(_ bytes: [UInt8]) throws {
    let (paper, cut) = PaperParser.parse(bytes)
    var parser = PaperParser()
    for byte in bytes { parser.feed([byte]) }
    try hold("in pieces it is the same", parser.finished() == paper && parser.cut == cut)
    for line in paper.lines {
      for run in line.runs { try checkSafe(run.text.string, .line) }
    }
  }

  var paperSeeds: [[UInt8]] {
    [
      "plain\n\twords\r\nand more", "\u{1B}[31mred \u{1B}[1;4mbold\u{1B}[0m\n\u{1B}]0;x\u{7}界",
      "a\u{8}b\u{1B}[38;5;200mx\u{1B}[48;2;1;2;3my\u{1B}P1q\u{1B}\\z",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x1B, 0x9B, 0xC2, 0x9B]]
  }

  /// The first byte says in what pieces the rest arrives.
  func checkInput(_ bytes: [UInt8]) throws {
    guard let size = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = units([stream[...]])
    try hold("in pieces it is the same", units(stream.pieces(of: Int(size % 8) + 1)) == whole)
    try hold("byte by byte too", units(stream.pieces(of: 1)) == whole)
    for case .key(let unit) in whole { try readParameters(of: unit) }
  }

  private func units(_ pieces: [ArraySlice<UInt8>]) -> [InputUnit] {
    var splitter = InputSplitter()
    var units: [InputUnit] = []
    for piece in pieces { piece.withUnsafeBytes { splitter.split($0, at: 0, into: &units) } }
    splitter.elapse(at: 10_000, into: &units)
    return units
  }

  /// The first byte chooses the pause at which the rest is cut, at every byte in turn.
  func checkPauses(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first else { return }
    let pauses: [Int64] = [1, 24, 30, 299, 400, 999, 1_500, 100_000]
    let (pause, stream) = (pauses[Int(choice) % pauses.count], Array(bytes.dropFirst().prefix(256)))
    let whole = units(stream, cutAt: 0, pause: 0)
    for cut in stream.indices.dropFirst() {
      let cutUnits = units(stream, cutAt: cut, pause: pause)
      try hold("Ctrl-C is always heard", cutUnits.isHeard && whole.isHeard)
      // ESC is a key as well, and ESC with an introducer is one with Alt after a second. A paste
      // without an end may be left by a key, and a string without its end by keys after a second.
      let isAmbiguous =
        stream[cut - 1] == 0x1B && pause >= 25
        || cut > 1 && stream[cut - 2] == 0x1B && pause >= 1_000 || whole.isInPaste
        || cutUnits.wasInString && pause >= 1_000
      guard !isAmbiguous else { continue }
      try hold("a pause at byte \(cut) changes nothing", cutUnits.units == whole.units)
    }
  }

  private func units(
    _ stream: [UInt8], cutAt cut: Int, pause: Int64
  ) -> (units: [InputUnit], isHeard: Bool, isInPaste: Bool, wasInString: Bool) {
    var splitter = InputSplitter()
    var units: [InputUnit] = []
    var now: Int64 = 1_000
    func send(_ bytes: some Collection<UInt8>, thenWait pause: Int64) {
      Array(bytes).withUnsafeBytes { splitter.split($0, at: now, into: &units) }
      now += pause
      splitter.elapse(at: now, into: &units)
    }
    send(stream[..<cut], thenWait: pause)
    let wasInString = splitter.isInString
    send(stream[cut...], thenWait: 10_000)
    let (meaning, isInPaste) = (units.joiningPastes, splitter.isInPaste)
    units = []
    send([0x03], thenWait: 30)
    let isHeard = units.contains {
      if case .key(let unit) = $0 { unit.last == 0x03 } else { false }
    }
    return (meaning, isHeard, isInPaste, wasInString)
  }

  /// All that reads what follows a prefix, whichever prefix it was.
  private func readParameters(of unit: [UInt8]) throws {
    try hold("a unit is short", unit.count <= 129)
    let rest = Array(unit.dropFirst(3))
    var mouse = MouseDecoder()
    for report in [MouseReport(parameters: rest), MouseReport(old: rest)].compactMap({ $0 }) {
      _ = mouse.decode(report)
    }
    _ = (Answer(private: rest), BackgroundReply.rgb(rest))
    if let sequence = SequenceParameters(unit.dropFirst(2)) {
      _ = (KeyPress(unnamed: sequence), Answer(cell: sequence))
    }
  }

  var inputSeeds: [[UInt8]] {
    [
      "hjkl\u{1B}[A\u{1B}OP\u{1B}[1;5C\u{1B}[<0;10;20M\u{1B}[<32;11;20m\u{1B}[M !!\u{1B}[32;1;1M",
      "\u{1B}[200~pasted\u{1B}[31m\u{1B}[201~\u{1B}]11;rgb:1/2/3\u{7}\u{1B}[?1016;2$y\u{1B}[6;20;10t",
      "é界😀\u{1B}\u{1B}[B\u{1B}[27;5;13~\u{1B}[65;6u\u{1B}P>|x\u{1B}\\\u{1B}[99999999999999999999A",
    ].map { [3] + Array($0.utf8) } + [[1, 0xC3, 0x1B, 0xFF, 0x9B, 0x80]]
  }

  var pauseSeeds: [[UInt8]] {
    inputSeeds.flatMap { seed in (0..<8 as Range<UInt8>).map { [$0] + seed.dropFirst() } }
  }

  func checkText(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for limit in [SafeText.Limit.name, .title, .label, .line] { try checkSafe(text, limit) }
    try hold("clusters are the text", text.clusters.map(\.text).joined() == text)
  }

  private func checkSafe(_ text: String, _ limit: SafeText.Limit) throws {
    let safe = SafeText(text, limit: limit)
    try hold(
      "what is safe is left alone", SafeText(safe.string, limit: limit).string == safe.string)
    try hold(
      "nothing in it steers",
      safe.string.unicodeScalars.allSatisfy { $0.isHarmless || limit == .label && $0 == "\n" })
    let columns = safe.string.displayWidth
    switch limit {
    case .name: try hold("32 columns", columns <= 32)
    case .title: try hold("64 columns", columns <= 64)
    case .line: try hold("2,000 columns", columns <= 2_000)
    case .label: try hold("1,000 scalars", safe.string.unicodeScalars.count <= 1_000)
    }
    try hold(
      "its width is its clusters'", safe.string.clusters.map(\.columns).reduce(0, +) == columns)
  }

  var textSeeds: [[UInt8]] {
    [
      "plain words", "\u{1B}]0;x\u{7}\u{202E}evil\u{9B}31m", "e\u{301}\u{301}\u{301}\u{301}\u{301}",
      "👩‍👩‍👧‍👦👍🏽🇩🇪🇩", "a\tb\r\nc\u{2028}d", "नमस्ते ประเทศ 한국어 עברית", "\u{200D}\u{FE0F}\u{20E3}",
      "می\u{200C}روم", " \u{301}a",
    ].map { Array($0.utf8) }
  }
}

extension [InputUnit] {
  /// The same units, with pastes that follow one another as one.
  fileprivate var joiningPastes: [InputUnit] {
    reduce(into: []) { units, unit in
      if case .paste(let more) = unit, case .paste(let text) = units.last {
        units[units.count - 1] = .paste(text + more)
      } else {
        units.append(unit)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isHarmless: Bool {
    // Joiners belong to the spelling of words and to pictures.
    if value == 0x200C || value == 0x200D { return true }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default: return true
    }
  }
}
