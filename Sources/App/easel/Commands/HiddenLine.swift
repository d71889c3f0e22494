import EaselPlatform

/// A line that somebody types or pastes at a terminal, which does not show it: nobody reads it over a
/// shoulder, and it does not stay in the scrollback.
enum HiddenLine {
  enum Outcome: Hashable {
    case line([UInt8])
    /// By ^C, or the end of the input before anything was typed.
    case givenUp
  }

  /// Asks on standard error, and reads from standard input, which is a terminal.
  ///
  /// - Parameter bytesMax: what comes beyond it is left out.
  static func ask(_ question: String, bytesMax: Int) -> Outcome {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return .givenUp }
    var hidden = before
    // Byte by byte, since the system keeps lines of 4 KiB at the most.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    Restoring.begin(before, hidden)
    defer { Restoring.end() }
    // Before anybody is asked: whoever answers at once is not shown either.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
    Report.prompt(question)
    defer { Report.prompt("\n") }
    return read(bytesMax, asking: question)
  }

  private static func read(_ bytesMax: Int, asking question: String) -> Outcome {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = EaselPlatform.read(STDIN_FILENO, &byte, 1)
      let error = errno
      if count == 1, byte == 26 { kill(0, SIGTSTP) }
      // The shell has written meanwhile.
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

  /// Shows again what is typed, though a signal ends the process, and for as long as one stops it.
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

    /// Without a restart, so that what was being read is asked for again.
    static func stopping() {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Restoring.stop() }
      sigaction(SIGTSTP, &action, nil)
    }

    /// Returns when the process goes on.
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

/// Written before the signals are caught whose handler reads it.
nonisolated(unsafe) private var settingsBefore = termios()
nonisolated(unsafe) private var settingsHidden = termios()
/// Written by the handler alone while a line is read.
nonisolated(unsafe) private var wasStopped = false
