import EaselPlatform
import SystemFiles

/// Reads a line that the user types or pastes at a terminal without showing it: no other person can
/// read it on the screen, and it does not stay in the scrollback.
enum HiddenLine {
  enum Outcome: Hashable {
    case line([UInt8])
    /// The user pressed ^C, or the input ended before the user typed anything.
    case givenUp
  }

  /// Asks on standard error, and reads from standard input, which must be a terminal.
  ///
  /// - Parameter bytesMax: the most bytes to keep; further bytes are dropped.
  static func ask(_ question: String, bytesMax: Int) -> Outcome {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return .givenUp }
    var hidden = before
    // Read byte by byte, since the system keeps lines of at most 4 KiB.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    Restoring.begin(before, hidden)
    defer { Restoring.end() }
    // Hide the input before the question appears, so that an immediate answer is hidden, too.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
    Report.prompt(question)
    defer { Report.prompt("\n") }
    return read(bytesMax, asking: question)
  }

  private static func read(_ bytesMax: Int, asking question: String) -> Outcome {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      showLength(of: line)
      let count = EaselPlatform.read(STDIN_FILENO, &byte, 1)
      let error = errno
      if count == 1, byte == 26 { kill(0, SIGTSTP) }
      // The shell has written to the terminal meanwhile.
      if wasStopped { Report.prompt(question) }
      wasStopped = false
      if count < 0, error == EINTR { continue }
      guard count == 1 else { return line.isEmpty ? .givenUp : .line(line) }
      switch byte {
      case 3: return .givenUp
      case 4 where line.isEmpty: return .givenUp
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !line.isEmpty { return .line(line) }
      case 8, 127: line = Array(line.dropLast())
      // ^U
      case 21: line = []
      default: if byte >= 32, line.count < bytesMax { line.append(byte) }
      }
    }
  }

  /// Shows the number of characters, once no more of a paste is waiting. So the user sees that it has
  /// arrived, and nobody else sees more.
  private static func showLength(of line: [UInt8]) {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard Environment["TERM"] != "dumb", poll(&input, 1, 0) == 0 else { return }
    let text = line.isEmpty ? "" : "\u{25CF}\u{25CF}\u{25CF} \(line.count) characters"
    // Save the cursor, write, clear the rest of the line, and go back.
    Report.prompt("\u{1B}7\(text)\u{1B}[K\u{1B}8")
  }

  /// Makes the terminal show input again if a signal ends the process, and while a signal stops it.
  private enum Restoring {
    private static let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

    static func begin(_ before: termios, _ hidden: termios) {
      (settingsBefore, settingsHidden) = (before, hidden)
      stopping()
      for number in signals {
        signal(number) { number in
          tcsetattr(STDIN_FILENO, TCSANOW, &settingsBefore)
          signal(number, SIG_DFL)
          raise(number)
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
      for number in signals + [SIGTSTP] { signal(number, SIG_DFL) }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &settingsBefore)
    }
  }
}

/// Written before the installation of the signal handlers that read it.
nonisolated(unsafe) private var settingsBefore = termios()
nonisolated(unsafe) private var settingsHidden = termios()
/// Written only by the handler while a line is read.
nonisolated(unsafe) private var wasStopped = false
