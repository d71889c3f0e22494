import FrameTesting
import Synchronization
import Testing
import TestThreads

@testable import TerminalIO

@Suite(.besidePool) struct DirectColorTests {
  private static let environment = [
    "TERM": "xterm-256color", "COLORTERM": "", "TMUX": "", "STY": "",
  ]
  private static let direct = "\u{1B}[38:2::255:136:51m"
  private static let drag = "\u{1B}[<0;5;5M\u{1B}[<0;5;5m"

  /// A terminal with a name, and with an answer to each device control string.
  private func terminal(
    _ name: String, _ reports: [(question: String, answer: String)]
  ) -> TerminalAnswers {
    TerminalAnswers { Self.answer(to: $0, name, reports) }
  }

  private static func answer(
    to token: TerminalOutputToken, _ name: String, _ reports: [(question: String, answer: String)]
  ) -> String? {
    switch token {
    case .csi(let sequence) where sequence.kind == ">q": return "\u{1B}P>|\(name)\u{1B}\\"
    case .csi(let sequence) where sequence.kind == "c": return "\u{1B}[?62;22c"
    case .string(let opener, let content) where opener == UInt8(ascii: "P"):
      return reports.first { content.elementsEqual($0.question.utf8) }
        .map { "\u{1B}P\($0.answer)\u{1B}\\" }
    default: return nil
    }
  }

  @Test(
    "An answer switches to direct colour once, and the screen shows the same again",
    arguments: [
      ("$qm", "1$r0;48:2::1:2:3m"), ("$qm", "1$r48;2;1;2;3m"), ("+q524742", "1+r524742=38"),
    ])
  func switches(_ report: (question: String, answer: String)) throws {
    let run = try ProbeRun(
      environment: Self.environment, answers: terminal("XTerm(379)", [report]))
    try run.wait(forLine: "directColor")
    try run.send(Self.drag)
    try run.wait(forLine: "at 4,4")
    #expect(run.end(of: Self.direct) != nil)
    #expect(run.screen.glyph(column: 4, row: 4) == "\u{2801}")
    #expect(run.violations == [])
    let entering = String(decoding: run.output, as: UTF8.self).components(of: "\u{1B}[?1049h")
    #expect(entering == 1, "the alternate screen is entered once")
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
  }

  @Test("Keys, mouse and stops work on the new screen as before")
  func afterwards() throws {
    let run = try ProbeRun(
      environment: Self.environment, answers: terminal("foot(1.13)", [("+q524742", "1+r524742")]))
    try run.wait(forLine: "directColor")
    try run.send("\u{1B}[1;5A")
    try run.wait(forLine: "up")
    try run.send("x")
    try run.wait(forLine: "key x")
    try run.send("q")
    try run.waitForExit()
    #expect(run.leftovers == [])
  }

  @Test("A terminal that tells no name gets no device control string")
  func unknown() throws {
    let run = try ProbeRun(environment: Self.environment, answers: .xterm())
    try run.wait(forLine: "background")
    try run.send(Self.drag)
    try run.wait(forLine: "at 4,4")
    #expect(run.end(of: "\u{1B}P") == nil && run.end(of: Self.direct) == nil)
    #expect(run.end(of: "\u{1B}[38;5;208m") != nil)
  }

  @Test("A palette in the answer, or no answer, keeps the colours of the entry")
  func palette() throws {
    for report in ["1$r0;48:5:16m", "0$r", "1$r0;48:2::9:2:3m"] {
      let run = try ProbeRun(
        environment: Self.environment,
        answers: terminal("XTerm(379)", [("$qm", report), ("+q524742", "0+r524742")]))
      // The run has sent all answers before this wait ends, so the program reads them before the
      // mouse.
      try run.wait(forOutput: "\u{1B}P+q524742\u{1B}\\\u{1B}[c")
      try run.send(Self.drag)
      try run.wait(forLine: "at 4,4")
      #expect(run.end(of: Self.direct) == nil, "\(report)")
    }
  }

  @Test("Answers that were lost in a stop are asked for again")
  func stopped() throws {
    let questionCount = Mutex(0)
    let run = try ProbeRun(
      ["/bin/bash", "--norc", "--noediting", "-i"],
      environment: Self.environment.merging(["PS1": "$ "]) { $1 },
      answers: TerminalAnswers { token in
        if case .csi(let sequence) = token, sequence.kind == ">q" {
          let isFirst = questionCount.withLock { count in
            count += 1
            return count == 1
          }
          if isFirst { return nil }
        }
        return Self.answer(to: token, "XTerm(379)", [("$qm", "1$r0;48:2::1:2:3m")])
      })
    try run.wait(forOutput: "$ ")
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    try run.send("\u{1A}")
    try run.wait(forOutput: "Stopped")
    let stop = run.output.count
    try run.send("fg\n")
    try run.wait(forLine: "directColor")
    #expect(run.end(of: "\u{1B}[>0q", from: stop) != nil)
    try run.send(Self.drag)
    try run.wait(forLine: "at 4,4")
    #expect(run.end(of: Self.direct) != nil)
    #expect(run.violations == [])
  }

  @Test("The answers are complete when each question for the attributes has its answer")
  func complete() {
    var answers = Answers()
    #expect(!answers.isComplete && !answers.isAwaiting(at: 0, for: 1000))
    answers.expect(at: 10)
    answers.receive(.name("XTerm(379)"))
    answers.expectMore(at: 20)
    answers.receive(.attributes)
    #expect(!answers.isComplete && answers.isAwaiting(at: 30, for: 1000))
    #expect(!answers.isAwaiting(at: 1020, for: 1000), "after a second, no answer is expected")
    answers.receive(.attributes)
    #expect(answers.isComplete && !answers.isAwaiting(at: 30, for: 1000))
    answers.receive(.attributes)
    answers.expectMore(at: 40)
    #expect(!answers.isComplete, "an answer without a question does not count")
    answers.expect(at: 50)
    answers.receive(.attributes)
    #expect(answers.isComplete, "a lost answer is not expected for ever")
  }

  @Test("Without colours, and inside of tmux and screen, Easel does not ask about colours")
  func notAsked() throws {
    for other in [
      ["NO_COLOR": "1"], ["TMUX": "/tmp/tmux,1,0"], ["TERM": "tmux-256color"],
      ["TERM": "screen-256color"], ["COLORTERM": "truecolor"], ["TERM": "linux"],
    ] {
      let run = try ProbeRun(
        environment: Self.environment.merging(other) { $1 },
        answers: terminal("XTerm(379)", [("$qm", "1$r0;48:2::1:2:3m")]))
      try run.wait(forLine: "ready")
      try run.send("x")
      try run.wait(forLine: "key x")
      #expect(run.end(of: "\u{1B}P") == nil, "\(other)")
      let isInside = other["TERM"] != nil || other["TMUX"] != nil
      #expect((run.end(of: "\u{1B}_G") == nil) == isInside, "\(other)")
    }
  }

  @Test("Device control strings are read as answers, and others have no meaning")
  func reports() {
    func answer(_ text: String) -> Answer? { Answer(report: Array(text.utf8)) }
    #expect(answer(">|kitty(0.26.5)") == .name("kitty(0.26.5)"))
    #expect(answer("1$r0;38:5:1;48:2:1:2:3m") == .directColor)
    #expect(answer("1+r524742=382F382F38") == .directColor)
    for text in ["", "1$r", "1$r0m", "0$r48:2:1:2:3m", "1$r48:2:1:2", "1+r436F=323536", "zzz"] {
      #expect(answer(text) == nil, "\(text)")
    }
  }
}

extension String {
  /// Counts the occurrences of another text.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
