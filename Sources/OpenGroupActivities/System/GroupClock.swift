import Sharing

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
    self.init {
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return Uptime(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    } ring: { moment, bell in
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
}
