import EaselPlatform

/// A program in a pty, the screen it draws, and a terminal that answers its queries: for tests that
/// use a program as its user does.
///
/// Every wait ends as soon as its condition is true. The test's terminal reads the program's output
/// only during a wait; between waits it is a terminal that does not read. Only one thread at a time
/// may use a run.
public final class TerminalRun {
  /// A wait failed: its event did not come in time, or the program has ended. The error holds the
  /// contents of the screen.
  public struct Impatience: Error, CustomStringConvertible {
    /// The missing event, the screen's text and the last 300 bytes of output.
    public let description: String

    /// Creates an error with this description.
    public init(_ description: String) { self.description = description }
  }

  /// The terminal that the program runs in.
  public let pty: PseudoTerminal
  /// The screen after the output that was read so far.
  public private(set) var screen: TerminalScreen
  /// The program's output that was read so far, in bytes.
  public private(set) var output: [UInt8] = []
  /// The size of a cell, if the terminal reports it and reports the mouse in pixels.
  public let cellPixels: (width: Int, height: Int)?
  private let answers: TerminalAnswers

  /// The longest wait for one event. Only a broken program takes that long, even on a busy machine.
  public static let patience = Duration.seconds(300)

  /// A minimal environment for a program, without variables of the person who runs the tests.
  public static let plainEnvironment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
  ]

  /// Starts a program in a terminal of this size.
  ///
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: the differences from `plainEnvironment`.
  ///   - cellPixels: the size of a cell; nil if the terminal does not report it.
  ///   - input: a file for standard input; without it, standard input is the terminal too.
  ///   - answers: the terminal's answers to the program's questions.
  /// - Throws: a `PseudoTerminal.Failure` if the program cannot be started.
  public init(
    program arguments: [String], environment: [String: String] = [:], columns: Int = 80,
    rows: Int = 24, cellPixels: (width: Int, height: Int)? = nil, input: String? = nil,
    answers: TerminalAnswers = .none
  ) throws {
    self.cellPixels = cellPixels
    self.answers = answers
    screen = TerminalScreen(columns: columns, rows: rows)
    pty = try PseudoTerminal(
      arguments, environment: TerminalRun.plainEnvironment.merging(environment) { $1 },
      columns: columns, rows: rows,
      pixels: cellPixels.map { ($0.width * columns, $0.height * rows) }, input: input)
  }

  // MARK: Waiting

  /// Reads the output and answers the program's queries, until `isThere` accepts the screen.
  public func wait(for what: String, until isThere: (TerminalScreen) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !isThere(screen) {
      guard let bytes = pty.read(until: deadline) else {
        throw Impatience("ended before \(what): \(shown)")
      }
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience("no \(what): \(shown)")
      }
      try receive(bytes)
    }
  }

  /// Reads the output and answers the program's queries, until the output contains the text at or
  /// behind a position.
  public func wait(forOutput text: String, from start: Int = 0) throws {
    try wait(for: text.debugDescription) { _ in end(of: text, from: start) != nil }
  }

  /// Types a key again and again until `isThere` accepts the screen. One key may not be enough:
  /// another event can undo its effect before the program draws it.
  public func press(
    _ key: String, until what: String, isThere: (TerminalScreen) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !isThere(screen) {
      guard ContinuousClock.now < deadline else { throw Impatience("no \(what): \(shown)") }
      try send(key)
      guard try catchUp(within: .milliseconds(100)) else {
        throw Impatience("ended before \(what): \(shown)")
      }
    }
  }

  /// Reads the available output and answers the program's queries. If no output is available, waits
  /// for the first bytes, for at most this duration.
  ///
  /// - Returns: false once the program has closed its terminal.
  @discardableResult
  public func catchUp(within patience: Duration = .zero) throws -> Bool {
    var deadline = ContinuousClock.now + patience
    while let bytes = pty.read(until: deadline) {
      if bytes.isEmpty { return true }
      try receive(bytes)
      deadline = .now
    }
    return false
  }

  /// Reads at most this many bytes and answers the queries in them, as a slow terminal does. Returns
  /// the number of bytes read; nil once the program has closed its terminal.
  public func read(atMost count: Int) throws -> Int? {
    guard let bytes = pty.read(upTo: count, until: .now) else { return nil }
    try receive(bytes)
    return bytes.count
  }

  /// Reads the output and answers the program's queries until the program closes its terminal, then
  /// waits for the program's end.
  ///
  /// - Returns: the way in which the program ended.
  /// - Throws: `Impatience` if the program does not end within `patience`.
  @discardableResult
  public func waitForExit() throws -> PseudoTerminal.Exit {
    let deadline = ContinuousClock.now + Self.patience
    while let bytes = pty.read(until: deadline) {
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience("does not end: \(shown)")
      }
      do {
        try receive(bytes)
      } catch is PseudoTerminal.Failure {
        // The program may end before it gets an answer.
      }
    }
    return pty.waitForExit()
  }

  private func receive(_ bytes: [UInt8]) throws {
    output += bytes
    for token in screen.write(bytes) {
      if let answer = answers(to: token) { try send(answer) }
    }
  }

  private var shown: String {
    "\n" + screen.text.joined(separator: "\n") + "\n"
      + String(decoding: output.suffix(300), as: UTF8.self).debugDescription
  }

  /// Returns the position after the first occurrence of a text in the output, from a position on.
  public func end(of text: String, from start: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, output.count >= wanted.count else { return nil }
    for index in min(start, output.count)..<max(start, output.count - wanted.count + 1)
    where output[index] == first
      && output[index..<index + wanted.count].elementsEqual(wanted)
    {
      return index + wanted.count
    }
    return nil
  }

  // MARK: Input

  /// Types a text; drops the rest if the program does not read all of it within `patience`.
  public func send(_ text: String) throws {
    try pty.write(Array(text.utf8), until: .now + Self.patience)
  }

  /// Changes the size of the pty and of the screen.
  public func resize(columns: Int, rows: Int) {
    pty.resize(columns: columns, rows: rows)
    screen.resize(columns: columns, rows: rows)
  }

  // MARK: The end

  /// Descriptions of the modes that the program did not restore, and of the terminal settings that
  /// differ from those before the program.
  public var leftovers: [String] {
    var left = screen.leftovers
    let (before, now) = (pty.settingsBefore, pty.settings)
    for (name, old, new) in [
      ("iflag", before.c_iflag, now.c_iflag), ("oflag", before.c_oflag, now.c_oflag),
      ("cflag", before.c_cflag, now.c_cflag),
      // PENDIN is ignored: it only means that the kernel will read its input again.
      ("lflag", before.c_lflag & ~tcflag_t(PENDIN), now.c_lflag & ~tcflag_t(PENDIN)),
    ] where old != new {
      left.append("termios \(name) \(String(old, radix: 8)), now \(String(new, radix: 8))")
    }
    return left
  }

  /// The sequences in the output that Easel must never write.
  public var violations: [String] { OutputGrammar().violations(in: screen.tokens) }
}
