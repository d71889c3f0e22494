import Dispatch
import EaselBase

/// The call's time in milliseconds since it began, from any clock, so that tests need not wait.
package struct GroupClock: Sendable {
  package let now: @Sendable () -> Uptime
  /// Calls `bell` once, at the given moment or later; if the moment is more than an hour away,
  /// perhaps earlier. If the moment has passed, calls `bell` at once, but not before `ring` has
  /// returned. The returned function cancels the call.
  package let ring: @Sendable (Uptime, _ bell: @escaping @Sendable () -> Void) -> Cancel

  package typealias Cancel = @Sendable () -> Void

  package init(
    now: @escaping @Sendable () -> Uptime,
    ring: @escaping @Sendable (Uptime, @escaping @Sendable () -> Void) -> Cancel
  ) {
    (self.now, self.ring) = (now, ring)
  }

  package init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
    let start = clock.now
    let now: @Sendable () -> Uptime = {
      Uptime(milliseconds: start.duration(to: clock.now).milliseconds)
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
          // The sleep was cancelled, so the bell must not ring.
          return
        }
        bell()
      }
      return { task.cancel() }
    }
  }

  /// Returns a `ring` with a thread of its own: the program's work may block all threads of Swift's
  /// pool for some seconds, and other members would then take this member for lost.
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
