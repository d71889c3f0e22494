import CEaselSystem
import Dispatch
import EaselPlatform
import GroupCore
import Synchronization

/// A program at the other end of a link. It runs as long as the link exists.
final class ChildProcess: Sendable {
  /// Sends a signal, like `kill(2)`. Tests pass another function.
  typealias SignalSender = @Sendable (_ process: pid_t, _ signal: Int32) -> Void

  private let number: pid_t
  private let queue: DispatchQueue
  private let sendSignal: SignalSender
  /// Once the process is reaped, the system may give its number to another process. The lock is
  /// held while the process is reaped and while a signal is sent, so a signal cannot reach that
  /// other process.
  private let isReaped = Mutex(false)

  private init(_ number: pid_t, _ sendSignal: @escaping SignalSender) {
    self.number = number
    self.sendSignal = sendSignal
    queue = DispatchQueue(label: "child \(number)")
  }

  /// Starts a program. `words[0]` is the program, looked up in PATH. No shell is involved. The
  /// program inherits its pipes and this process's environment, but no other open descriptor.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - errors: the descriptor for the program's error messages; nil discards the messages. The
  ///     caller still owns the descriptor.
  /// - Throws: `.malformed` if `words` is empty or a word contains a zero byte; `.notStarted`, with
  ///   the system's reason, if the program cannot be started; or the fault of creating the pipes.
  static func start(
    _ words: [String], errors: Int32?, for address: String,
    sendSignal: @escaping SignalSender = { kill($0, $1) }
  ) throws(TransportFault) -> PipeEnds {
    guard let program = words.first, !words.contains(where: { $0.utf8.contains(0) }) else {
      throw TransportFault(address, .malformed)
    }
    var (near, far) = try PipeEnds.pair()
    defer { far.close() }
    var number: pid_t = 0
    let error = spawn(&number, program, words, far, errors)
    guard error == 0 else {
      near.close()
      throw TransportFault(address, .notStarted(String(cString: strerror(error))))
    }
    near.child = ChildProcess(number, sendSignal)
    return near
  }

  private static func spawn(
    _ number: inout pid_t, _ program: String, _ words: [String], _ ends: PipeEnds, _ errors: Int32?
  ) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // Moves all three descriptors to numbers above 2 first: pipe ends can have the numbers 0 to 2
    // in a process that was started without standard streams.
    let high = [ends.input, ends.output, errors].map { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } }
    defer { for case let descriptor? in high { close(descriptor) } }
    for (target, descriptor) in high.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&files, descriptor, Int32(target))
      } else {
        posix_spawn_file_actions_addopen(&files, Int32(target), "/dev/null", O_WRONLY, 0)
      }
    }
    easel_close_from(&files, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Without this, the program would inherit this process's ignored and blocked signals.
    var (ordinary, none) = (sigset_t(), sigset_t())
    sigemptyset(&ordinary)
    sigaddset(&ordinary, SIGPIPE)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &ordinary)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&number, program, &files, &attributes, arguments, environ)
  }

  /// Returns at once, and reports the end of the program later. A program normally ends once its
  /// pipes are closed. A program that does not end gets SIGTERM, and later SIGKILL.
  ///
  /// - Parameter handler: called once, on another queue, with the exit code, or 128 + the signal
  ///   number.
  func awaitEnd(_ handler: @escaping @Sendable (Int32) -> Void) {
    let patience = DispatchTimeInterval.milliseconds(Int(TransportLimits.lingerMax.milliseconds))
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "children").async {
      for signal in [SIGTERM, SIGKILL] {
        guard ended.wait(timeout: .now() + patience) == .timedOut else { return }
        self.send(signal)
      }
    }
    queue.async {
      let status = self.reap()
      ended.signal()
      let signal = status & 0x7f
      handler(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }
  }

  /// Sends a signal; sends nothing once the process is reaped.
  func send(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped { sendSignal(number, signal) }
    }
  }

  /// Waits for the end of the process and reaps it.
  ///
  /// - Returns: its status, as `waitpid` gives it.
  private func reap() -> Int32 {
    var facts = siginfo_t()
    // This wait holds no lock, so that signals can be sent meanwhile. WNOWAIT leaves a zombie, so
    // that the system does not reuse the process's number.
    while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return isReaped.withLock { isReaped in
      isReaped = true
      var status: Int32 = 0
      while waitpid(number, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
}
