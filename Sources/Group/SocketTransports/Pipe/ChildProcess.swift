import Dispatch
import EaselPlatform
import GroupCore
import Synchronization
import SystemFiles

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
    guard !words.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
      throw TransportFault(address, .malformed)
    }
    var (near, far) = try PipeEnds.pair()
    defer { far.close() }
    var number: pid_t = 0
    let error = ProgramStart.spawn(
      &number, words, streams: [far.input, far.output, errors])
    guard error == 0 else {
      near.close()
      throw TransportFault(address, .notStarted(String(cString: strerror(error))))
    }
    near.child = ChildProcess(number, sendSignal)
    return near
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
