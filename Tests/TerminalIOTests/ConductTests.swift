import FrameTesting
import Glibc
import Synchronization
import Testing
import TestThreads

@Suite(.besidePool) struct ConductTests {
  @Test("a TERM that is empty, unknown or dumb is refused, and nothing is switched")
  func unfit() throws {
    for (term, word) in [("", "unnamed"), ("no-such", "unknown"), ("dumb", "dumb")] {
      let run = try ProbeRun(environment: ["TERM": term])
      #expect(try run.waitForExit() == .code(2))
      #expect(run.end(of: word) != nil, "\(term)")
      #expect(run.end(of: "\u{1B}") == nil)
      #expect(run.leftovers == [])
    }
  }

  @Test("terminals that know no questions and no mouse are sent none")
  func plain() throws {
    for term in ["linux", "vt100", "ansi"] {
      let run = try ProbeRun(environment: ["TERM": term])
      try run.wait(forLine: "ready")
      try run.send("q")
      try run.waitForExit()
      for text in ["\u{1B}]", "[?1002h", "[?1016$p", "[?2004h", "\u{1B}[c"] {
        #expect(run.end(of: text) == nil, "\(term) \(text.debugDescription)")
      }
    }
  }

  @Test("colours are chosen for the terminal")
  func colors() throws {
    let drag = "\u{1B}[<0;5;5M\u{1B}[<0;5;5m"
    for (environment, color) in [
      (["COLORTERM": "truecolor"], "\u{1B}[38:2::255:136:51m"),
      (["COLORTERM": ""], "\u{1B}[38;5;208m"),
      (["COLORTERM": "truecolor", "NO_COLOR": "1"], ""),
      (["TERM": "xterm"], "\u{1B}[3"),
    ] {
      let run = try ProbeRun(environment: environment)
      try run.wait(forLine: "ready")
      try run.send(drag)
      try run.wait(forLine: "at 4,4")
      #expect(
        color.isEmpty ? run.end(of: "\u{1B}[38") == nil : run.end(of: color) != nil,
        "\(environment)")
    }
  }

  @Test("no byte beyond ASCII reaches a terminal whose locale is not UTF-8")
  func ascii() throws {
    let run = try ProbeRun(environment: ["LC_ALL": "C"])
    try run.wait(forLine: "ready")
    try run.send("\u{1B}[<0;5;5M\u{1B}[<0;5;5m")
    try run.wait(forLine: "at 4,4")
    #expect(run.screen.glyph(column: 4, row: 4) == "?")
    #expect(run.output.allSatisfy { $0 < 0x80 })
  }

  @Test("keys come from the controlling terminal when standard input is something else")
  func otherInput() throws {
    let run = try ProbeRun(input: "/dev/null")
    try run.wait(forLine: "ready")
    try run.send("x")
    try run.wait(forLine: "key x")
  }

  @Test("a drag of 200 reports in one read marks every cell")
  func burst() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    let cells = (0..<200).map { (column: $0 % 70, row: 2 + $0 / 70) }
    let reports = cells.enumerated().map {
      "\u{1B}[<\($0 == 0 ? 0 : 32);\($1.column + 1);\($1.row + 1)M"
    }
    try run.send(reports.joined() + "\u{1B}[<0;1;24m")
    try run.wait(forLine: "at 0,23")
    for cell in cells {
      #expect(run.screen.glyph(column: cell.column, row: cell.row) == "\u{2801}")
    }
    #expect(run.violations == [])
  }

  @Test("if mode 1016 is known the mouse comes in pixels")
  func pixels() throws {
    let run = try ProbeRun(
      cellPixels: (8, 16), answers: TerminalAnswers([("\u{1B}[?1016$p", "\u{1B}[?1016;2$y")]))
    try run.wait(forOutput: "\u{1B}[?1016h")
    try run.send("\u{1B}[<0;84;84M\u{1B}[<0;84;84m")
    try run.wait(forLine: "at 10,5 fine true")
    try run.send("m")
    try run.wait(forOutput: "\u{1B}[?1003;1002;1016;1006l")
  }

  @Test("without the size of a window in pixels a cell's size is asked for")
  func askedPixels() throws {
    let run = try ProbeRun(
      answers: TerminalAnswers([
        ("\u{1B}[?1016$p", "\u{1B}[?1016;2$y"), ("\u{1B}[16t", "\u{1B}[6;20;10t"),
      ]))
    try run.wait(forOutput: "\u{1B}[?1016h")
    try run.send("\u{1B}[<0;41;81M\u{1B}[<0;41;81m")
    try run.wait(forLine: "at 4,4 fine true")
  }

  /// A terminal that tells the size of a cell, each time the next one of these.
  private func terminal(cells: [(width: Int, height: Int)]) -> TerminalAnswers {
    let rest = Mutex(cells)
    return TerminalAnswers { token in
      guard case .csi(let sequence) = token else { return nil }
      switch sequence.kind {
      case "?$p": return "\u{1B}[?1016;2$y"
      case "c": return "\u{1B}[?62;22c"
      case "t" where sequence.parameters.first == "16":
        return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
          .map { "\u{1B}[6;\($0.height);\($0.width)t" }
      default: return nil
      }
    }
  }

  @Test("after a resize the size of a cell is asked again")
  func otherPixels() throws {
    let run = try ProbeRun(answers: terminal(cells: [(10, 20), (20, 40)]))
    try run.wait(forOutput: "\u{1B}[?1016h")
    let resize = run.output.count
    run.pty.resize(columns: 40, rows: 12)
    try run.wait(forOutput: "\u{1B}[?1016l\u{1B}[?1006h\u{1B}[16t\u{1B}[c", from: resize)
    try run.wait(forOutput: "\u{1B}[?1016h", from: resize)
    try run.send("\u{1B}[<0;400;200M\u{1B}[<0;400;200m")
    try run.wait(forLine: "at 19,4 fine true")
  }

  @Test("until that answer comes, the mouse is reported in whole cells")
  func missingPixels() throws {
    let run = try ProbeRun(answers: terminal(cells: [(10, 20)]))
    try run.wait(forOutput: "\u{1B}[?1016h")
    run.pty.resize(columns: 40, rows: 12)
    try run.wait(forLine: "40x12")
    try run.send("\u{1B}[<0;5;6M\u{1B}[<0;5;6m")
    try run.wait(forLine: "at 4,5 fine false")
  }

  @Test("if the kernel tells pixels, no question is sent again")
  func toldPixels() throws {
    let run = try ProbeRun(cellPixels: (10, 20), answers: terminal(cells: [(10, 20)]))
    try run.wait(forOutput: "\u{1B}[?1016h")
    let resize = run.output.count
    run.pty.resize(columns: 40, rows: 12, pixels: (800, 480))
    try run.wait(forLine: "40x12")
    try run.send("\u{1B}[<0;400;200M\u{1B}[<0;400;200m")
    try run.wait(forLine: "at 19,4 fine true")
    #expect(run.end(of: "\u{1B}[16t", from: resize) == nil)
  }

  @Test("ESC alone is a key, and a sequence in pieces is one")
  func escape() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    try run.send("\u{1B}")
    try run.wait(forLine: "escape")
    try run.send("\u{1B}[1")
    try run.send(";5A")
    try run.wait(forLine: "up")
  }

  @Test("a paste is one event")
  func paste() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    try run.send("\u{1B}[200~" + String(repeating: "word ", count: 4_000) + "\u{1B}[201~")
    try run.wait(forLine: "pasted 20000")
  }

  @Test("a paste whose end is lost is shown, and Ctrl-C is heard after it")
  func endlessPaste() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    try run.send("\u{1B}[200~abc")
    try run.wait(forLine: "pasted 3")
    try run.send("\u{3}")
    try run.wait(forLine: "copied true")
  }

  @Test("copied text goes out by OSC 52, in base 64")
  func copy() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    try run.send("c")
    try run.wait(forOutput: "\u{1B}]52;c;d2hhdCB3YXMgZHJhd24=\u{1B}\\")
  }
}
