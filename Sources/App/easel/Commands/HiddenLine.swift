import CEaselSystem
import EaselPlatform
import SystemFiles

/// Reads a secret that the user types or pastes at a terminal without showing it: no other person can
/// read it on the screen, and it does not stay in the scrollback. No byte of it is left to the shell.
enum HiddenLine {
  enum Outcome: Hashable {
    case text([UInt8])
    /// The user pressed ^C, or the input ended before the user typed anything.
    case givenUp
  }

  /// The silence in milliseconds after which a text that is not whole gets no more lines.
  private static let silence: Int32 = 1000

  /// Asks on standard error, and reads from standard input, which must be a terminal.
  ///
  /// - Parameters:
  ///   - bytesMax: the most bytes to keep; further bytes are dropped.
  ///   - isWhole: whether a text needs no further line.
  static func ask(
    _ question: String, bytesMax: Int, until isWhole: ([UInt8]) -> Bool
  ) -> Outcome {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return .givenUp }
    var hidden = before
    // Read byte by byte, since the system keeps lines of at most 4 KiB.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    Restoring.begin(before, hidden)
    defer { Restoring.end() }
    // Hide the input before the question appears, so that an immediate answer is hidden, too.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
    Report.prompt(Restoring.pasteOn + question)
    defer { Report.prompt("\n") }
    var input = HiddenInput(bytesMax: bytesMax)
    defer { dropRest(&input) }
    return read(&input, asking: question, until: isWhole)
  }

  private static func read(
    _ input: inout HiddenInput, asking question: String, until isWhole: ([UInt8]) -> Bool
  ) -> Outcome {
    var isEntered = false
    while true {
      // The shell has written to the terminal meanwhile.
      if wasStopped { Report.prompt(Restoring.pasteOn + question) }
      wasStopped = false
      showLength(of: input.text)
      if isEntered, !isReadable(within: silence) { return .text(input.text) }
      var byte: UInt8 = 0
      let count = EaselPlatform.read(STDIN_FILENO, &byte, 1)
      let error = errno
      if count < 0, error == EINTR { continue }
      guard count == 1 else { return input.text.isEmpty ? .givenUp : .text(input.text) }
      switch input.receive(byte) {
      case .none: break
      case .givenUp: return .givenUp
      case .suspend: kill(0, SIGTSTP)
      case .enter:
        if isWhole(input.text) { return .text(input.text) }
        isEntered = input.text.contains { $0 > 32 }
      }
    }
  }

  /// Reads and drops the rest of what was pasted, which would be commands for the shell.
  private static func dropRest(_ input: inout HiddenInput) {
    var byte: UInt8 = 0
    while isReadable(within: input.isPasting ? silence : 100),
      EaselPlatform.read(STDIN_FILENO, &byte, 1) == 1
    {
      if input.receive(byte) == .givenUp { break }
    }
    tcflush(STDIN_FILENO, TCIFLUSH)
  }

  private static func isReadable(within milliseconds: Int32) -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }

  /// Shows the number of characters, once no more of a paste is waiting. The number tells the user
  /// that the paste has arrived, and shows nothing of it to others.
  private static func showLength(of line: [UInt8]) {
    guard Environment["TERM"] != "dumb", !isReadable(within: 0) else { return }
    let text = line.isEmpty ? "" : "\u{25CF}\u{25CF}\u{25CF} \(line.count.counted("character"))"
    // Save the cursor, write, clear the rest of the line, and go back.
    Report.prompt("\u{1B}7\(text)\u{1B}[K\u{1B}8")
  }

  /// Makes the terminal show input again if a signal ends the process, and while a signal stops it.
  private enum Restoring {
    /// The sequences that switch the marks of pastes on and off; empty for a terminal that would show
    /// them.
    static let pasteOn = Environment["TERM"] == "dumb" ? "" : HiddenInput.pasteOn
    private static let pasteOff = Environment["TERM"] == "dumb" ? "" : HiddenInput.pasteOff

    static func begin(_ before: termios, _ hidden: termios) {
      (settingsBefore, settingsHidden, stopText) = (before, hidden, Array(pasteOff.utf8))
      stopping()
      var reset = pasteOff
      reset.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          easel_rescue_arm(STDIN_FILENO, &settingsBefore, $0.baseAddress, $0.count)
        }
      }
    }

    /// Installs the handler without a restart of system calls, so that the question appears again
    /// after a stop.
    static func stopping() {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Restoring.stop() }
      sigaction(SIGTSTP, &action, nil)
    }

    /// Stops the process; returns when it continues.
    private static func stop() {
      write(STDERR_FILENO, stopText, stopText.count)
      tcsetattr(STDIN_FILENO, TCSANOW, &settingsBefore)
      signal(SIGTSTP, SIG_DFL)
      raise(SIGTSTP)
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGTSTP)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      tcsetattr(STDIN_FILENO, TCSANOW, &settingsHidden)
      stopping()
      wasStopped = true
    }

    static func end() {
      signal(SIGTSTP, SIG_DFL)
      Report.prompt(pasteOff)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &settingsBefore)
      easel_rescue_disarm()
    }
  }
}

/// Written before the installation of the signal handlers that read it.
nonisolated(unsafe) private var settingsBefore = termios()
nonisolated(unsafe) private var settingsHidden = termios()
nonisolated(unsafe) private var stopText: [UInt8] = []
/// Written only by the handler while a line is read.
nonisolated(unsafe) private var wasStopped = false
