import Dispatch
import EaselBase

/// The time as a call sees it, in milliseconds since it began, from any clock: tests need not wait.
struct GroupClock: Sendable {
  let now: @Sendable () -> Uptime
  /// Rings once, at that moment or later, until what is returned is called. It rings at once where
  /// the moment has passed, but never before this returns.
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
          // Cancelled: nobody waits for the bell any more.
          return
        }
        bell()
      }
      return { task.cancel() }
    }
  }

  /// On a thread of their own: where work of the program's takes all threads of Swift's pool for some
  /// seconds, others would hold this one for gone.
  private static func timers(
    _ now: @escaping @Sendable () -> Uptime
  ) -> @Sendable (Uptime, @escaping @Sendable () -> Void) -> Cancel {
    let queue = DispatchQueue(label: "org.easel.group-clock")
    return { moment, bell in
      let wait = min(max(moment.since(now()), 0), longest)
      // It may be cancelled from any thread.
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(Int(wait)))
      timer.setEventHandler(handler: bell)
      timer.resume()
      return { timer.cancel() }
    }
  }

  /// Milliseconds; who is woken too early looks at the clock.
  private static let longest: Int64 = 3_600_000
}
