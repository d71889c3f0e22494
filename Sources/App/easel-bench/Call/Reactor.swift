import CEaselSystem
import EaselBase
import EaselPlatform

/// An event loop on one thread. It waits only for sockets and alarms; one pass waits once and
/// handles the events that came.
///
/// The measurement does not depend on the measured code: the reactor shares no code with the
/// sockets of `Transports`. It also costs less for each of the hundreds of simulated members.
///
/// Only one thread may use the reactor and the code that it calls.
final class Reactor: @unchecked Sendable {
  private let descriptor = epoll_create1(0)
  private var lines: [Int32: SingleLinkTransport] = [:]
  /// The lines with bytes to send.
  private var unsent: [SingleLinkTransport] = []
  private var later: [() -> Void] = []
  private var alarms: [(at: Int64, act: () -> Void)] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 512)

  /// Returns nanoseconds of a clock that never goes back.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time of the same clock, as state machines get it.
  static var uptime: Uptime { Uptime(milliseconds: now() / 1_000_000) }

  // MARK: What to wait for

  func add(_ line: SingleLinkTransport) {
    lines[line.socket] = line
    var event = epoll_event()
    (event.events, event.data.fd) = (EPOLLIN.rawValue, line.socket)
    epoll_ctl(descriptor, EPOLL_CTL_ADD, line.socket, &event)
  }

  /// Stops watching a line that reads no more, so that its unread bytes do not wake the reactor.
  func pause(_ line: SingleLinkTransport) { epoll_ctl(descriptor, EPOLL_CTL_DEL, line.socket, nil) }

  func remove(_ line: SingleLinkTransport) { lines[line.socket] = nil }

  /// Makes the reactor write the line's bytes at the end of this pass.
  func mark(_ line: SingleLinkTransport) { unsent.append(line) }

  /// Calls `act` in this pass, after the current event.
  func soon(_ act: @escaping () -> Void) { later.append(act) }

  func after(_ milliseconds: Int, _ act: @escaping () -> Void) {
    alarms.append((Self.now() + Int64(milliseconds) * 1_000_000, act))
    alarms.sort { $0.at > $1.at }
  }

  // MARK: Turning

  /// Makes passes until `isDone` returns true or the moment `end` has come.
  ///
  /// - Returns: whether `isDone` returned true.
  @discardableResult
  func run(until end: Int64, or isDone: () -> Bool = { false }) -> Bool {
    while !isDone() {
      let now = Self.now()
      guard now < end else { return false }
      turn(until: min(end, alarms.last?.at ?? end))
    }
    return true
  }

  /// Makes one pass: waits until `moment` at most, then handles events and due alarms.
  func turn(until moment: Int64) {
    finish()
    let wait = max(moment - Self.now(), 0)
    var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
    let count = epoll_pwait2(descriptor, &events, Int32(events.count), &time, nil)
    for index in 0..<max(Int(count), 0) {
      let event = events[index]
      guard let line = lines[event.data.fd] else { continue }
      if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
        line.read()
      }
    }
    let now = Self.now()
    while let alarm = alarms.last, alarm.at <= now {
      alarms.removeLast()
      alarm.act()
    }
    finish()
  }

  private func finish() {
    while !later.isEmpty {
      let acts = later
      later = []
      for act in acts { act() }
    }
    let lines = unsent
    unsent = []
    for line in lines where !line.write() { unsent.append(line) }
  }
}
