import BoardSessions
import CEaselSystem
import EaselPlatform
import SystemFiles
import TerminalIO

/// The program's only loop: the main thread waits here for the terminal, for work of the main
/// actor, and for the clock. Other threads wake it with work for the main actor.
@MainActor enum MainLoop {
  /// Readable while the main actor has work.
  private static let descriptor = _dispatch_get_main_queue_handle_4CF()

  /// Waits until something happens. Handles the terminal's events before the main actor's work, so
  /// that the user's own pen never lags behind.
  ///
  /// - Parameters:
  ///   - deadline: the uptime in milliseconds; nil waits for ever.
  ///   - terminal: nil for a program without a screen.
  ///   - wakePipe: a pipe whose ring also ends the wait.
  ///   - others: further descriptors; `handle` learns which of them can be read.
  ///   - handle: called with the terminal's events that came together, and when the deadline has come.
  static func runOnce(
    until deadline: Int64?, at terminal: Terminal? = nil, orRinging wakePipe: WakePipe? = nil,
    also others: [Int32] = [], _ handle: ([Wake]) -> Void = { _ in }
  ) {
    let descriptors = [descriptor] + (wakePipe.map { [$0.descriptor] } ?? [])
    if let terminal {
      handle(
        terminal.wait(until: deadline, also: descriptors + others).filter {
          if case .readable(let descriptor) = $0 { others.contains(descriptor) } else { true }
        })
    } else {
      wait(for: descriptors, until: deadline)
    }
    drain()
  }

  /// Runs the loop until a wake pipe rings.
  ///
  /// - Parameter milliseconds: the longest wait; nil waits for ever.
  static func run(until wakePipe: WakePipe, milliseconds: Int64? = nil) {
    let deadline = milliseconds.map { SystemClock.uptime() + $0 }
    while !wakePipe.clear() {
      if let deadline, deadline <= SystemClock.uptime() { return }
      runOnce(until: deadline, orRinging: wakePipe)
    }
  }

  /// Runs the loop until some work is done.
  ///
  /// - Parameter late: called once if the work takes half a second, to tell the user.
  static func run<Result: Sendable>(
    late: () -> Void = {}, _ work: @escaping @MainActor () async -> Result
  ) -> Result {
    var result: Result?
    let wakePipe = WakePipe()
    Task {
      result = await work()
      wakePipe.ring()
    }
    var deadline: Int64? = SystemClock.uptime() + WaitNotice.milliseconds
    while true {
      if let result { return result }
      if let end = deadline, end <= SystemClock.uptime() {
        late()
        deadline = nil
      }
      runOnce(until: deadline, orRinging: wakePipe)
    }
  }

  private static func wait(for descriptors: [Int32], until deadline: Int64?) {
    var files = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let wait = deadline.map { max($0 - SystemClock.uptime(), 0) }
    _ = poll(&files, nfds_t(files.count), wait.map { Int32(clamping: $0) } ?? -1)
  }

  /// Does all work that waits for the main actor.
  private static func drain() {
    var count: UInt64 = 0
    guard read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0 else { return }
    _dispatch_main_queue_callback_4CF(nil)
  }
}

extension BoardController {
  /// Sends the last entries, leaves the call, and runs the loop until the other members have heard
  /// of it.
  ///
  /// - Parameter hasMoved: whether the user's seat has moved to another run.
  func leaveCall(hasMoved: Bool = false, withinMilliseconds patience: Int64) {
    if !hasMoved { MainLoop.run { [self] in await sendRest() } }
    let isOver = WakePipe()
    call.leave(hasMoved: hasMoved) { isOver.ring() }
    MainLoop.run(until: isOver, milliseconds: patience)
  }
}
