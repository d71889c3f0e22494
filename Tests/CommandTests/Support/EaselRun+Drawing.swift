import FrameTesting

extension EaselRun {
  /// Opens a board and waits until one can draw on it.
  static func drawing(
    on board: String, in home: Home, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], cellPixels: (width: Int, height: Int)? = nil
  ) throws -> EaselRun {
    let run = try EaselRun(
      [board], in: home, columns: columns, rows: rows, environment: environment,
      cellPixels: cellPixels)
    try run.waitUntilReady()
    return run
  }

  func waitUntilReady() throws {
    try wait(for: "the board") { screen in
      screen.modes[1002] == true && (screen.text[0].contains("empty") || screen.isSaved)
        && (self.cellPixels == nil || screen.modes[1016] == true)
    }
  }

  func waitForInk(_ cell: (column: Int, row: Int)) throws {
    try wait(for: "ink at \(cell.column), \(cell.row)") { $0.hasInk(cell) }
  }

  /// Waits until this was said, though something else may have been said since.
  func waitForNotice(_ text: String) throws {
    try send("n")
    try wait(for: text) { screen in
      screen.text.contains { $0.contains("Recent messages ──") }
        && screen.text.dropFirst().contains { $0.contains(text) }
    }
    try send("\u{1B}")
    try wait(for: "the board") { !$0.text.contains { $0.contains("Recent messages ──") } }
  }

  func waitUntilSaved() throws {
    try wait(for: "the saved mark", until: \.isSaved)
  }
}

extension TerminalScreen {
  /// Braille dots and blocks, which only ink draws, or a cell full of ink: between the bars, a blank with a
  /// background. Runs have the terminal's own colours, in which nothing else has one.
  func hasInk(_ cell: (column: Int, row: Int)) -> Bool {
    let glyph = glyph(column: cell.column, row: cell.row)
    if glyph.isInk { return true }
    return glyph == " " && (1..<rows - 1).contains(cell.row)
      && style(column: cell.column, row: cell.row).background != .terminal
  }

  var isInSession: Bool { text[rows - 1].contains("People") }

  /// Whether the top line has the mark of a saved board; in ASCII it is a word.
  var isSaved: Bool {
    text[0].contains("✓") || (text[0].contains("saved") && !text[0].contains("not saved"))
  }

  /// The sentence above the canvas, its lines joined. A notice stands right of all other frames.
  var notice: String {
    text.dropFirst().compactMap { row -> Substring? in
      guard let end = row.lastIndex(where: { "╮│╯".contains($0) }),
        let start = row[..<end].lastIndex(where: { "╭│╰".contains($0) })
      else { return nil }
      return row[start..<end].dropFirst()
    }.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
  }

  /// Whether a notice says this now.
  func says(_ sentence: String) -> Bool { notice.contains(sentence) }

  /// Every cell with ink, for comparing whole drawings.
  var ink: [String] {
    (0..<rows).flatMap { row in
      (0..<columns).compactMap { column in
        hasInk((column, row)) ? "\(column),\(row) \(glyph(column: column, row: row))" : nil
      }
    }
  }
}

extension String {
  /// Whether a cell's glyph is ink.
  var isInk: Bool { first.map(\.isInk) ?? false }
}

extension Character {
  /// Whether it is a sign of ink: braille, or a block. Lines of box characters are none, since frames
  /// have them too.
  var isInk: Bool {
    unicodeScalars.first.map {
      (0x2801...0x28FF).contains($0.value) || (0x2580...0x259F).contains($0.value)
    } ?? false
  }
}

/// The cells of a straight line, each next to the one before.
func line(
  from: (column: Int, row: Int), to: (column: Int, row: Int)
) -> [(column: Int, row: Int)] {
  let steps = max(abs(to.column - from.column), abs(to.row - from.row), 1)
  return (0...steps).map { step in
    (
      from.column + (to.column - from.column) * step / steps,
      from.row + (to.row - from.row) * step / steps
    )
  }
}
