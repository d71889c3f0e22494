import FrameTesting
import Glibc
import GroupTesting
import Testing
import TestThreads

@Suite(.besidePool) struct SlowTerminalTests {
  /// Hundreds of frames in which every cell has another colour, about 30 kB each, are asked for in
  /// these tests. A few are written: one in the kernel, one behind it, and those for which there is
  /// room once somebody reads.
  private static let fewFrames = 300_000

  /// The kernel's buffer hides a queue from a count of the output, so the test asks the queue.
  @Test(
    "at most one frame waits for a terminal that reads nothing or a little of each frame",
    arguments: [0, 1000])
  func queue(bytesReadOfEach pace: Int) throws {
    let whole = try bytesOfAWholeFrame()
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"])
    try run.wait(forLine: "ready")
    for _ in 0..<100 {
      try run.send("bx")
      if pace > 0 { _ = try run.read(atMost: pace) }
    }
    try run.send("l")
    try run.wait(forLine: "longest queue")
    let words = run.screen.text[0].split(separator: " ")
    let longest = try #require(Int(words[2]))
    #expect(longest <= whole)
    #expect(longest > 0, "it was never slow")
  }

  private func bytesOfAWholeFrame() throws -> Int {
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"])
    try run.wait(forLine: "ready")
    let start = run.output.count
    try run.send("bx")
    try run.wait(for: "the last cell") { $0.glyph(column: 79, row: 23) == "#" }
    return run.output.count - start
  }

  @Test("the bell comes behind a frame that the terminal has not accepted yet, and harms no frame")
  func bell() throws {
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"])
    try run.wait(forLine: "ready")
    for _ in 0..<20 { try run.send("bxg") }
    try run.send("y")
    try run.wait(forLine: "key y")
    let bells = run.screen.tokens.count { if case .control(7) = $0 { true } else { false } }
    #expect(bells == 20)
    #expect(OutputGrammar(allowsBell: true).violations(in: run.screen.tokens) == [])
  }

  @Test("no more than a few frames are on their way to a slow terminal")
  func fewFrames() throws {
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"], answers: .xterm())
    try run.wait(forLine: "background")
    let start = run.output.count
    for _ in 0..<300 { try run.send("bx") }
    try run.send("y")
    try run.wait(forLine: "key y")
    #expect(run.output.count - start < Self.fewFrames)
  }

  /// A program whose terminal has stopped reading. Each frame is 30 kB, so that these are more than
  /// the kernel holds; and few, since on a busy machine it draws all of them before it hears of
  /// more.
  private func stalled() throws -> ProbeRun {
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"])
    try run.wait(forLine: "ready")
    for _ in 0..<10 { try run.send("bx") }
    return run
  }

  @Test("SIGTERM ends the program while the terminal reads nothing, before SIGALRM would kill it")
  func terminated() throws {
    let run = try stalled()
    run.pty.kill(SIGTERM)
    // Not a byte is read until it has ended.
    #expect(run.waitForExitUnread() == .code(0))
    #expect(run.pty.settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }

  @Test("the program hears keys while the terminal takes nothing")
  func quit() throws {
    let run = try stalled()
    try run.send("q")
    #expect(run.waitForExitUnread() == .code(0))
  }

  @Test("a crash gives back a terminal that takes nothing")
  func crash() throws {
    let run = try stalled()
    // Not a trap, which Swift announces first, on a standard error that takes nothing either.
    try run.send("a")
    guard case .signal = run.waitForExitUnread() else {
      Issue.record("did not crash")
      return
    }
    try run.catchUp()
    #expect(run.screen.modes[1049] == false)
    #expect(run.screen.modes[1002] == false)
    #expect(run.pty.settings.c_lflag & tcflag_t(ICANON) == tcflag_t(ICANON))
  }

  @Test(
    "A copy that was cut off ends before the reset, on every way out",
    arguments: ["a", "e", "q", "SIGTERM", "SIGQUIT"])
  func cutCopy(ending: String) throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    try run.send("C")
    while run.end(of: "]52;c;") == nil { _ = try run.read(atMost: 100) }
    switch ending {
    case "SIGTERM": run.pty.kill(SIGTERM)
    case "SIGQUIT": run.pty.kill(SIGQUIT)
    default: try run.send(ending)
    }
    _ = run.waitForExitUnread()
    try run.catchUp()
    #expect(run.leftovers == [])
    // Some terminals read all other sequences as a part of the copy.
    let copy = try #require(run.end(of: "]52;c;"))
    #expect(run.output[copy...].drop { $0 != 0x1B }.starts(with: "\u{1B}\\".utf8))
  }

  @Test("A slow terminal wakes the program once it has accepted the last frame")
  func ready() throws {
    let run = try stalled()
    try run.send("r")
    try run.wait(for: "the count before") { $0.text[0].contains("times") }
    try run.send("r")
    try run.wait(for: "a count above 0") { $0.text[0].firstMatch(of: /ready [1-9]/) != nil }
  }

  @Test("an idle program is not woken and writes nothing")
  func idle() throws {
    let run = try ProbeRun(environment: ["COLORTERM": "truecolor"], answers: .xterm())
    try run.wait(forLine: "background")
    try run.catchUp()
    // Its last answers may still be under way in the first moments.
    var (before, after) = ("", try switches(of: run))
    for _ in 0..<20 where before != after {
      before = after
      #expect(run.pty.read(until: .now + .milliseconds(200)) == [])
      after = try switches(of: run)
    }
    #expect(before == after)
  }

  /// How often the program has gone to sleep so far.
  private func switches(of run: ProbeRun) throws -> String {
    let file = try #require(fopen("/proc/\(run.pty.pid)/status", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      if text.hasPrefix("voluntary_ctxt_switches") { return text }
    }
    return ""
  }
}
