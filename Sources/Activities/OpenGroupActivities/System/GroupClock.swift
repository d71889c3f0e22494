import Dispatch
import EaselBase

/// The call's time in milliseconds since it began, from any clock, so that tests need not wait.
struct GroupClock: Sendable {
  let now: @Sendable () -> Uptime
  /// Calls `bell` once, at that moment or later, unless the returned function is called before. If
  /// the moment has passed, calls it at once, but never before `ring` returns.
  let ring: @Sendable (Uptime, _ bell: @escaping @Sendable () -> Void) -> Cancel

  typealias Cancel = @Sendable () -> Void

  init(
    now: @escaping @Sendable () -> Uptime,
    ring: @escaping @Sendable (Uptime, @escaping @Sendable () -> Void) -> Cancel
  ) {
    (self.now, self.ring) = (now, ring)
  }

  init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
    let start = clock.now
    let now: @Sendable () -> Uptime = {
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return Uptime(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
    guard !(clock is ContinuousClock) else {
      self.init(now: now, ring: Self.timers(now))
      return
    }
    self.init(now: now) { moment, bell in
      let task = Task.detached {
        do {
          let end = start.advanced(by: .milliseconds(moment.milliseconds))
          if clock.now < end { try await clock.sleep(until: end, tolerance: nil) }
        } catch {
          // The sleep was cancelled: the bell is not wanted any more.
          return
        }
        bell()
      }
      return { task.cancel() }
    }
  }

  /// Returns a `ring` with a thread of its own: if the program's work blocked all threads of
  /// Swift's pool for some seconds, other members would take this member for lost.
  private static func timers(
    _ now: @escaping @Sendable () -> Uptime
  ) -> @Sendable (Uptime, @escaping @Sendable () -> Void) -> Cancel {
    let queue = DispatchQueue(label: "org.easel.group-clock")
    return { moment, bell in
      let wait = min(max(moment.since(now()), 0), longest)
      // Any thread may cancel the timer.
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(Int(wait)))
      timer.setEventHandler(handler: bell)
      timer.resume()
      return { timer.cancel() }
    }
  }

  /// The longest wait, in milliseconds; a caller woken too early reads the clock again.
  private static let longest: Int64 = 3_600_000
}
