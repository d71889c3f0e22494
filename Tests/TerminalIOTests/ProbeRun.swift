import FrameTesting
import Glibc

/// The probe in a pty.
typealias ProbeRun = TerminalRun

extension TerminalAnswers {
  /// A terminal that tells its attributes, as every terminal does, and understands no other question.
  static let attributes = TerminalAnswers([("\u{1B}[c", "\u{1B}[?62;22c")])
}

extension TerminalRun {
  convenience init(
    _ arguments: [String] = [ProbeRun.binary], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], cellPixels: (width: Int, height: Int)? = nil,
    input: String? = nil, answers: TerminalAnswers = .attributes
  ) throws {
    try self.init(
      program: arguments, environment: environment, columns: columns, rows: rows,
      cellPixels: cellPixels, input: input, answers: answers)
  }

  /// Beside the test runner.
  static var binary: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &path, path.count), 0)
    let runner = path[..<count].map { UInt8(bitPattern: $0) }
    let folder = runner.prefix((runner.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)
    return String(decoding: folder, as: UTF8.self) + "TerminalProbe"
  }

  /// Reads until the top line begins so.
  func wait(forLine text: String) throws {
    try wait(for: text) { $0.text.first?.hasPrefix(text) == true }
  }

  /// Types a key again and again until the output contains this.
  func ask(_ key: String, untilOutput text: String) throws {
    let start = output.count
    try press(key, until: text.debugDescription) { _ in end(of: text, from: start) != nil }
  }

  /// Waits for the end without reading a byte; a program that does not end is killed.
  func waitForExitUnread() -> PseudoTerminal.Exit {
    let deadline = ContinuousClock.now + Self.patience
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
}
