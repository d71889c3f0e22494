import EaselTesting
import Glibc
import Testing

/// The probe in a pty, and a terminal that answers it or does not.
final class ProbeRun {
  struct Impatience: Error, CustomStringConvertible {
    let description: String
  }

  let pty: PseudoTerminal
  private(set) var screen: TerminalScreen
  /// Everything the program has written so far.
  private(set) var output: [UInt8] = []
  /// What the terminal answers to which question.
  var replies: [(question: String, reply: String)]
  private let before: termios
  private var scanned = 0
  private static let patience = Duration.seconds(20)

  static let xterm = [
    (question: "\u{1B}[?1016$p", reply: "\u{1B}[?1016;0$y"),
    (question: "\u{1B}]11;?\u{1B}\\", reply: "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\"),
    (question: "\u{1B}[c", reply: "\u{1B}[?62;22c"),
  ]

  init(
    _ arguments: [String] = [ProbeRun.binary], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], pixels: (width: Int, height: Int)? = nil,
    input: String? = nil, replies: [(question: String, reply: String)] = []
  ) throws {
    let standard = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    screen = TerminalScreen(columns: columns, rows: rows)
    self.replies = replies
    pty = try PseudoTerminal(
      arguments, environment: standard.merging(environment) { $1 }, columns: columns, rows: rows,
      pixels: pixels, input: input)
    before = pty.settings
  }

  /// Beside the test runner.
  static var binary: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &path, path.count), 0)
    let runner = path[..<count].map { UInt8(bitPattern: $0) }
    let folder = runner.prefix((runner.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)
    return String(decoding: folder, as: UTF8.self) + "TerminalProbe"
  }

  /// Reads until the condition holds.
  func wait(for what: String, until isSo: (ProbeRun) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !isSo(self) {
      guard let bytes = pty.read(until: deadline) else {
        throw Impatience(description: "ended before \(what): \(shown)")
      }
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience(description: "no \(what): \(shown)")
      }
      try take(bytes)
    }
  }

  /// Reads until the top line begins so.
  func wait(forLine text: String) throws {
    try wait(for: text) { $0.screen.text.first?.hasPrefix(text) == true }
  }

  /// Reads until the output contains this, from a position on.
  func wait(forOutput text: String, from start: Int = 0) throws {
    try wait(for: text.debugDescription) { $0.output.end(of: text, from: start) != nil }
  }

  /// Types a key again and again until the output contains this: an answer that comes together with
  /// other news may be overwritten by them before it is drawn.
  func ask(_ key: String, untilOutput text: String) throws {
    let start = output.count
    let deadline = ContinuousClock.now + Self.patience
    while output.end(of: text, from: start) == nil {
      guard ContinuousClock.now < deadline else {
        throw Impatience(description: "no \(text.debugDescription): \(shown)")
      }
      try type(key)
      guard let bytes = pty.read(until: .now + .milliseconds(50)) else {
        throw Impatience(description: "ended before \(text.debugDescription): \(shown)")
      }
      try take(bytes)
    }
  }

  /// Reads what is there, and waits for nothing.
  func drain() throws {
    while let bytes = pty.read(until: .now), !bytes.isEmpty { try take(bytes) }
  }

  func type(_ text: String) throws {
    try pty.write(Array(text.utf8), until: .now + Self.patience)
  }

  @discardableResult
  func waitForExit() throws -> PseudoTerminal.Exit {
    let deadline = ContinuousClock.now + Self.patience
    while let bytes = pty.read(until: deadline) {
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience(description: "does not end: \(shown)")
      }
      try take(bytes)
    }
    return pty.waitForExit()
  }

  /// Waits for the end without reading a byte; a program that does not end is killed.
  func waitForExitUnread(within seconds: Double = 10) -> PseudoTerminal.Exit {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var info = siginfo_t()
    while ContinuousClock.now < deadline,
      waitid(P_PID, id_t(pty.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0, !hasEnded(info)
    {
      poll(nil, 0, 2)
    }
    if !hasEnded(info) { pty.kill(SIGKILL) }
    return pty.waitForExit()
  }

  private func hasEnded(_ info: siginfo_t) -> Bool { info.si_signo == SIGCHLD }

  /// Modes that are left switched and settings that are not as before, in words.
  var leftovers: [String] {
    let now = pty.settings
    let isSame =
      (now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag)
      == (before.c_iflag, before.c_oflag, before.c_cflag, before.c_lflag)
    return screen.leftovers + (isSame ? [] : ["termios"])
  }

  /// What ends the program outside of the grammar of what may be written.
  var violations: [String] { OutputGrammar().violations(in: screen.tokens) }

  private var shown: String {
    screen.text.joined(separator: "\n") + "\n"
      + String(decoding: output.suffix(300), as: UTF8.self).debugDescription
  }

  private func take(_ bytes: [UInt8]) throws {
    output += bytes
    _ = screen.take(bytes)
    var due: [(end: Int, reply: String)] = []
    for (question, reply) in replies {
      var start = max(0, scanned - question.utf8.count + 1)
      while let end = output.end(of: question, from: start) {
        if end > scanned { due.append((end, reply)) }
        start = end
      }
    }
    scanned = output.count
    for item in due.sorted(by: { $0.end < $1.end }) { try type(item.reply) }
  }
}

extension [UInt8] {
  /// The position after the first place of a text, from a position on.
  func end(of text: String, from start: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return nil }
    for index in Swift.min(start, count)..<Swift.max(start, count - wanted.count + 1)
    where self[index] == first && self[index..<index + wanted.count].elementsEqual(wanted) {
      return index + wanted.count
    }
    return nil
  }
}
