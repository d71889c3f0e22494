import ArgumentParser
import BoardFiles
import BoardSessions
import EaselPlatform
import SystemFiles
import TerminalIO

/// Repairs a terminal that a killed program left in an unusable state.
struct ResetTerminalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset the terminal after a crash.",
    discussion: """
      Switches off mouse reports, the alternate screen and bracketed paste, shows the cursor, and \
      makes typing visible again.
      """)

  func run() throws {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UserError("there is no terminal here to reset.", code: UserError.usage)
    }
    defer { close(descriptor) }
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else {
      throw UserError.cannot("mend", "this terminal", FileError.current)
    }
    modes.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
    modes.c_oflag |= tcflag_t(OPOST | ONLCR)
    modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN)
    tcsetattr(descriptor, TCSADRAIN, &modes)
    do {
      try FileSystem.writeAll(Array(Terminal.resetString.utf8), to: descriptor)
    } catch {
      throw UserError.cannot("mend", "this terminal", error)
    }
  }
}
