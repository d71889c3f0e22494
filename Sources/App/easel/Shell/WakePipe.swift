import EaselPlatform
import Synchronization

/// Wakes another thread through a descriptor that can be waited for together with others.
///
/// Rings while it is already ringing are one ring.
final class WakePipe: Sendable {
  /// Readable while it rings.
  let descriptor: Int32
  private let rope: Int32
  /// Whether a byte waits in the pipe: most who listen do so in passing, and then no system is asked.
  private let isRinging = Mutex(false)

  /// Without a descriptor left in the process it never rings; whoever waits then goes by the clock.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, rope) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, rope] where end >= 0 { close(end) }
  }

  func ring() {
    isRinging.withLock { isRinging in
      guard !isRinging else { return }
      var byte: UInt8 = 0
      isRinging = write(rope, &byte, 1) == 1
    }
  }

  /// Waits for a ring and silences it.
  ///
  /// - Parameter milliseconds: how long at the most; nil for ever.
  func wait(milliseconds: Int32? = nil) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, descriptor < 0 ? milliseconds ?? 10 : milliseconds ?? -1)
    silence()
  }

  /// Silences it.
  ///
  /// - Returns: whether it rang.
  func takeRing() -> Bool {
    let didRing = isRinging.withLock { $0 }
    silence()
    return didRing
  }

  func silence() {
    isRinging.withLock { isRinging in
      guard isRinging else { return }
      var byte: UInt8 = 0
      isRinging = read(descriptor, &byte, 1) != 1
    }
  }
}
