import CEaselSystem
import EaselBase
import EaselPlatform
import Foundation

/// A program in its own session, whose controlling terminal is a fresh pty. The program inherits no
/// other open file of its parent.
///
/// One thread at a time may use it. The program is killed when this object is released.
public final class PseudoTerminal {
  /// An error: the system refused a call.
  public struct Failure: Error, CustomStringConvertible {
    /// The task that failed, then the system's words for the reason.
    public let description: String
    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
  }

  /// The way in which a program ended: an exit code, or a signal.
  public enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  // Constants from headers that Swift's Glibc module omits: TIOCSPTLCK, TIOCGPTN,
  // POSIX_SPAWN_SETSID.
  private static let unlock: UInt = 0x4004_5431
  private static let numberOf: UInt = 0x8004_5430
  private static let newSession: Int32 = 0x80

  /// The terminal's side of the pty; non-blocking.
  public let master: Int32
  /// The process of the program.
  public let pid: pid_t
  /// The terminal's settings before the program began.
  public let settingsBefore: termios
  /// The end of the program; nil until `waitForExit` has returned.
  public private(set) var exit: Exit?

  /// Starts a program in a new pty.
  ///
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: all variables of the program.
  ///   - pixels: the whole window's size, for terminals that report it.
  ///   - input: a file for standard input; without it, standard input is the terminal too.
  /// - Throws: a `Failure` if there is no pty or the program cannot be started.
  public init(
    _ arguments: [String], environment: [String: String], columns: Int, rows: Int,
    pixels: (width: Int, height: Int)? = nil, input: String? = nil
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked) = (UInt32(0), Int32(0))
    guard master >= 0, ioctl(master, PseudoTerminal.unlock, &locked) == 0,
      ioctl(master, PseudoTerminal.numberOf, &number) == 0
    else { throw Failure("no pty") }
    let name = "/dev/pts/\(number)"
    PseudoTerminal.resize(master, columns: columns, rows: rows, pixels: pixels)
    settingsBefore = PseudoTerminal.settings(master)
    pid = try PseudoTerminal.spawn(arguments, environment, terminal: name, input: input ?? name)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if exit == nil {
      EaselPlatform.kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
    close(master)
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String], terminal: String, input: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 1, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
    // Closes inherited files. Another test may just be writing a program's file, and the system
    // cannot run a file that any process holds open for writing.
    errno = easel_close_from(&actions, 3)
    guard errno == 0 else { throw Failure("nothing can be closed for \(arguments[0])") }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid: pid_t = 0
    errno = posix_spawn(&pid, arguments[0], &actions, &attributes, words, variables)
    guard errno == 0 else { throw Failure("cannot start \(arguments[0])") }
    return pid
  }

  private static func resize(
    _ master: Int32, columns: Int, rows: Int, pixels: (width: Int, height: Int)?
  ) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixels?.width ?? 0),
      ws_ypixel: UInt16(pixels?.height ?? 0))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Changes the terminal's size; the program gets SIGWINCH.
  ///
  /// - Parameter pixels: the size of the window in pixels; nil if the terminal does not tell it.
  public func resize(columns: Int, rows: Int, pixels: (width: Int, height: Int)? = nil) {
    PseudoTerminal.resize(master, columns: columns, rows: rows, pixels: pixels)
  }

  /// The terminal's current settings; the master reports the settings of the slave.
  public var settings: termios { PseudoTerminal.settings(master) }

  private static func settings(_ master: Int32) -> termios {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings
  }

  /// Sends a signal to the program. Do not call it after `waitForExit` has returned.
  public func kill(_ signal: Int32) { EaselPlatform.kill(pid, signal) }

  /// Sends as much as the pty accepts now, and the rest when it accepts more. Stops at `deadline`
  /// if the program does not read.
  public func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws {
    var rest = bytes[...]
    while !rest.isEmpty, ContinuousClock.now < deadline {
      let count = rest.withUnsafeBytes { EaselPlatform.write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        _ = wait(for: POLLOUT, until: deadline)
      } else {
        throw Failure("cannot write to the pty")
      }
    }
  }

  /// Returns the program's output, and waits for it if needed. Returns nil when the program has
  /// closed its terminal, and an empty array when the time is over.
  public func read(upTo limit: Int = 65_536, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    guard wait(for: POLLIN, until: deadline) else { return [] }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = EaselPlatform.read(master, &bytes, limit)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && errno == EAGAIN ? [] : nil
  }

  private func wait(for event: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    let left = max(deadline - .now, .zero)
    var descriptor = pollfd(fd: master, events: Int16(event), revents: 0)
    return poll(&descriptor, 1, Int32(clamping: left.milliseconds)) > 0
  }

  /// Waits for the program's end; call it after the program has closed its terminal. A program that
  /// does not end by the deadline is killed, so that a test fails and does not hang.
  public func waitForExit(until deadline: ContinuousClock.Instant = .now + TerminalRun.patience)
    -> Exit
  {
    if let exit { return exit }
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline { kill(SIGKILL) }
      usleep(500)
    }
    let signal = status & 0x7F
    let result = signal == 0 ? Exit.code(status >> 8 & 0xFF) : .signal(signal)
    exit = result
    return result
  }
}
